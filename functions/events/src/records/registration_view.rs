//! What a registration shows.

use schemars::JsonSchema;
use serde::Serialize;
use settlement::source_account::ChargesView;
use values::{Amount, Customer, Id, LongText, Percent, Timestamp};

use super::{
    registration_facts::RegistrationFacts,
    registration_state::{CancelledBy, RegistrationStatus, TicketPaymentStatus},
};

/// Seats of an event that somebody has: a ticket.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "EventRegistration")]
pub struct EventRegistrationView {
    /// What is shown of it as it is stored.
    #[serde(flatten)]
    pub facts: RegistrationFacts,
    /// State at the moment of the answer.
    pub status: RegistrationStatus,
    /// Whether it is paid for.
    pub payment_status: TicketPaymentStatus,
    /// Who pays: the customer, or the company of a member; null when this service charges nobody.
    pub payer_id: Option<Id<Customer>>,
    /// Price of a seat; with tax where the location's prices include it.
    pub unit_price: Amount,
    /// Discount of the customer's plan, in percent.
    pub discount_percent: Percent,
    /// What is taken off.
    pub discount_amount: Amount,
    /// Tax rate of the event in percent, when this was made.
    pub tax_rate: Percent,
    /// Tax on all of its seats, which is part of `total_amount`.
    pub tax_amount: Amount,
    /// What it costs, tax included.
    pub total_amount: Amount,
    /// What it costs in credits; null when credits do not pay for it.
    pub credits_total: Option<i64>,
    /// What is charged for it now.
    pub charged: ChargesView,
    /// What of a paid registration is no longer owed, tax included. Of a payment outside, it is to be paid back there.
    pub refunded_total: Amount,
    /// When it ends unless it is paid; null when it does not.
    pub expires_at: Option<Timestamp>,
    /// When it was paid; null when it is not.
    pub paid_at: Option<Timestamp>,
    /// When the first of them came; null when nobody has.
    pub checked_in_at: Option<Timestamp>,
    /// When it came to nothing; null when it did not.
    pub cancelled_at: Option<Timestamp>,
    /// Who or what ended it; null when it was not cancelled.
    pub cancelled_by: Option<CancelledBy>,
    /// Why it was cancelled, in words.
    pub cancelled_reason: LongText,
}
