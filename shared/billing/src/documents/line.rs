//! Lines of a document: quantity times unit price, rounded once, minus a discount, rounded once.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Decimal, Id, Kind, KindName, Percent, tax::TaxCategory};

use crate::arithmetic::{Overflow, share};

/// Decimals that a quantity may have.
const QUANTITY_DECIMALS: u32 = 4;
/// One whole, in the ten-thousandths in which quantities are counted.
const ONE: i64 = 10_000;

/// A line of an invoice, or one that waits for an invoice, where only its id is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvoiceItem;

impl Kind for InvoiceItem {
    const KIND: KindName = KindName::InvoiceItemReference;
}

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// A period of a subscription.
    Subscription,
    /// The price of a booking.
    Booking,
    /// A ticket of an event.
    EventTicket,
    /// An order of the shop.
    Order,
    /// Credits or day passes that were bought.
    CreditPackage,
    /// A fee, such as for setting up a subscription or ending it early.
    Fee,
    /// A part of a period, charged or credited.
    Proration,
    /// A deposit, which is owed back.
    Deposit,
    /// A fee or interest because an invoice was not paid in time.
    LateFee,
    /// Anything else that the merchant puts on an invoice.
    Custom,
}

/// How many: above zero, with at most four decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Quantity(i64);

impl Quantity {
    /// A quantity of exactly one.
    pub const ONE: Self = Self(ONE);

    /// So many whole ones.
    #[must_use]
    pub fn whole(count: u32) -> Self {
        Self(i64::from(count) * ONE)
    }

    /// The quantity a client wrote; none unless it is above zero and has at most four decimals.
    #[must_use]
    pub fn from_decimal(number: Decimal) -> Option<Self> {
        number.scaled(QUANTITY_DECIMALS).filter(|units| *units > 0).map(Self)
    }

    /// The quantity as the API shows it, with up to four decimals.
    #[must_use]
    pub fn decimal(self) -> Decimal {
        Decimal::new(self.0, QUANTITY_DECIMALS)
    }

    /// The quantity in ten-thousandths: 2.5 is 25,000.
    #[must_use]
    pub const fn ten_thousandths(self) -> i64 {
        self.0
    }

    /// What so many cost.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn times(self, unit_minor: i64) -> Result<i64, Overflow> {
        share(unit_minor, self.0, ONE)
    }
}

/// What a line is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineInput {
    /// Identifier of the item that the line stands for.
    pub id: Id<InvoiceItem>,
    /// What it is for.
    pub kind: ItemKind,
    /// How many of the item are charged.
    pub quantity: Quantity,
    /// Price of one; below zero for what is credited.
    pub unit_minor: i64,
    /// Discount in percent, taken off before tax.
    pub discount: Percent,
    /// Tax rate of the line in percent.
    pub tax_rate: Percent,
    /// Category of its tax, where that isn't the one of a plain rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_category: Option<TaxCategory>,
}

impl LineInput {
    /// Category of its tax.
    #[must_use]
    pub fn category(&self) -> TaxCategory {
        self.tax_category.unwrap_or_else(|| TaxCategory::of_rate(self.tax_rate))
    }
}

/// A line of a document with its amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// What it is made of.
    #[serde(flatten)]
    pub input: LineInput,
    /// Quantity times unit price.
    pub gross_minor: i64,
    /// What is taken off it, its share of the document's discount included.
    pub discount_minor: i64,
    /// What is left: with tax where prices include it, otherwise without.
    pub amount_minor: i64,
    /// Its share of the tax of its rate.
    pub tax_minor: i64,
    /// What is left without tax.
    pub net_minor: i64,
}

impl Line {
    /// The line before the document's discount and its tax.
    ///
    /// # Errors
    /// [`Overflow`] when an amount does not fit.
    pub(super) fn new(input: LineInput) -> Result<Self, Overflow> {
        let gross_minor = input.quantity.times(input.unit_minor)?;
        let rate = input.discount.ten_thousandths();
        let discount_minor = share(gross_minor, rate, Percent::HUNDRED.ten_thousandths())?;
        let amount_minor = gross_minor.checked_sub(discount_minor).ok_or(Overflow)?;
        Ok(Self { input, gross_minor, discount_minor, amount_minor, tax_minor: 0, net_minor: amount_minor })
    }
}
