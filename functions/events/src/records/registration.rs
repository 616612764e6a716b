//! Registration: the stored record, and what follows from it, its event and the time.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize};
use settlement::SourceAccount;
use shared::codes::SignedPayload;
use store::{Entity, Index, IndexBy, Indexes, Record, Writable};
use values::{
    Amount, Customer, Day, EmailAddress, Id, Kind, KindName, LongText, Timestamp, UniqueKey, email::comparable_email,
};

use super::{
    event::Event,
    event_state::EventStatus,
    registration_facts::RegistrationFacts,
    registration_fields::EventRegistrationFields,
    registration_state::{
        CancelledBy, RegistrationCancellation, RegistrationStatus, TicketPaymentSource, TicketPaymentStatus,
    },
    registration_view::EventRegistrationView,
    ticket_price::TicketPrice,
};

/// What the QR code of a ticket says.
pub const QR_PAYLOAD: SignedPayload = SignedPayload { prefix: "ticket1.", purpose: "event ticket" };

/// A registration as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventRegistration {
    /// What is shown of it as it is stored.
    #[serde(flatten)]
    pub facts: RegistrationFacts,
    /// The location's days of the event when it was made.
    pub days: (Day, Day),
    /// Whether credits of one location paid at another when it was made.
    pub cross_location: bool,
    /// What the registration costs, as of when it was made.
    pub price: TicketPrice,
    /// What of that is still owed, tax included.
    pub owed_minor: i64,
    /// Who pays it, and what was charged; none when nobody does whom this service charges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<SourceAccount>,
    /// State, as it was written down last.
    pub status: RegistrationStatus,
    /// When it ends unless it is paid; of one that is not paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// When it was paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<Timestamp>,
    /// By what its holder is recognised, as long as its seats count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limit_keys: Vec<String>,
    /// When the first of them came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked_in_at: Option<Timestamp>,
    /// How it came to nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation: Option<RegistrationCancellation>,
    /// When it is looked at whether what is known of the guest is to be purged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look_at: Option<Timestamp>,
    /// When it was cancelled, or its event ended; none before that is written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// What its event is, as it was read for an answer.
    #[serde(skip)]
    pub event: Option<EventFacts>,
}

impl Deref for EventRegistration {
    type Target = RegistrationFacts;

    fn deref(&self) -> &RegistrationFacts {
        &self.facts
    }
}

impl DerefMut for EventRegistration {
    fn deref_mut(&mut self) -> &mut RegistrationFacts {
        &mut self.facts
    }
}

impl Writable for EventRegistration {
    type Fields = EventRegistrationFields;
}

/// What of an event decides about its registrations and entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventFacts {
    /// First instant after the event.
    pub end: Timestamp,
    /// When it was cancelled.
    pub cancelled_at: Option<Timestamp>,
    /// When registration closes, and with it every offer of seats.
    pub closes_at: Timestamp,
}

impl EventFacts {
    /// Those of an event.
    #[must_use]
    pub fn of(event: &Event) -> Self {
        let cancelled_at = event.cancellation.as_ref().map(|cancellation| cancellation.at);
        Self { end: event.end_time, cancelled_at, closes_at: event.closes_at() }
    }

    /// Those of an event that decide about what was read of it.
    #[must_use]
    pub fn among(events: &[Record<Event>], id: Id<Event>) -> Option<Self> {
        let event = events.iter().find(|event| event.id == id)?;
        (event.body.status != EventStatus::Draft).then(|| Self::of(&event.body))
    }
}

impl EventRegistration {
    /// Index of the registrations for an event.
    pub const BY_EVENT: IndexBy<Self, Id<Event>> = IndexBy::new(Index::First, "event");
    /// Index of the registrations of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Second, "customer");
    /// Those of guests, by the address: as `records::personal_data::declared::BY_GUEST` reads them.
    pub const BY_GUEST: IndexBy<Self, EmailAddress> =
        IndexBy::compared(Index::Third, "guest", |email| comparable_email(email.as_str()));

    /// The code on the ticket, which one live registration of an event has.
    #[must_use]
    pub fn code_key(event: Id<Event>, code: &str) -> UniqueKey {
        UniqueKey::new("event_ticket", format!("{event}#{code}")).of_field("ticket_code")
    }

    /// The state at an instant, whether that was written down or not.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> RegistrationStatus {
        if !self.status.is_live() {
            return self.status;
        }
        if self.cancellation_at(now).is_some() {
            return RegistrationStatus::Cancelled;
        }
        match self.event.filter(|event| event.end <= now && self.status == RegistrationStatus::Confirmed) {
            Some(_) if self.checked_in_count > 0 => RegistrationStatus::Attended,
            Some(_) => RegistrationStatus::NoShow,
            None => self.status,
        }
    }

    /// When it ends, if it is not paid.
    fn unpaid_until(&self) -> Option<Timestamp> {
        if self.status == RegistrationStatus::Pending && self.paid_at.is_none() { self.expires_at } else { None }
    }

    /// Whether it has ended unpaid, and nobody has written that down.
    #[must_use]
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        self.unpaid_until().is_some_and(|at| at <= now)
    }

    /// How it came to nothing, at an instant.
    #[must_use]
    pub fn cancellation_at(&self, now: Timestamp) -> Option<RegistrationCancellation> {
        if !self.status.is_live() {
            return self.cancellation.clone();
        }
        let by = |at, by, is_refunded| RegistrationCancellation { at, by, reason: LongText::default(), is_refunded };
        // A payment that is still awaited when the event ends does not come any more.
        let awaited_until = |until: Timestamp| self.event.map_or(until, |event| until.min(event.end));
        let unpaid = self.unpaid_until().map(awaited_until).filter(|at| *at <= now);
        let unpaid = unpaid.map(|at| by(at, CancelledBy::Time, false));
        let event = self.event.and_then(|event| event.cancelled_at);
        let paid = self.paid_at.is_some();
        match (unpaid, event) {
            (Some(unpaid), Some(at)) if at < unpaid.at => Some(by(at, CancelledBy::Event, paid)),
            (Some(unpaid), _) => Some(unpaid),
            (None, Some(at)) => Some(by(at, CancelledBy::Event, paid)),
            (None, None) => None,
        }
    }

    /// Whether it is paid.
    #[must_use]
    pub fn payment_status(&self) -> TicketPaymentStatus {
        let is_refunded = self.cancellation.as_ref().is_some_and(|cancellation| cancellation.is_refunded);
        match self.paid_at {
            None => TicketPaymentStatus::Unpaid,
            Some(_) if is_refunded => TicketPaymentStatus::Refunded,
            Some(_) => TicketPaymentStatus::Paid,
        }
    }

    /// What of a paid registration is no longer owed.
    #[must_use]
    pub fn refunded(&self) -> Amount {
        let minor = self.paid_at.map_or(0, |_| self.price.owed.money_minor - self.owed_minor);
        Amount::of(minor, self.currency)
    }

    /// The wire form at an instant.
    fn shown(&self, now: Timestamp) -> EventRegistrationView {
        let amount = |minor| Amount::of(minor, self.currency);
        let (price, cancellation) = (&self.price, self.cancellation_at(now));
        let account = self.account.as_ref();
        let mut charged = account.map(|account| account.view(self.currency)).unwrap_or_default();
        if account.is_none() && self.payment_source == TicketPaymentSource::External {
            charged.external_amount = amount(self.owed_minor);
        }
        EventRegistrationView {
            facts: self.facts.clone(),
            status: self.status_at(now),
            payment_status: self.payment_status(),
            payer_id: account.map(|account| account.payer_id),
            unit_price: amount(price.unit_minor),
            discount_percent: price.discount,
            discount_amount: amount(price.discount_minor),
            tax_rate: price.tax_rate,
            tax_amount: amount(price.tax_minor),
            total_amount: amount(price.owed.money_minor),
            credits_total: price.owed.credits,
            charged,
            refunded_total: self.refunded(),
            expires_at: if self.paid_at.is_none() { self.expires_at } else { None },
            paid_at: self.paid_at,
            checked_in_at: self.checked_in_at,
            cancelled_at: cancellation.as_ref().map(|cancellation| cancellation.at),
            cancelled_by: cancellation.as_ref().map(|cancellation| cancellation.by),
            cancelled_reason: cancellation.map(|cancellation| cancellation.reason).unwrap_or_default(),
        }
    }
}

impl Kind for EventRegistration {
    const KIND: KindName = KindName::EventRegistration;
}

impl Entity for EventRegistration {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
    const PATH: &'static str = "/event-registrations";
    type View = EventRegistrationView;

    fn view(&self, now: Timestamp) -> EventRegistrationView {
        self.shown(now)
    }

    fn unique_keys(&self) -> Vec<UniqueKey> {
        let live = self.status.is_live().then(|| Self::code_key(self.event_id, &self.ticket_code));
        live.into_iter().collect()
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_EVENT, &self.event_id, id)
            .by_any(&Self::BY_CUSTOMER, self.customer_id.as_ref(), id)
            .by_any(&Self::BY_GUEST, self.guest.as_ref().map(|guest| &guest.email), id)
            .due(self.unpaid_until().or(self.look_at))
    }
}
