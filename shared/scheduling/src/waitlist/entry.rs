//! A waiting-list entry: a customer who wants time that is taken, and the offer made to it.

use chrono::{Duration, NaiveDate};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes};
use uuid::Uuid;
use values::{Customer, Id, Kind, KindName, Period, Timestamp};

use crate::{
    booking::{
        Booking, SeriesKind,
        taken::{self, TakenResource},
    },
    resource::{Resource, ResourceType},
    slot::{Slot, SlotKind},
};

/// An entry of the waiting list as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaitlistEntry {
    /// What is waited for.
    #[serde(flatten)]
    pub want: WantedTime,
    /// Location of the time that is waited for.
    pub location_id: Id<Location>,
    /// Customer who waits: a member or a company.
    pub customer_id: Id<Customer>,
    /// How long an offer lasts, at most until its start.
    pub offer_minutes: u32,
    /// What was decided about it.
    pub state: WaitlistState,
    /// When the entry expires: with its offer, or when nothing it waits for can begin any more.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub void_at: Option<Timestamp>,
    /// The series whose occurrence could not be booked; the booking of an offer joins it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub series_id: Option<Id<SeriesKind>>,
    /// The time that was offered.
    pub offer: Option<Offer>,
    /// The booking that was made of the offer.
    pub booking_id: Option<Id<Booking>>,
    /// Place on the waiting list, looked up when it is shown.
    #[serde(skip)]
    pub position: Option<u32>,
}

/// Time that somebody waits for: a length, anywhere in a window, on one resource or on any of a type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WantedTime {
    /// The resource that is waited for; none when any of a type will do.
    pub resource_id: Option<Id<Resource>>,
    /// The type of which any resource will do; none when one resource is waited for.
    pub resource_type: Option<ResourceType>,
    /// The wanted time does not begin before this instant.
    pub earliest_start: Timestamp,
    /// The wanted time has ended by this instant.
    pub latest_end: Timestamp,
    /// Length of the wanted time in minutes.
    pub duration_minutes: u32,
    /// Units of the resource that are wanted.
    pub units: u32,
    /// Whether further resources are wanted with it: those of the entry's series. It stands here because their time
    /// coming free concerns the entry, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_others: bool,
}

impl WantedTime {
    /// Exactly this period of a resource, alone or with others.
    #[must_use]
    pub fn exactly(resource_id: Id<Resource>, period: Period, units: u32, with_others: bool) -> Self {
        Self {
            resource_id: Some(resource_id),
            resource_type: None,
            earliest_start: period.start(),
            latest_end: period.end(),
            duration_minutes: u32::try_from(period.minutes()).unwrap_or(u32::MAX),
            units,
            with_others,
        }
    }

    /// The last instant at which it could still begin.
    #[must_use]
    pub fn latest_start(&self) -> Timestamp {
        self.latest_end.plus(-self.duration())
    }

    /// When the wanted time can no longer begin, so that the entry is over.
    #[must_use]
    pub fn void_at(&self) -> Timestamp {
        self.latest_start().plus(Duration::milliseconds(1))
    }

    /// How long it lasts.
    #[must_use]
    pub fn duration(&self) -> Duration {
        Duration::minutes(self.duration_minutes.into())
    }

    /// The window in which it may lie, from `now` on.
    #[must_use]
    pub fn window(&self, now: Timestamp) -> Option<Period> {
        Period::new(self.earliest_start.max(now), self.latest_end)
    }

    /// Whether both could want the same time of the same thing.
    #[must_use]
    pub fn competes(&self, other: &Self) -> bool {
        self.resource_id == other.resource_id
            && self.resource_type == other.resource_type
            && self.earliest_start < other.latest_end
            && other.earliest_start < self.latest_end
    }
}

/// Time that is held for an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Resource whose time is offered.
    pub resource_id: Id<Resource>,
    /// First instant of the offered time.
    pub start: Timestamp,
    /// First instant after it.
    pub end: Timestamp,
    /// When the offer was made. Policy is judged as of this instant when it is accepted.
    pub made_at: Timestamp,
    /// When it ends by itself.
    pub expires_at: Timestamp,
    /// Minutes kept free before and after.
    pub buffers: (u32, u32),
    /// Calendars that hold it.
    pub taken: Vec<TakenResource>,
}

impl Offer {
    /// The slot it takes in a calendar; it is the entry's.
    #[must_use]
    pub fn slot(&self, id: Uuid, units: u32) -> Slot {
        Slot {
            id,
            kind: SlotKind::Hold,
            start: self.start,
            end: self.end,
            buffer_before_minutes: self.buffers.0,
            buffer_after_minutes: self.buffers.1,
            units,
            customer: None,
            cooldown_minutes: 0,
            until: Some(self.expires_at),
        }
    }

    /// Every resource and day whose item holds it.
    #[must_use]
    pub fn calendar_days(&self) -> Vec<(Uuid, NaiveDate)> {
        taken::days_of(&self.taken, &self.slot(Uuid::nil(), 0))
    }
}

/// What was decided about an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitlistState {
    /// It is on the waiting list.
    Waiting,
    /// Time is held for it.
    Offered,
    /// The offer became a booking.
    Accepted,
    /// The offer was not wanted.
    Declined,
    /// It left the waiting list.
    Cancelled,
    /// The sweep has seen that its offer, or the time it waited for, is over.
    Expired,
}

/// Status of an entry now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitlistStatus {
    /// It stands in the line.
    Waiting,
    /// Time is held for it until `offer_expires_at`.
    Offered,
    /// The offer became a booking.
    Accepted,
    /// The offer ended by itself, or nothing came free in time.
    Expired,
    /// The offer was not wanted.
    Declined,
    /// It left the line.
    Cancelled,
}

impl WaitlistEntry {
    /// Index of the waiting-list entries at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// Index of the entries that wait for a resource.
    pub const BY_RESOURCE: IndexBy<Self, Id<Resource>> = IndexBy::new(Index::Second, "resource");
    /// Index of a customer's waiting-list entries.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Third, "customer");

    /// Its status at `now`.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> WaitlistStatus {
        let over = self.void_at.is_some_and(|void_at| void_at <= now);
        match self.state {
            WaitlistState::Waiting | WaitlistState::Offered if over => WaitlistStatus::Expired,
            WaitlistState::Waiting => WaitlistStatus::Waiting,
            WaitlistState::Offered => WaitlistStatus::Offered,
            WaitlistState::Accepted => WaitlistStatus::Accepted,
            WaitlistState::Declined => WaitlistStatus::Declined,
            WaitlistState::Cancelled => WaitlistStatus::Cancelled,
            WaitlistState::Expired => WaitlistStatus::Expired,
        }
    }

    /// The entry in a state that time does not change.
    #[must_use]
    pub fn settled(&self, state: WaitlistState) -> Self {
        Self { state, void_at: None, ..self.clone() }
    }
}

impl Kind for WaitlistEntry {
    const KIND: KindName = KindName::WaitlistEntry;
}

impl Entity for WaitlistEntry {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id"]);
    const PATH: &'static str = "/waitlist-entries";
    type View = WaitlistEntryView;

    fn view(&self, now: Timestamp) -> WaitlistEntryView {
        let status = self.status(now);
        let offer = self.offer.as_ref();
        WaitlistEntryView {
            resource_id: self.want.resource_id,
            resource_type: self.want.resource_type,
            location_id: self.location_id,
            customer_id: self.customer_id,
            earliest_start: self.want.earliest_start,
            latest_end: self.want.latest_end,
            duration_minutes: self.want.duration_minutes,
            units: self.want.units,
            offer_minutes: self.offer_minutes,
            position: if status == WaitlistStatus::Waiting { self.position } else { None },
            status,
            offer_expires_at: offer.map(|offer| offer.expires_at),
            offered_resource_id: offer.map(|offer| offer.resource_id),
            offered_start_time: offer.map(|offer| offer.start),
            offered_end_time: offer.map(|offer| offer.end),
            booking_id: self.booking_id,
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .by(&Self::BY_CUSTOMER, &self.customer_id, id)
            .by_any(&Self::BY_RESOURCE, self.want.resource_id.as_ref(), id)
            .due(self.void_at)
    }
}

/// A customer who waits for time that is taken.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "WaitlistEntry")]
pub struct WaitlistEntryView {
    /// What is waited for, when it is one resource.
    resource_id: Option<Id<Resource>>,
    /// What is waited for, when any of a type will do.
    resource_type: Option<ResourceType>,
    /// Location of the time that is waited for.
    location_id: Id<Location>,
    /// Who waits: a member or a company.
    customer_id: Id<Customer>,
    /// The wanted time does not begin before this instant.
    earliest_start: Timestamp,
    /// The wanted time has ended by this instant.
    latest_end: Timestamp,
    /// Length of the wanted time in minutes.
    duration_minutes: u32,
    /// Units of the resource that are wanted.
    units: u32,
    /// How long an offer lasts, at most until its start.
    offer_minutes: u32,
    /// Place in the line of those who wait for the same at a time that overlaps, from 1; only while it waits.
    position: Option<u32>,
    /// State of the entry at the time of the answer.
    status: WaitlistStatus,
    /// Until when the offered time is held.
    offer_expires_at: Option<Timestamp>,
    /// Resource whose time is or was offered; null before any offer.
    offered_resource_id: Option<Id<Resource>>,
    /// First instant of what was offered.
    offered_start_time: Option<Timestamp>,
    /// First instant after it.
    offered_end_time: Option<Timestamp>,
    /// The booking that was made of the offer.
    booking_id: Option<Id<Booking>>,
}
