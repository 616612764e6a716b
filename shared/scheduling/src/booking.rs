//! Booking: a customer's use of a resource for a period. Its state is stored as facts; that it is completed, expired or
//! released follows from them and the time (`docs/areas/bookings.md`, 18 and 19).

pub mod availability;
pub mod calendar_entry;
pub mod cancellation;
pub mod customer_dependence;
pub mod fee_percent;
pub mod frequency;
pub mod late_fee;
pub mod length;
pub mod part;
pub mod payment;
pub mod policy;
pub mod price_override;
pub mod request;
#[cfg(any(test, feature = "testing"))]
pub mod sample;
pub mod start_windows;
pub mod stored_policy;
pub mod taken;
pub mod transition;
pub mod view;

pub use billing::settlement::PaymentSource;

pub use self::{
    late_fee::LateFee, part::Part, payment::BookingPayment, price_override::PriceOverride, request::BookingRequest,
    taken::TakenResource, view::BookingView,
};
use chrono::Duration;
use records::{Location, VisitorVisit, booking_policy::BookingPolicy, member::Member};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{CalendarEntry, Entity, Index, IndexBy, Indexes, RareState, Writable, record::FurtherEntry};
use uuid::Uuid;
use values::{Currency, Id, Kind, KindName, LongText, Period, ShortText, TimeZone, Timestamp, customer::Customer};

use crate::{
    booking_price::PriceBreakdown,
    resource::{Resource, ResourceType},
    slot::{Slot, SlotKind},
};

/// Longest booking, in days (`docs/areas/bookings.md`, 6).
pub const BOOKING_DAYS_MAX: i64 = 31;

/// A series of bookings; the bookings area has its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesKind;

impl Kind for SeriesKind {
    const KIND: KindName = KindName::BookingSeriesReference;
}

/// An order of extras; the area of the shop has its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShopOrderReference;

impl Kind for ShopOrderReference {
    const KIND: KindName = KindName::ShopOrderReference;
}

/// What becomes of a request for a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BookingOutcome {
    /// It is a booking at once.
    Confirmed,
    /// It waits for approval.
    Pending,
    /// It is refused; the broken rules or conflicts say why.
    Refused,
}

/// A booking as it is stored, with its price and payment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Booking {
    /// The first resource that is booked.
    pub resource_id: Id<Resource>,
    /// Type of the resource when it was booked or last moved, for the list's filter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_type: Option<ResourceType>,
    /// What is booked with it, all or nothing.
    pub additional_resource_ids: Vec<Id<Resource>>,
    /// Who books: a member or a company.
    pub customer_id: Id<Customer>,
    /// Where the resource is.
    pub location_id: Id<Location>,
    /// First instant of the booked time.
    pub start: Timestamp,
    /// First instant after it, as it was booked.
    pub end: Timestamp,
    /// What was decided about it.
    pub state: BookingState,
    /// When it stops being pending or confirmed by itself: a pending booking expires, a confirmed one to which nobody
    /// came is released.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub void_at: Option<Timestamp>,
    /// What it is for.
    pub title: ShortText,
    /// How many people come.
    pub attendees: i64,
    /// Units of the resource.
    pub units: u32,
    /// Person who booked for a company.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_id: Option<Id<Member>>,
    /// Series it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series_id: Option<Id<SeriesKind>>,
    /// For the people who run the place.
    pub notes: LongText,
    /// How it is paid.
    pub payment_source: PaymentSource,
    /// Who pays it, what it owes and what was charged; none when nobody pays, and in a booking of before it was settled
    /// here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment: Option<Box<BookingPayment>>,
    /// Quote it was booked by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote_id: Option<Uuid>,
    /// Price when it was booked or last moved; later edits of rates do not reach it.
    pub price: PriceBreakdown,
    /// Price that staff gave it instead of the one by its rates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_override: Option<Box<PriceOverride>>,
    /// Currency of the price.
    pub currency: Currency,
    /// Policy of its resource when it was booked: buffers, cancellation ladder, check-in.
    #[serde(serialize_with = "stored_policy::serialize")]
    pub policy: BookingPolicy,
    /// Those of the additional resources, in their order. None in a booking of before they were kept: then `policy` is
    /// the policy of all it takes.
    #[serde(default, serialize_with = "stored_policy::serialize_all", skip_serializing_if = "Vec::is_empty")]
    pub additional_policies: Vec<BookingPolicy>,
    /// What a cancellation cost when it was moved while that cost something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_fee: Option<LateFee>,
    /// Whether the cancellation ladder for members applies.
    pub is_member: bool,
    /// Time zone of the location when it was booked.
    pub time_zone: TimeZone,
    /// Resources whose calendars hold it, with the units taken there: its own, additional ones, and their children.
    pub taken: Vec<TakenResource>,
    /// Whether policy was set aside for it.
    pub overridden: bool,
    /// When people checked in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked_in_at: Option<Timestamp>,
    /// When people checked out: from then on its time is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked_out_at: Option<Timestamp>,
    /// Whether it was marked that nobody came.
    pub no_show: bool,
    /// When, why and at what fee it was cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation: Option<Cancellation>,
    /// Visits of people who come to it beside its attendees; cancelled ones are not among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub visitor_ids: Vec<Id<VisitorVisit>>,
    /// Orders of extras for it, oldest first, also those that came to nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras_order_ids: Vec<Id<ShopOrderReference>>,
    /// The booking of another customer whose time it took over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handed_over_from_id: Option<Id<Self>>,
    /// The booking of another customer that took over its time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handed_over_to_id: Option<Id<Self>>,
}

/// What clients change of a booking, in place: its time and place change by rescheduling.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct BookingFields {
    /// What it is for.
    title: ShortText,
    /// How many people come.
    #[schemars(range(min = 1, max = 100_000))]
    attendees: i64,
    /// For the people who run the place.
    notes: LongText,
}

impl Writable for Booking {
    type Fields = BookingFields;
}

/// What was decided about a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BookingState {
    /// It holds its slot and waits for approval.
    Pending,
    /// It was accepted, or needed no approval.
    Confirmed,
    /// It was cancelled or declined.
    Cancelled,
    /// Its people have left, or the sweep has seen that its time is over.
    Completed,
}

/// When, why and at what fee a booking was cancelled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancellation {
    /// When the booking was cancelled.
    pub at: Timestamp,
    /// Why the booking was cancelled.
    pub reason: CancellationReason,
    /// What the client wrote about it.
    pub comment: LongText,
    /// What it costs, in minor units.
    pub fee_minor: i64,
}

/// Why a booking was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancellationReason {
    /// The customer no longer wants it.
    Customer,
    /// The operator took it back, at no fee.
    Operator,
    /// It waited for approval and was declined.
    Declined,
    /// It waited for approval until its deadline.
    Expired,
    /// Nobody came, and the booking was released or marked.
    NoShow,
}

/// Status of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BookingStatus {
    /// It holds its slot and waits for approval.
    Pending,
    /// It stands, now or in the future.
    Confirmed,
    /// It was cancelled, declined, expired or released.
    Cancelled,
    /// Its time is over.
    Completed,
}

impl BookingStatus {
    /// Its number among those that are counted.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Pending => 0,
            Self::Confirmed => 1,
            Self::Cancelled => 2,
            Self::Completed => 3,
        }
    }
}

impl Booking {
    /// Index of the bookings at a location, by start.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// Index of the bookings of a resource, by start.
    pub const BY_RESOURCE: IndexBy<Self, Id<Resource>> = IndexBy::new(Index::Second, "resource");
    /// Index of the bookings of a customer, by start.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Third, "customer");
    /// All of a merchant, by start.
    pub const ALL: IndexBy<Self, ()> = IndexBy::all(Index::Fourth, "all");

    /// What it takes of its calendars; an early check-out cuts it.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        Period::new(self.start, self.occupied_until())
    }

    /// Until when it takes time: to its end, or to an early check-out. People may check out before the start. It then
    /// takes one minute, because a period is never empty.
    #[must_use]
    pub fn occupied_until(&self) -> Timestamp {
        let left = |out: Timestamp| out.max(self.start.plus(Duration::minutes(1)));
        self.checked_out_at.map_or(self.end, |out| self.end.min(left(out)))
    }

    /// How many people come: attendees and visitors.
    #[must_use]
    pub fn people(&self) -> i64 {
        self.attendees.saturating_add(i64::try_from(self.visitor_ids.len()).unwrap_or(i64::MAX))
    }

    /// Its status at `now`.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> BookingStatus {
        let void = self.void_at.is_some_and(|void_at| void_at <= now);
        match self.state {
            BookingState::Cancelled => BookingStatus::Cancelled,
            BookingState::Completed => BookingStatus::Completed,
            BookingState::Pending | BookingState::Confirmed if void => BookingStatus::Cancelled,
            BookingState::Pending => BookingStatus::Pending,
            BookingState::Confirmed if self.end <= now => BookingStatus::Completed,
            BookingState::Confirmed => BookingStatus::Confirmed,
        }
    }

    /// Its cancellation at `now`: the stored one, or the one that follows from a deadline that has passed.
    #[must_use]
    pub fn cancellation_at(&self, now: Timestamp) -> Option<Cancellation> {
        if self.cancellation.is_some() {
            return self.cancellation.clone();
        }
        let at = self.void_at.filter(|void_at| *void_at <= now)?;
        let (reason, fee_minor) = match self.state {
            BookingState::Pending => (CancellationReason::Expired, 0),
            BookingState::Confirmed => (CancellationReason::NoShow, self.no_show_fee_minor()),
            BookingState::Cancelled | BookingState::Completed => return None,
        };
        Some(Cancellation { at, reason, comment: LongText::default(), fee_minor })
    }

    /// When time changes its status by itself; never when it is over.
    #[must_use]
    pub fn due_at(&self) -> Option<Timestamp> {
        match self.state {
            BookingState::Pending => self.void_at,
            BookingState::Confirmed => Some(self.void_at.map_or(self.end, |void_at| void_at.min(self.end))),
            BookingState::Cancelled | BookingState::Completed => None,
        }
    }

    /// When a period of a subscription begins that pays for it: what was reserved of it is taken then, or found
    /// missing.
    #[must_use]
    pub fn reserved_until(&self) -> Option<Timestamp> {
        let payment = self.payment.as_ref()?;
        payment.account.charged.reserved.iter().map(|one| one.posts_at).min()
    }

    /// The slot it takes for `units` in the calendar of its resource; that of another one may keep other gaps
    /// ([`TakenResource::slot`]).
    #[must_use]
    pub fn slot(&self, id: Uuid, units: u32) -> Slot {
        Slot {
            id,
            kind: SlotKind::Booking,
            start: self.start,
            end: self.occupied_until(),
            buffer_before_minutes: self.policy.buffer_before_minutes,
            buffer_after_minutes: self.policy.buffer_after_minutes,
            units,
            customer: Some(self.customer_id.uuid()),
            cooldown_minutes: self.policy.cooldown_minutes,
            until: self.void_at,
        }
    }
}

impl Kind for Booking {
    const KIND: KindName = KindName::Booking;
}

impl Entity for Booking {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id", "member_id"]);
    /// Of a resource or a customer few bookings begin in the same ten minutes.
    const RARE_STATE: Option<RareState> =
        Some(RareState { states: &[BookingStatus::Cancelled.number()], indexes: &[Index::First, Index::Fourth] });
    const PATH: &'static str = "/bookings";
    type View = BookingView;

    fn view(&self, now: Timestamp) -> BookingView {
        BookingView::of(self, now)
    }

    /// A day of the projector shows who has it with a room.
    fn further_entries(&self) -> Vec<FurtherEntry> {
        let under = |resource| Self::BY_RESOURCE.further(resource, self.start.to_string());
        self.additional_resource_ids.iter().map(under).collect()
    }

    fn calendar_entry(&self) -> Option<CalendarEntry> {
        Some(self.counted())
    }

    /// A provisional booking whose series did not come about is put away.
    fn put_away(&self) -> Option<Self> {
        Some(Self { title: ShortText::default(), notes: LongText::default(), ..self.clone() })
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let sort = format!("{}#{id}", self.start);
        Indexes::default()
            .by_sorted(&Self::BY_LOCATION, &self.location_id, sort.clone())
            .by_sorted(&Self::BY_RESOURCE, &self.resource_id, sort.clone())
            .by_sorted(&Self::BY_CUSTOMER, &self.customer_id, sort.clone())
            .by_sorted(&Self::ALL, &(), sort)
            .due(self.due_at().into_iter().chain(self.reserved_until()).min())
    }
}
