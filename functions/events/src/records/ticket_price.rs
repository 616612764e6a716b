//! What a ticket costs: by the rules of invoices, so that what it says is what its invoice says. It stays what it was
//! when it was bought.

use billing::{
    arithmetic::{share_up, times},
    documents::{Document, ItemKind, LineInput, Quantity},
    settlement::Owed,
};
use records::{AskedTax, EntitlementsAt, Location, TaxRate};
use serde::{Deserialize, Serialize};
use values::{ApiError, CustomerTier, Id, Percent};

use super::event::Event;

/// The price of a registration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TicketPrice {
    /// Price of a seat.
    pub unit_minor: i64,
    /// Discount in percent: the best of the customer's plans, or 100 when it is given away.
    pub discount: Percent,
    /// What is taken off.
    pub discount_minor: i64,
    /// What is left without tax.
    pub net_minor: i64,
    /// Tax rate in percent: the event's own, or the location's.
    pub tax_rate: Percent,
    /// Tax rate by date that it was; none where a plain rate was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// Tax on all of its seats, in minor units of the currency.
    pub tax_minor: i64,
    /// What all of it costs.
    pub owed: Owed,
    /// Whether the operator gives it away, although it costs something.
    #[serde(default)]
    pub is_given: bool,
}

/// What prices depend on besides the event.
#[derive(Clone, Copy, Debug)]
pub struct PricingTerms<'a> {
    /// Location at which the event takes place.
    pub location: &'a Location,
    /// The tax on its tickets, as of the day on which it begins.
    pub tax: AskedTax,
    /// What somebody is there.
    pub entitlements: &'a EntitlementsAt,
    /// The best discount of the customer's plans on events.
    pub discount: Percent,
    /// Whether it reduces prices in credits too.
    pub discounts_apply_to_credits: bool,
}

impl TicketPrice {
    /// What so many seats cost; nothing when they are given away.
    ///
    /// # Errors
    /// 422 when an amount does not fit.
    pub fn of(event: &Event, terms: &PricingTerms<'_>, (quantity, is_given): (i64, bool)) -> Result<Self, ApiError> {
        let is_member = terms.entitlements.tier == CustomerTier::Member;
        let price = if is_member { event.price } else { event.visitor_price.unwrap_or(event.price) };
        let unit_minor = price.minor_in(event.currency, "price")?;
        let costs_something = unit_minor > 0 && terms.discount < Percent::HUNDRED;
        let discount = if is_given { Percent::HUNDRED } else { terms.discount };
        let input = LineInput {
            // It stands alone in its document, so that its id tells nothing.
            id: event.location_id.cast(),
            kind: ItemKind::EventTicket,
            quantity: Quantity::whole(u32::try_from(quantity).unwrap_or(1)),
            unit_minor,
            discount,
            tax_rate: terms.tax.rate,
            tax_category: None,
        };
        let document = Document::new(event.currency, terms.location.tax_inclusive, &[input], 0)?;
        let line = document.lines.first().ok_or_else(|| ApiError::internal("a document without its line"))?;
        let money_minor = line.net_minor + line.tax_minor;
        let whole = Percent::HUNDRED.ten_thousandths();
        let off = if terms.discounts_apply_to_credits { terms.discount.ten_thousandths() } else { 0 };
        let credit_price = if is_given { None } else { event.credit_price };
        let credits = match credit_price {
            Some(price) => Some(share_up(times(price, quantity)?, whole - off, whole)?),
            None if money_minor == 0 => Some(0),
            None => None,
        };
        Ok(Self {
            unit_minor,
            discount,
            discount_minor: line.discount_minor,
            net_minor: line.net_minor,
            tax_rate: input.tax_rate,
            tax_rate_id: terms.tax.tax_rate_id,
            tax_minor: line.tax_minor,
            owed: Owed { money_minor, item_minor: line.amount_minor, credits, day_passes: None },
            is_given: is_given && costs_something,
        })
    }

    /// The tax that it asks for.
    #[must_use]
    pub const fn tax(&self) -> AskedTax {
        AskedTax { rate: self.tax_rate, tax_rate_id: self.tax_rate_id }
    }

    /// Whether somebody who pays with money pays nothing.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.owed.money_minor == 0
    }
}
