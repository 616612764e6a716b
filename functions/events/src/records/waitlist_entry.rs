//! Entry in the waiting list of an event: somebody who wants seats that may come free.

use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Customer, EmailAddress, Id, Kind, KindName, Timestamp, email::comparable_email};

use super::{
    event::Event,
    party::EventGuest,
    registration::{EventFacts, EventRegistration},
};

/// An entry in the waiting list as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventWaitlistEntry {
    /// Event for whose seats somebody waits.
    pub event_id: Id<Event>,
    /// Location at which the event takes place.
    pub location_id: Id<Location>,
    /// Who waits: a member or a company.
    pub customer_id: Option<Id<Customer>>,
    /// Who waits, when nobody's customer.
    pub guest: Option<EventGuest>,
    /// Number of seats that are wanted together.
    pub quantity: i64,
    /// State, as it was written down last.
    pub status: EventWaitlistStatus,
    /// When seats were offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offered_at: Option<Timestamp>,
    /// Until when they are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer_expires_at: Option<Timestamp>,
    /// The registration that was made of the offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registration_id: Option<Id<EventRegistration>>,
    /// When it was accepted, cancelled or expired, once that is written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// When it is looked at whether what is known of the guest is to be purged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look_at: Option<Timestamp>,
    /// What its event is, as it was read for an answer.
    #[serde(skip)]
    pub event: Option<EventFacts>,
}

/// State of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventWaitlistStatus {
    /// It stands in the line.
    Waiting,
    /// Seats are kept for it until `offer_expires_at`.
    Offered,
    /// The offer became a registration.
    Accepted,
    /// The offer ended by itself, or nothing came free in time.
    Expired,
    /// It left the line, or the event was cancelled.
    Cancelled,
}

impl EventWaitlistStatus {
    /// Whether it can still come to something.
    #[must_use]
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Waiting | Self::Offered)
    }
}

impl EventWaitlistEntry {
    /// Index of the entries of an event's waiting list.
    pub const BY_EVENT: IndexBy<Self, Id<Event>> = IndexBy::new(Index::First, "event");
    /// Index of the entries of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Second, "customer");
    /// Those of guests, by the address: as `records::personal_data::declared::BY_GUEST` reads them.
    pub const BY_GUEST: IndexBy<Self, EmailAddress> =
        IndexBy::compared(Index::Third, "guest", |email| comparable_email(email.as_str()));

    /// Until when seats are kept for it: registration may close before.
    #[must_use]
    pub fn offer_ends_at(&self) -> Option<Timestamp> {
        self.offer_expires_at.map(|at| self.event.map_or(at, |event| at.min(event.closes_at)))
    }

    /// The state at an instant, whether that was written down or not.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> EventWaitlistStatus {
        let offer_is_over = self.offer_ends_at().is_some_and(|at| at <= now);
        match self.status {
            status if !status.is_live() => status,
            EventWaitlistStatus::Offered if offer_is_over => EventWaitlistStatus::Expired,
            _ if self.event.is_some_and(|event| event.cancelled_at.is_some()) => EventWaitlistStatus::Cancelled,
            _ if self.event.is_some_and(|event| event.end <= now) => EventWaitlistStatus::Expired,
            status => status,
        }
    }

    /// The same, ended at an instant.
    #[must_use]
    pub fn ended(self, status: EventWaitlistStatus, at: Timestamp) -> Self {
        let look_at = self.guest.as_ref().map(|_| records::visitor::first_look(at));
        let is_over = status == EventWaitlistStatus::Expired;
        let offer_expires_at = self.offer_expires_at.map(|until| if is_over { until.min(at) } else { until });
        Self { status, offer_expires_at, ended_at: Some(at), look_at, ..self }
    }
}

impl Kind for EventWaitlistEntry {
    const KIND: KindName = KindName::EventWaitlistEntry;
}

impl Entity for EventWaitlistEntry {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
    const PATH: &'static str = "/event-waitlist-entries";
    type View = EventWaitlistEntryView;

    fn view(&self, now: Timestamp) -> EventWaitlistEntryView {
        EventWaitlistEntryView {
            event_id: self.event_id,
            location_id: self.location_id,
            customer_id: self.customer_id,
            guest: self.guest.clone(),
            quantity: self.quantity,
            status: self.status_at(now),
            offered_at: self.offered_at,
            offer_expires_at: self.offer_ends_at(),
            registration_id: self.registration_id,
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_EVENT, &self.event_id, id)
            .by_any(&Self::BY_CUSTOMER, self.customer_id.as_ref(), id)
            .by_any(&Self::BY_GUEST, self.guest.as_ref().map(|guest| &guest.email), id)
            .due(self.look_at)
    }
}

/// Somebody who waits for seats of an event.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "EventWaitlistEntry")]
pub struct EventWaitlistEntryView {
    /// Event for whose seats somebody waits.
    event_id: Id<Event>,
    /// Location at which the event takes place.
    location_id: Id<Location>,
    /// Who waits: a member or a company; null of a guest.
    customer_id: Option<Id<Customer>>,
    /// Who waits, when of somebody who is no customer; null of a customer, and of a guest who was purged.
    guest: Option<EventGuest>,
    /// Number of seats that are wanted together.
    quantity: i64,
    /// State at the moment of the answer.
    status: EventWaitlistStatus,
    /// When seats were offered; null before.
    offered_at: Option<Timestamp>,
    /// Until when they are kept; null before.
    offer_expires_at: Option<Timestamp>,
    /// The registration that was made of the offer; null before.
    registration_id: Option<Id<EventRegistration>>,
}
