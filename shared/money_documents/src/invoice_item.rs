//! Invoice item: something that is charged. It waits for an invoice, or is a line of one.

use billing::documents::{InvoiceItem as LineId, ItemKind, LineInput, Quantity};
use records::{AskedTax, Location, TaxRate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, Record, holds_fields};
use values::{
    Amount, ApiError, Currency, Customer, Day, Decimal, ErrorCode, Id, Kind, KindName, Money, Name, Percent, Timestamp,
    UniqueKey,
};
use wallets_and_journal::{signed_amount::SignedAmount, wallet_transaction::Source};

use crate::invoice::Invoice;

/// What clients write of an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InvoiceItemFields {
    /// Who is charged. A request that names an invoice may leave it out.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub customer_id: Option<Id<Customer>>,
    /// Where. A request that names an invoice may leave it out.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Option<Id<Location>>,
    /// The invoice whose line it is; null while it waits for one.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub invoice_id: Option<Id<Invoice>>,
    /// What it is for.
    #[serde(default = "custom")]
    pub kind: ItemKind,
    /// What the customer reads.
    pub description: Name,
    /// How many, with at most four decimals.
    #[schemars(range(min = 0.0001, max = 1_000_000), extend("multipleOf" = 0.0001))]
    pub quantity: Decimal,
    /// Price of one, in the location's currency; below zero for what is credited.
    pub unit_amount: SignedAmount,
    /// Discount on this item in percent, taken off before tax; 0 when left out.
    #[serde(default)]
    pub discount_percent: Percent,
    /// Tax on it in percent; the location's when null, none of deposits and late fees. With `tax_rate_id` it is what that was when
    /// the item was made.
    #[serde(default)]
    pub tax_rate: Option<Percent>,
    /// Tax rate by date: what it is on the item's tax point applies. Null where `tax_rate` holds; of an item that is made
    /// without either, the location's.
    #[serde(default)]
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// Local day whose tax rate applies; `period_start` when null, and without that the day of the invoice.
    #[serde(default)]
    pub tax_point: Option<Day>,
    /// First day of the period it is for.
    #[serde(default)]
    pub period_start: Option<Day>,
    /// Last day of the period it is for.
    #[serde(default)]
    pub period_end: Option<Day>,
    /// What owes it, such as a booking. A source has one item.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub source_id: Option<Id<()>>,
}

/// An invoice item, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InvoiceItem {
    /// What clients write. Customer, location and tax rate are there.
    #[serde(flatten)]
    pub fields: InvoiceItemFields,
    /// Currency of its price: that of the location.
    pub currency: Currency,
    /// Whether it waits again when the draft on which it stands is deleted: because it waited before, or has a source.
    #[serde(default)]
    pub waited: bool,
    /// What settles it, if it was not a client who made it: it changes only with that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_by: Option<Source>,
    /// Of an item below zero that takes back what an issued invoice asks for its source, because the invoice took no
    /// credit note of it: what it takes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrects: Option<Correction>,
    /// Subscription of whose dues it credits something, while it waits or waited: when it is less, less is credited of
    /// them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credits_dues_of: Option<Id<()>>,
    /// The invoice that was not paid in time, of what is charged for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_fee_of: Option<Id<Invoice>>,
    /// Of an item below zero that no invoice takes, because it was booked to the customer's balance when it arose: what
    /// was booked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub booked: Option<Booked>,
}

/// What was booked of an item below zero: both amounts above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Booked {
    /// When it was.
    pub at: Timestamp,
    /// What it credits without tax, in minor units.
    pub net_minor: i64,
    /// What it credits of tax.
    pub tax_minor: i64,
}

impl Booked {
    /// What went into the customer's balance.
    #[must_use]
    pub const fn total_minor(&self) -> i64 {
        self.net_minor + self.tax_minor
    }
}

/// What an item below zero takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// Identifier of the item of which it takes something back.
    pub item_id: Id<InvoiceItem>,
    /// How much, as that item has it. A discount of its invoice makes the amount of this one less.
    pub minor: i64,
    /// How much of that item's line, which has the discount; the amount of this one when none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_minor: Option<i64>,
}

holds_fields!(InvoiceItem, InvoiceItemFields);

/// The tax that an item asks for at its location.
#[must_use]
pub fn asked_tax(fields: &InvoiceItemFields, location: &Location) -> AskedTax {
    let has_no_tax = matches!(fields.kind, ItemKind::Deposit | ItemKind::LateFee);
    if has_no_tax && fields.tax_rate.is_none() && fields.tax_rate_id.is_none() {
        return AskedTax::default();
    }
    AskedTax::of(fields.tax_rate_id, fields.tax_rate, location)
}

/// What an item is for unless it is said.
const fn custom() -> ItemKind {
    ItemKind::Custom
}

impl InvoiceItem {
    /// Those of a customer that wait for an invoice.
    pub const WAITING: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::First, "waiting");
    /// Those that wait for an invoice at a location, whoever is charged.
    pub const WAITING_AT: IndexBy<Self, Id<Location>> = IndexBy::new(Index::Fourth, "waiting_at");
    /// Index of the items of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Second, "customer");
    /// Index of the items of an invoice.
    pub const BY_INVOICE: IndexBy<Self, Id<Invoice>> = IndexBy::new(Index::Third, "invoice");

    /// An item of a customer at a location that has this currency and tax rate.
    #[must_use]
    pub fn new(mut fields: InvoiceItemFields, customer: Id<Customer>, location: &Record<Location>) -> Self {
        fields.customer_id = Some(customer);
        fields.location_id = Some(location.id);
        let asked = asked_tax(&fields, &location.body);
        (fields.tax_rate, fields.tax_rate_id) = (Some(asked.rate), asked.tax_rate_id);
        Self {
            fields,
            currency: location.body.currency,
            waited: false,
            settled_by: None,
            corrects: None,
            credits_dues_of: None,
            late_fee_of: None,
            booked: None,
        }
    }

    /// An item with what every one has, for those that other records make.
    #[must_use]
    pub fn line(kind: ItemKind, description: Name, unit_amount: SignedAmount) -> InvoiceItemFields {
        InvoiceItemFields {
            customer_id: None,
            location_id: None,
            invoice_id: None,
            kind,
            description,
            quantity: Decimal::new(1, 0),
            unit_amount,
            discount_percent: Percent::ZERO,
            tax_rate: None,
            tax_rate_id: None,
            tax_point: None,
            period_start: None,
            period_end: None,
            source_id: None,
        }
    }

    /// Held by the latest item of a source, whether it waits or is charged: nothing is charged twice. Whoever charges a
    /// source further hands it on to the further item.
    #[must_use]
    pub fn source_key(source: Id<()>) -> UniqueKey {
        UniqueKey::new("invoice_item_source", source).of_field("source_id")
    }

    /// What the arithmetic of documents takes of it.
    ///
    /// # Errors
    /// 422 naming a field whose value the currency or the arithmetic does not take.
    pub fn input(&self, id: Id<Self>) -> Result<LineInput, ApiError> {
        let unfit =
            || ApiError::rule("quantity", "out_of_range", "a quantity is above zero and has at most four decimals");
        Ok(LineInput {
            id: id.cast::<LineId>(),
            kind: self.kind,
            quantity: Quantity::from_decimal(self.quantity).ok_or_else(unfit)?,
            unit_minor: self.unit_amount.minor_in(self.currency, "unit_amount")?,
            discount: self.discount_percent,
            tax_rate: self.tax_rate.unwrap_or(Percent::ZERO),
            tax_category: None,
        })
    }

    /// The tax that it asks for.
    #[must_use]
    pub fn asked_tax(&self) -> AskedTax {
        AskedTax { rate: self.tax_rate.unwrap_or(Percent::ZERO), tax_rate_id: self.tax_rate_id }
    }

    /// What is due of 100 percent of it, in ten-thousandths of a percent: the tax too, where that is added to prices.
    #[must_use]
    pub fn due_ten_thousandths(&self, tax_inclusive: bool) -> i64 {
        let rate = if tax_inclusive { Percent::ZERO } else { self.tax_rate.unwrap_or(Percent::ZERO) };
        Percent::HUNDRED.ten_thousandths() + rate.ten_thousandths()
    }

    /// Refuses a change by a client of what something else made.
    ///
    /// # Errors
    /// 409 `in_use` naming `source_id`.
    pub fn check_own(&self) -> Result<(), ApiError> {
        let Some(source) = self.settled_by else { return Ok(()) };
        let message = format!("it is what {} owes, and changes with that", source.id);
        Err(ApiError::conflict(ErrorCode::InUse, message).at("source_id", "settled_by_source"))
    }

    /// Whether it is below zero.
    #[must_use]
    pub fn is_credit(&self) -> bool {
        self.unit_amount.minor_in(self.currency, "unit_amount").is_ok_and(|minor| minor < 0)
    }

    /// Whether it waits for an invoice: it is on none, and was not booked without one.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.invoice_id.is_none() && self.booked.is_none()
    }

    /// Refuses a change of what was booked.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn check_not_booked(&self) -> Result<(), ApiError> {
        if self.booked.is_none() {
            return Ok(());
        }
        let message = "it is booked, and the customer's balance has it: charge by an item of its own what was too much";
        Err(ApiError::conflict(ErrorCode::InvalidState, message))
    }

    /// The same waiting for an invoice again, if it did before one took it.
    #[must_use]
    pub fn waiting_again(&self) -> Option<Self> {
        self.waited.then(|| self.waiting())
    }

    /// The same waiting for an invoice.
    #[must_use]
    pub fn waiting(&self) -> Self {
        let mut item = self.clone();
        (item.fields.invoice_id, item.waited) = (None, false);
        item
    }

    /// Refuses a period that ends before it begins, and an amount that no invoice may have.
    ///
    /// # Errors
    /// 422 naming `period_end` or `unit_amount`.
    pub fn check(&self, id: Id<Self>) -> Result<(), ApiError> {
        if let (Some(start), Some(end)) = (self.period_start, self.period_end)
            && end < start
        {
            return Err(ApiError::rule("period_end", "end_before_start", "a period does not end before it begins"));
        }
        let input = self.input(id)?;
        let all =
            input.quantity.times(input.unit_minor).ok().map(|minor| Money::new(minor.saturating_abs(), self.currency));
        if all.is_none_or(|all| Money::parse(all.amount(), self.currency).is_err()) {
            return Err(ApiError::rule("unit_amount", "out_of_range", "all of them together are too much"));
        }
        Ok(())
    }
}

impl Kind for InvoiceItem {
    const KIND: KindName = KindName::InvoiceItem;
}

impl Entity for InvoiceItem {
    const PATH: &'static str = "/invoice-items";
    type View = InvoiceItemView;

    fn view(&self, _now: Timestamp) -> InvoiceItemView {
        InvoiceItemView {
            fields: self.fields.clone(),
            currency: self.currency,
            source: self.settled_by,
            late_fee_invoice_id: self.late_fee_of,
            booked_at: self.booked.map(|booked| booked.at),
            booked_amount: Amount::of(self.booked.map_or(0, |booked| booked.total_minor()), self.currency),
        }
    }

    /// What was put away was on no document: what people wrote in it is not kept.
    fn put_away(&self) -> Option<Self> {
        let mut item = self.clone();
        item.fields.description = Name::new("Deleted item");
        Some(item)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let (waiting, waiting_at) = if self.is_waiting() { (self.customer_id, self.location_id) } else { (None, None) };
        Indexes::default()
            .by_any(&Self::WAITING, waiting.as_ref(), id)
            .by_any(&Self::WAITING_AT, waiting_at.as_ref(), id)
            .by_any(&Self::BY_CUSTOMER, self.customer_id.as_ref(), id)
            .by_any(&Self::BY_INVOICE, self.invoice_id.as_ref(), id)
    }
}

/// Something that is charged: it waits for an invoice, or is a line of one.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "InvoiceItem")]
pub struct InvoiceItemView {
    /// Fields of the item that clients write.
    #[serde(flatten)]
    pub fields: InvoiceItemFields,
    /// Currency of its price: that of the location.
    pub currency: Currency,
    /// What made it, such as a booking, and changes it; null when a client did.
    pub source: Option<Source>,
    /// The invoice that was not paid in time, for which it is charged; null of others.
    pub late_fee_invoice_id: Option<Id<Invoice>>,
    /// When it was booked to the customer's balance, which an item below zero is that no invoice has; otherwise null.
    pub booked_at: Option<Timestamp>,
    /// What went into the balance then, tax included, in major units.
    pub booked_amount: Amount,
}
