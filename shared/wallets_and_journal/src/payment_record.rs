//! Payments: what was paid, how, for which invoice, and what of it went back.

use billing::documents::{Paid, Payment, PaymentMethod, PaymentStatus};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Amount, Currency, Customer, Id, Kind, KindName, LongText, Money, ShortText, Timestamp, UniqueKey};

/// A payment, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentTransaction {
    /// Customer who paid: a member or a company.
    pub customer_id: Id<Customer>,
    /// Location of the payment; none when it is bound to no location.
    pub location_id: Option<Id<Location>>,
    /// What it pays; none when it goes to the customer's balance.
    pub invoice_id: Option<Id<()>>,
    /// The order that it pays.
    pub order_id: Option<Id<()>>,
    /// Currency of its amounts, as an ISO 4217 code.
    pub currency: Currency,
    /// Method by which it was paid, such as cash.
    pub method: PaymentMethod,
    /// State, amount paid and amount given back.
    #[serde(flatten)]
    pub payment: Payment,
    /// How it was divided.
    pub paid: Paid,
    /// What identifies it outside; empty when nothing does.
    pub gateway_reference: ShortText,
    /// Code of the reason for which it failed; none unless it did.
    pub failure_code: Option<ShortText>,
    /// When it was made.
    pub paid_at: Timestamp,
    /// What the operator says.
    pub note: LongText,
    /// What of it went back.
    pub refunds: Vec<Refund>,
    /// What is disputed of it.
    pub dispute: Option<Dispute>,
}

/// A part of a payment that went back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refund {
    /// Identifier of the refund in its payment.
    pub id: Id<()>,
    /// Amount that was given back, in minor units.
    pub amount_minor: i64,
    /// How much of that the customer's balance had.
    pub from_balance_minor: i64,
    /// Instant at which it was given back.
    pub at: Timestamp,
    /// The credit note that promised it.
    pub credit_note_id: Option<Id<()>>,
    /// What the operator says.
    pub reason: LongText,
}

/// A dispute of a payment by the bank of whoever paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PaymentDispute")]
pub struct Dispute {
    /// Instant at which the dispute began.
    pub opened_at: Timestamp,
    /// What the bank says.
    pub reason: ShortText,
}

impl PaymentTransaction {
    /// Index of the payments of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::First, "customer");
    /// Index of the payments at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::Second, "location");
    /// Index of the payments of an invoice.
    pub const BY_INVOICE: IndexBy<Self, Id<()>> = IndexBy::new(Index::Third, "invoice");

    /// The name that a reference outside holds: one payment has it.
    #[must_use]
    pub fn reference(text: &ShortText) -> UniqueKey {
        UniqueKey::new("payment_reference", text.as_str()).of_field("gateway_reference")
    }

    /// Amount that was paid, refunds not deducted.
    #[must_use]
    pub const fn amount(&self) -> Money {
        Money::new(self.payment.amount_minor, self.currency)
    }
}

impl Kind for PaymentTransaction {
    const KIND: KindName = KindName::PaymentTransaction;
}

impl Entity for PaymentTransaction {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
    const PATH: &'static str = "/payment-transactions";
    type View = PaymentView;

    fn view(&self, _now: Timestamp) -> PaymentView {
        let amount = |minor| Amount::of(minor, self.currency);
        let refund = |refund: &Refund| RefundView {
            id: refund.id,
            amount: amount(refund.amount_minor),
            refunded_at: refund.at,
            credit_note_id: refund.credit_note_id,
            reason: refund.reason.clone(),
        };
        PaymentView {
            customer_id: self.customer_id,
            location_id: self.location_id,
            invoice_id: self.invoice_id,
            order_id: self.order_id,
            amount: amount(self.payment.amount_minor),
            currency: self.currency,
            method: self.method,
            status: self.payment.status,
            gateway_reference: self.gateway_reference.clone(),
            failure_code: self.failure_code.clone(),
            paid_at: self.paid_at,
            note: self.note.clone(),
            applied_amount: amount(self.paid.applied_minor),
            balance_amount: amount(self.paid.to_balance_minor),
            refunded_amount: amount(self.payment.refunded_minor),
            refunds: self.refunds.iter().map(refund).collect(),
            dispute: self.dispute.clone(),
        }
    }

    fn unique_keys(&self) -> Vec<UniqueKey> {
        let named = !self.gateway_reference.as_str().is_empty();
        named.then(|| Self::reference(&self.gateway_reference)).into_iter().collect()
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_CUSTOMER, &self.customer_id, id)
            .by_any(&Self::BY_LOCATION, self.location_id.as_ref(), id)
            .by_any(&Self::BY_INVOICE, self.invoice_id.as_ref(), id)
    }
}

/// A payment by a customer, for an invoice or to their balance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PaymentTransaction")]
pub struct PaymentView {
    /// Who paid: a member or a company.
    pub customer_id: Id<Customer>,
    /// Where; null when it is bound to no location.
    pub location_id: Option<Id<Location>>,
    /// What it pays; null when it went to the customer's balance.
    pub invoice_id: Option<Id<()>>,
    /// The order that it pays; null when it pays none.
    pub order_id: Option<Id<()>>,
    /// Amount that was paid, in major units, refunds not deducted.
    pub amount: Amount,
    /// Currency of all amounts, as an ISO 4217 code.
    pub currency: Currency,
    /// Method by which it was paid, such as `cash`.
    pub method: PaymentMethod,
    /// State of the payment, such as `succeeded` or `refunded`.
    pub status: PaymentStatus,
    /// What identifies it outside; empty when nothing does.
    pub gateway_reference: ShortText,
    /// Why it failed; null unless it did.
    pub failure_code: Option<ShortText>,
    /// When it was made.
    pub paid_at: Timestamp,
    /// What the operator says.
    pub note: LongText,
    /// What of it the invoice took.
    pub applied_amount: Amount,
    /// What of it went to the customer's balance.
    pub balance_amount: Amount,
    /// What of it went back.
    pub refunded_amount: Amount,
    /// What went back, oldest first.
    pub refunds: Vec<RefundView>,
    /// What is disputed of it; null when nothing is.
    pub dispute: Option<Dispute>,
}

/// A part of a payment that went back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PaymentRefund")]
pub struct RefundView {
    /// Identifier of the refund in its payment.
    pub id: Id<()>,
    /// Amount that was given back, in major units.
    pub amount: Amount,
    /// Instant at which it was given back.
    pub refunded_at: Timestamp,
    /// The credit note that promised it; null when none did.
    pub credit_note_id: Option<Id<()>>,
    /// What the operator says.
    pub reason: LongText,
}
