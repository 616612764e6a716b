//! What is known of a registration, and shown of it as it is stored.

use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Currency, Customer, Id, Name, ShortText};

use super::{
    event::Event,
    party::EventGuest,
    registration_fields::EventRegistrationFields,
    registration_state::{Role, TicketPaymentSource},
};

/// What is known of a registration, and shown of it as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RegistrationFacts {
    /// What clients may change.
    #[serde(flatten)]
    pub fields: EventRegistrationFields,
    /// Event that the registration is for.
    pub event_id: Id<Event>,
    /// What it was called when this was made.
    pub event_title: Name,
    /// Location at which the event takes place.
    pub location_id: Id<Location>,
    /// Whose: a member's or a company's; null of a guest.
    pub customer_id: Option<Id<Customer>>,
    /// Whose, when of somebody who is no customer; null of a customer, and of a guest who was purged.
    pub guest: Option<EventGuest>,
    /// Number of seats that the registration has.
    pub quantity: i64,
    /// As what they come.
    pub role: Role,
    /// With what it is paid.
    pub payment_source: TicketPaymentSource,
    /// Currency of its amounts: the event's.
    pub currency: Currency,
    /// What identifies the payment outside.
    pub payment_reference: ShortText,
    /// Ten letters and digits with which somebody is checked in.
    pub ticket_code: String,
    /// Content of the QR code with which somebody is checked in.
    pub qr_payload: String,
    /// How many have come.
    pub checked_in_count: i64,
}
