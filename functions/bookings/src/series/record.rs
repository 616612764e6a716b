//! A series as it is stored.

use chrono::Duration;
use records::{Location, Member};
use scheduling::{Booking, Resource, booking::PaymentSource, waitlist::WaitlistEntry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Index, IndexBy, Record};
use values::{
    ApiError, Customer, ErrorCode, Id, Kind, KindName, LongText, Period, ShortText, TimeZone, Timestamp,
    recurrence::RecurrenceRule,
};

use super::operation::SeriesOperation;

/// Bookings of a series that is being made hold their time for so long without being final: long enough for a series
/// that is active to be finished by whoever comes, even after hours.
const PROVISIONAL_HOURS: i64 = 24;
/// A series that is not active after this time has failed, and is taken back by whoever comes.
const FORMING_MINUTES: i64 = 10;
/// A request has ended after this time; what it left to be done is then due.
const UNFINISHED_SECONDS: i64 = 15;

/// A series of bookings as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BookingSeries {
    /// Resource that each booking of the series books.
    pub resource_id: Id<Resource>,
    /// What is booked with it.
    pub additional_resource_ids: Vec<Id<Resource>>,
    /// Who books: a member or a company.
    pub customer_id: Id<Customer>,
    /// Person who books for a company.
    pub member_id: Option<Id<Member>>,
    /// Where the resource is.
    pub location_id: Id<Location>,
    /// How long each booking lasts.
    pub duration_minutes: i64,
    /// Rule by which the bookings repeat, and which ends by a count or a day.
    pub rule: RecurrenceRule,
    /// What becomes of an occurrence that cannot be booked.
    pub on_conflict: OnConflict,
    /// Time zone of the location when the series was made; its local times are those of this zone.
    pub time_zone: TimeZone,
    /// What was decided about it.
    pub state: SeriesState,
    /// Until when its bookings hold their time without being final; `None` once they are, or are taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provisional_until: Option<Timestamp>,
    /// Whether its bookings wait for approval.
    pub needs_approval: bool,
    /// Its bookings, in order of their planned starts.
    pub occurrences: Vec<Occurrence>,
    /// What could not be booked.
    pub skipped: Vec<Skipped>,
    /// What it is for.
    pub title: ShortText,
    /// How many people come.
    pub attendees: i64,
    /// Units of the resource.
    pub units: u32,
    /// For the people who run the place.
    pub notes: LongText,
    /// How it is paid.
    pub payment_source: PaymentSource,
    /// Whether money pays what credits or day passes do not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_mixed: bool,
    /// Whether policy was set aside for it.
    pub overridden: bool,
    /// What is carried out for it in steps, or was last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<SeriesOperation>,
}

/// A booking of a series. Field names are short in the store: a series may have two hundred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occurrence {
    /// Booking that was made for the occurrence.
    #[serde(rename = "b")]
    pub booking_id: Id<Booking>,
    /// Its start when it was planned or last moved with the series.
    #[serde(rename = "s")]
    pub start: Timestamp,
}

/// An occurrence that could not be booked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// When it would have started.
    #[serde(rename = "s")]
    pub start: Timestamp,
    /// Why not: `booking_conflict`, or the policy rule that it breaks.
    #[serde(rename = "r")]
    pub reason: ShortText,
    /// Entry on the waiting list for its time.
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    pub waitlist_entry_id: Option<Id<WaitlistEntry>>,
    /// Whether that entry is still to be made.
    #[serde(rename = "q", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_to_queue: bool,
}

impl Skipped {
    /// What would have started then, and what it was refused for.
    #[must_use]
    pub fn of(start: Timestamp, error: &ApiError) -> Self {
        Self::for_reason(start, ShortText::new(error.fields.first().map_or("", |field| field.reason.as_ref())))
    }

    /// What would have started then, and why it does not.
    #[must_use]
    pub const fn for_reason(start: Timestamp, reason: ShortText) -> Self {
        Self { start, reason, waitlist_entry_id: None, is_to_queue: false }
    }

    /// What would have started then, and whose time was taken.
    #[must_use]
    pub fn taken(start: Timestamp) -> Self {
        Self::for_reason(start, ShortText::new(ErrorCode::BookingConflict.as_str()))
    }
}

/// What becomes of an occurrence that cannot be booked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnConflict {
    /// The whole series is refused.
    #[default]
    Fail,
    /// It is left out.
    Skip,
    /// It is left out, and waits on the waiting list when its time is taken.
    Waitlist,
}

/// What was decided about a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeriesState {
    /// Its bookings are being made.
    Forming,
    /// It came about; while `provisional_until` is there, it is still to be finished.
    Active,
    /// It was ended with the scope `all`, and so were its bookings that had not begun.
    Cancelled,
    /// It did not come about; while `provisional_until` is there, bookings of it are still to be taken back.
    Failed,
}

/// Status of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeriesStatus {
    /// Its bookings are being made.
    Forming,
    /// Its bookings are made, and can be changed together.
    Active,
    /// It was cancelled as a whole, with those of its bookings that had not begun.
    Cancelled,
    /// It never came to stand; its bookings are taken back.
    Failed,
}

/// Until when bookings of a series that are made now hold their time without being final.
#[must_use]
pub fn provisional_until(now: Timestamp) -> Timestamp {
    now.plus(Duration::hours(PROVISIONAL_HOURS))
}

impl BookingSeries {
    /// Index of the series at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// Index of the series of a resource.
    pub const BY_RESOURCE: IndexBy<Self, Id<Resource>> = IndexBy::new(Index::Second, "resource");
    /// Index of the series of a customer.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Third, "customer");

    /// Its status at `now`.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> SeriesStatus {
        match self.state {
            SeriesState::Forming if self.failed_at().is_some_and(|failed_at| failed_at <= now) => SeriesStatus::Failed,
            SeriesState::Forming => SeriesStatus::Forming,
            SeriesState::Active => SeriesStatus::Active,
            SeriesState::Cancelled => SeriesStatus::Cancelled,
            SeriesState::Failed => SeriesStatus::Failed,
        }
    }

    /// When something is left to be done for it; `None` when nothing is. See [`super::resume::resume`].
    #[must_use]
    pub fn due_at(&self) -> Option<Timestamp> {
        if let Some(operation) = self.open_operation() {
            return operation.progress.due_at();
        }
        match self.state {
            SeriesState::Active | SeriesState::Failed => {
                Some(self.begun_at()?.plus(Duration::seconds(UNFINISHED_SECONDS)))
            }
            SeriesState::Forming => self.failed_at(),
            SeriesState::Cancelled => None,
        }
    }

    /// When its making began, unless it is finished.
    fn begun_at(&self) -> Option<Timestamp> {
        Some(self.provisional_until?.plus(-Duration::hours(PROVISIONAL_HOURS)))
    }

    /// When it has failed, unless it is active by then.
    fn failed_at(&self) -> Option<Timestamp> {
        match self.operation {
            // Its steps may wait for the sweep: they have as long as its bookings hold their time.
            Some(_) => self.provisional_until,
            None => Some(self.begun_at()?.plus(Duration::minutes(FORMING_MINUTES))),
        }
    }

    /// The operation that is carried out for it now.
    #[must_use]
    pub fn open_operation(&self) -> Option<&SeriesOperation> {
        self.operation.as_ref().filter(|operation| operation.progress.is_open())
    }

    /// Refuses what cannot be done while an operation is carried out.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn check_idle(&self) -> Result<(), ApiError> {
        let message = "an operation on the series is still carried out";
        self.open_operation().map_or(Ok(()), |_| Err(ApiError::conflict(ErrorCode::InvalidState, message)))
    }

    /// The series as it is once it does not come about: because of `failure`, or because its making was cancelled.
    #[must_use]
    pub fn given_up(&self, operation: &SeriesOperation, failure: Option<&ApiError>, now: Timestamp) -> Self {
        let progress = operation.progress.given_up(failure, now);
        let operation = Some(SeriesOperation { progress, ..operation.clone() });
        Self { state: SeriesState::Failed, operation, ..self.clone() }
    }

    /// Lists occurrences as skipped whose bookings lost their time.
    pub fn lose(&mut self, lost: &[Record<Booking>]) {
        for booking in lost {
            self.occurrences.retain(|occurrence| occurrence.booking_id != booking.id);
            self.skipped.push(Skipped::taken(booking.body.start));
        }
        self.skipped.sort_by_key(|skipped| skipped.start);
    }

    /// Enters the new starts of bookings that were moved.
    pub fn start_at(&mut self, moved: &[(Id<Booking>, Timestamp)]) {
        for occurrence in &mut self.occurrences {
            let found = moved.iter().find(|(id, _)| *id == occurrence.booking_id);
            occurrence.start = found.map_or(occurrence.start, |(_, start)| *start);
        }
    }

    /// Identifiers of its bookings, in order of their planned starts.
    #[must_use]
    pub fn booking_ids(&self) -> Vec<Id<Booking>> {
        self.occurrences.iter().map(|occurrence| occurrence.booking_id).collect()
    }
}

/// The period from `start` on, as time passes.
///
/// # Errors
/// 422 when it would end after the year 9999.
pub fn period_of(start: Timestamp, minutes: i64) -> Result<Period, ApiError> {
    let too_late = || ApiError::rule("duration_minutes", "out_of_range", "the series would end after the year 9999");
    Period::new(start, start.plus(Duration::minutes(minutes))).ok_or_else(too_late)
}

impl Kind for BookingSeries {
    const KIND: KindName = KindName::BookingSeries;
}
