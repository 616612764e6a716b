//! What is stored with a source, such as a booking, about its payment: who pays how, what it owes, and what was charged for it.

use billing::{
    settlement::{Charged, Owed, PaymentSource, PaymentTerms},
    wallet::Unit,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::domain::{Amount, Company, Counter, Currency, Customer, Id, Member};

use crate::{invoice_item::InvoiceItem, wallet_transaction::BucketPartView};

/// The payment of a source. What it owes is settled by [`crate::Settling`] and by nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceAccount {
    /// Who pays.
    pub payer_id: Id<Customer>,
    /// With what.
    pub terms: PaymentTerms,
    /// What it owes, as it was settled last.
    pub owed: Owed,
    /// What was charged of it.
    pub charged: Charged,
    /// Its invoice items, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub item_ids: Vec<Id<InvoiceItem>>,
    /// Who spends credits of a company by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spender: Option<Spender>,
}

/// A member who spends credits of a company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spender {
    /// The member.
    pub member_id: Id<Member>,
    /// The local month in which they are spent, such as `2026-11`.
    pub month: String,
    /// Most that the member may spend in it, as it was agreed when they were first spent; no limit when none.
    pub limit: Option<i64>,
}

impl SourceAccount {
    /// The account of a source that owes nothing yet.
    #[must_use]
    pub const fn new(payer_id: Id<Customer>, terms: PaymentTerms, spender: Option<Spender>) -> Self {
        let charged = Charged {
            credits: Vec::new(),
            day_passes: Vec::new(),
            pending_minor: 0,
            invoiced_minor: 0,
            external_minor: 0,
        };
        Self { payer_id, terms, owed: Owed::NOTHING, charged, item_ids: Vec::new(), spender }
    }

    /// Whether settling it may change a wallet's units.
    #[must_use]
    pub const fn uses_wallet(&self) -> bool {
        match self.terms.source {
            PaymentSource::Credits | PaymentSource::DayPass => true,
            PaymentSource::None | PaymentSource::Invoice | PaymentSource::External => false,
        }
    }

    /// What was charged, for an answer.
    #[must_use]
    pub fn view(&self, currency: Currency) -> ChargesView {
        ChargesView::of(&self.charged, currency)
    }
}

impl Spender {
    /// Counts the credits of a company that the member has spent in the month.
    #[must_use]
    pub fn counter(&self, company: Id<Customer>) -> Counter {
        Self::counter_of(company.cast(), self.member_id, &self.month)
    }

    /// The same of any member and month.
    #[must_use]
    pub fn counter_of(company: Id<Company>, member: Id<Member>, month: &str) -> Counter {
        Counter::new("company_credits_spent", format!("{company}#{member}#{month}"))
    }
}

/// What is charged for something, by what it is paid with.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Charges")]
pub struct ChargesView {
    /// Credits, by the buckets that they were taken from.
    pub credits_applied: Vec<BucketPartView>,
    /// Day passes, by the buckets that they were taken from.
    pub day_passes_applied: Vec<BucketPartView>,
    /// On the payer's invoices, as the item has it: without tax, unless prices include it.
    pub invoice_amount: Amount,
    /// By payments outside of this service, tax included.
    pub external_amount: Amount,
}

impl ChargesView {
    /// The wire form of what was charged.
    #[must_use]
    pub fn of(charged: &Charged, currency: Currency) -> Self {
        let parts = |unit| charged.parts(unit).iter().map(BucketPartView::of).collect();
        Self {
            credits_applied: parts(Unit::Credits),
            day_passes_applied: parts(Unit::DayPasses),
            invoice_amount: Amount::of(charged.pending_minor + charged.invoiced_minor, currency),
            external_amount: Amount::of(charged.external_minor, currency),
        }
    }
}
