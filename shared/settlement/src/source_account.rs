//! What is stored with a source, such as a booking, about its payment: who pays how, what it owes, and what was charged
//! for it.

use billing::{
    settlement::{Charged, Owed, PaymentSource, PaymentTerms, Reserved},
    wallet::Unit,
};
use money_documents::invoice_item::InvoiceItem;
use records::{Company, Member};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Amount, Counter, Currency, Customer, Id, Timestamp};
use wallets_and_journal::wallet_transaction::BucketPartView;

/// The payment of a source. What it owes is settled by [`crate::Settling`] and by nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceAccount {
    /// Customer who pays: a member or a company.
    pub payer_id: Id<Customer>,
    /// What pays: credits, day passes, an invoice or an outside payment.
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
    /// Member of the company who spends its credits.
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
            reserved: Vec::new(),
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
    /// Credits that are reserved of periods of a subscription that have not begun.
    pub credits_reserved: Vec<ReservedPartView>,
    /// Day passes that are reserved likewise.
    pub day_passes_reserved: Vec<ReservedPartView>,
    /// On the payer's invoices, as the item has it: without tax, unless prices include it.
    pub invoice_amount: Amount,
    /// By payments outside of this service, tax included.
    pub external_amount: Amount,
}

/// What is reserved of a period of a subscription that has not begun.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ReservedPart")]
pub struct ReservedPartView {
    /// How many of what it will grant.
    pub amount: i64,
    /// Its first instant, when they are taken.
    pub scheduled_for: Timestamp,
    /// When what it grants expires.
    pub expires_at: Timestamp,
    /// Subscription whose future period will grant what is reserved.
    pub subscription_id: Id<()>,
}

impl ReservedPartView {
    const fn of(part: &Reserved) -> Self {
        Self {
            amount: part.amount,
            scheduled_for: part.posts_at,
            expires_at: part.expires_at,
            subscription_id: part.subscription_id,
        }
    }
}

impl ChargesView {
    /// The wire form of what was charged.
    #[must_use]
    pub fn of(charged: &Charged, currency: Currency) -> Self {
        let parts = |unit| charged.parts(unit).iter().map(BucketPartView::of).collect();
        let of_unit = |unit| charged.reserved.iter().filter(move |one| one.unit == unit);
        let reserved = |unit| of_unit(unit).map(ReservedPartView::of).collect();
        Self {
            credits_applied: parts(Unit::Credits),
            day_passes_applied: parts(Unit::DayPasses),
            credits_reserved: reserved(Unit::Credits),
            day_passes_reserved: reserved(Unit::DayPasses),
            invoice_amount: Amount::of(charged.pending_minor + charged.invoiced_minor, currency),
            external_amount: Amount::of(charged.external_minor, currency),
        }
    }
}
