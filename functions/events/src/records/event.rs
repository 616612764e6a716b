//! Event: the stored record, and what follows from it and the time.

pub mod calendar_entry;

use std::borrow::Cow;

use chrono::Duration;
use records::{FileKey, Location, TaxRate};
use scheduling::{CalendarBlock, Resource};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use store::{CalendarEntry, Entity, Index, IndexBy, Indexes, holds_fields};
use values::{
    Amount, Currency, Id, Kind, KindName, LongText, Name, Percent, ShortText, Timestamp, Url, audience::OfferAudience,
    recurrence::RecurrenceRule,
};

use super::event_state::{Availability, EventCancellation, EventStatus, SeatNumbers};

/// What clients write of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventFields {
    /// Where it takes place.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// What people call it.
    pub title: Name,
    /// What it is about.
    #[serde(default)]
    pub description: LongText,
    /// First instant of the event.
    pub start_time: Timestamp,
    /// First instant after it; at most 31 days later.
    pub end_time: Timestamp,
    /// Where at the location, or elsewhere, in words.
    #[serde(default)]
    pub venue: ShortText,
    /// The resource that it takes as long as it is published; null when it takes none.
    #[serde(default)]
    pub resource_id: Option<Id<Resource>>,
    /// How many seats there are; no limit when null.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100_000))]
    pub capacity: Option<i64>,
    /// Most seats of one customer, or of one guest.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 100))]
    pub max_per_customer: i64,
    /// Who may register; `members` unless a create says otherwise.
    #[serde(default)]
    pub visibility: OfferAudience,
    /// Price of a seat, in the location's currency; with tax where the location's prices include it.
    #[serde(default)]
    pub price: Amount,
    /// Price of a seat in credits; null when credits do not pay for it.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub credit_price: Option<i64>,
    /// Price of a seat for whoever is no member of the location; null when it is the same.
    #[serde(default)]
    pub visitor_price: Option<Amount>,
    /// Tax in percent; null when it is the location's. Kept but not applied while `tax_rate_id` is given.
    #[serde(default)]
    pub tax_rate: Option<Percent>,
    /// Tax rate by date: what it is on the day on which the event begins applies. Null when it has none of its own.
    #[serde(default)]
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// Until so many minutes before the start whoever cancels gets everything back, and nothing later.
    #[serde(default)]
    #[schemars(range(min = 0, max = 525_600))]
    pub refund_cutoff_minutes: i64,
    /// Whether people may wait for seats that come free.
    #[serde(default)]
    pub waitlist_enabled: bool,
    /// Whether a small party may pass a larger one for which too few seats are free.
    #[serde(default)]
    pub waitlist_passing: bool,
    /// When registration opens; with publication when null.
    #[serde(default)]
    pub registration_opens_at: Option<Timestamp>,
    /// When registration closes; with the start when null.
    #[serde(default)]
    pub registration_closes_at: Option<Timestamp>,
    /// What kind of event it is, such as `workshop`.
    #[serde(default)]
    pub category: ShortText,
    /// Addresses of pictures and films.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub media: Vec<Url>,
    /// Keys of pictures and films that were uploaded to this merchant.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub media_keys: Vec<FileKey>,
    /// The rule by which it takes place again, at most 40 times; `start_time` is the first time. Each is an event of
    /// its own.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub recurrence: Option<EventRecurrence>,
}

/// The rule by which an event takes place again. In an answer it stands among the fields of the event, and its empty
/// parts are null there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventRecurrence(pub RecurrenceRule);

impl JsonSchema for EventRecurrence {
    fn schema_name() -> Cow<'static, str> {
        "EventRecurrence".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        RecurrenceRule::json_schema(generator)
    }
}

const fn one() -> i64 {
    1
}

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Fields of the event that clients write.
    #[serde(flatten)]
    pub fields: EventFields,
    /// Currency of its prices: the location's, which cannot change while there is a price.
    pub currency: Currency,
    /// State, as it was written down last.
    pub status: EventStatus,
    /// First of the events that were made together by a rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series_id: Option<Id<Self>>,
    /// When it was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<Timestamp>,
    /// The time that it takes of its resource.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block_id: Option<Id<CalendarBlock>>,
    /// How it came to nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation: Option<EventCancellation>,
    /// When its registrations and its waiting list are ended, which is due once it is over or was cancelled; none when
    /// that is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closing_due: Option<Timestamp>,
    /// What is taken of it, as it was read for an answer.
    #[serde(skip)]
    pub seats: Option<SeatNumbers>,
}

holds_fields!(Event, EventFields);

impl Event {
    /// By location, in order of the start.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// By series, in order of the start.
    pub const BY_SERIES: IndexBy<Self, Id<Self>> = IndexBy::new(Index::Second, "series");
    /// All of a merchant, in order of the start.
    pub const ALL: IndexBy<Self, ()> = IndexBy::all(Index::Fourth, "all");

    /// A draft of these fields.
    #[must_use]
    pub const fn draft(fields: EventFields, currency: Currency) -> Self {
        Self {
            fields,
            currency,
            status: EventStatus::Draft,
            series_id: None,
            published_at: None,
            block_id: None,
            cancellation: None,
            closing_due: None,
            seats: None,
        }
    }

    /// The state at an instant: what was published is completed once it is over, whether that was written down or not.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> EventStatus {
        if self.status == EventStatus::Published && self.end_time <= now { EventStatus::Completed } else { self.status }
    }

    /// When registration closes: as the event says, else at its start.
    #[must_use]
    pub fn closes_at(&self) -> Timestamp {
        self.registration_closes_at.unwrap_or(self.start_time)
    }

    /// Whether somebody may register at an instant.
    #[must_use]
    pub fn takes_registrations(&self, now: Timestamp) -> bool {
        let is_open = self.registration_opens_at.is_none_or(|opens| opens <= now) && now < self.closes_at();
        self.status_at(now) == EventStatus::Published && is_open
    }

    /// Until when whoever cancels gets everything back.
    #[must_use]
    pub fn refundable_until(&self) -> Timestamp {
        self.start_time.plus(-Duration::minutes(self.refund_cutoff_minutes))
    }

    /// Whether it counts among what stands at its location: until it has ended and everything about it is written down.
    #[must_use]
    pub const fn stands(&self) -> bool {
        match self.status {
            EventStatus::Draft | EventStatus::Published => true,
            EventStatus::Cancelled | EventStatus::Completed => self.closing_due.is_some(),
        }
    }

    fn due(&self) -> Option<Timestamp> {
        match self.status {
            EventStatus::Published => Some(self.end_time),
            EventStatus::Draft | EventStatus::Cancelled | EventStatus::Completed => self.closing_due,
        }
    }
}

impl Kind for Event {
    const KIND: KindName = KindName::Event;
}

impl Entity for Event {
    const VISIBILITY: values::Visibility = values::Visibility::catalogue(
        &[("status", "published")],
        Some(&[("status", "published"), ("visibility", "public")]),
    );
    const PATH: &'static str = "/events";
    type View = EventView;

    fn view(&self, now: Timestamp) -> EventView {
        let none = SeatNumbers { taken: 0, offered: 0, waited_for: 0, available: Availability::Available };
        let seats = self.seats.unwrap_or(none);
        EventView {
            fields: self.fields.clone(),
            currency: self.currency,
            status: self.status_at(now),
            available: seats.available,
            seats_taken: seats.taken,
            seats_offered: seats.offered,
            seats_waited_for: seats.waited_for,
            series_id: self.series_id,
            published_at: self.published_at,
            calendar_block_id: self.block_id,
            cancelled_at: self.cancellation.as_ref().map(|cancellation| cancellation.at),
            cancelled_reason: self.cancellation.as_ref().map(|one| one.reason.clone()).unwrap_or_default(),
            is_closing: self.closing_due.is_some(),
        }
    }

    fn settled(self, now: Timestamp) -> Self {
        match (self.status, self.status_at(now)) {
            (EventStatus::Published, EventStatus::Completed) => {
                Self { status: EventStatus::Completed, closing_due: Some(self.end_time), ..self }
            }
            _ => self,
        }
    }

    fn calendar_entry(&self) -> Option<CalendarEntry> {
        Some(self.counted())
    }

    fn names(&self) -> Vec<&str> {
        vec![self.title.as_str(), self.venue.as_str(), self.category.as_str()]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let sort = || format!("{}#{id}", self.start_time);
        let indexes = Indexes::default()
            .by_sorted(&Self::BY_LOCATION, &self.location_id, sort())
            .by_sorted(&Self::ALL, &(), sort())
            .due(self.due());
        match &self.series_id {
            Some(series) => indexes.by_sorted(&Self::BY_SERIES, series, sort()),
            None => indexes,
        }
    }
}

/// An event that people come to.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Event")]
pub struct EventView {
    /// Fields of the event that clients write.
    #[serde(flatten)]
    fields: EventFields,
    /// Currency of its prices.
    currency: Currency,
    /// State at the moment of the answer; a published event that is over is `completed`.
    status: EventStatus,
    /// Whether seats are left.
    available: Availability,
    /// Seats of registrations that were not cancelled.
    seats_taken: i64,
    /// Seats that are kept for offers to whoever waits.
    seats_offered: i64,
    /// Seats that people wait for.
    seats_waited_for: i64,
    /// First of the events that were made together by a rule; null when it was made alone.
    series_id: Option<Id<Event>>,
    /// When it was published; null before.
    published_at: Option<Timestamp>,
    /// The time that it takes of its resource; null when it takes none.
    calendar_block_id: Option<Id<CalendarBlock>>,
    /// When it was cancelled; null when it was not.
    cancelled_at: Option<Timestamp>,
    /// Why it was cancelled, in words.
    cancelled_reason: LongText,
    /// Whether registrations are still being ended, because it was cancelled or is over.
    is_closing: bool,
}
