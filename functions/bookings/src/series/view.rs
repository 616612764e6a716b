//! A series as it is listed and shown.

use records::{Location, Member};
use scheduling::{Booking, Resource, booking::PaymentSource, waitlist::WaitlistEntry};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Entity, Indexes};
use values::{
    Customer, Id, LongText, ShortText, TimeZone, Timestamp, operation::OperationView, recurrence::RecurrenceRule,
};

use super::{
    operation::SeriesTask,
    record::{BookingSeries, OnConflict, SeriesStatus, Skipped},
};

impl Entity for BookingSeries {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["customer_id", "member_id"]);
    const PATH: &'static str = "/booking-series";
    type View = BookingSeriesView;

    fn view(&self, now: Timestamp) -> BookingSeriesView {
        BookingSeriesView::of(self, now)
    }

    /// A series that did not come about is put away.
    fn put_away(&self) -> Option<Self> {
        Some(Self { title: ShortText::default(), notes: LongText::default(), ..self.clone() })
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_LOCATION, &self.location_id, id)
            .by(&Self::BY_RESOURCE, &self.resource_id, id)
            .by(&Self::BY_CUSTOMER, &self.customer_id, id)
            .due(self.due_at())
    }
}

/// Bookings of one resource that repeat by a rule.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BookingSeries")]
pub struct BookingSeriesView {
    /// Resource that each booking of the series books.
    resource_id: Id<Resource>,
    /// What is booked with it, all or nothing.
    additional_resource_ids: Vec<Id<Resource>>,
    /// Who books: a member or a company.
    customer_id: Id<Customer>,
    /// Person who books for a company.
    member_id: Option<Id<Member>>,
    /// Where the resource is.
    location_id: Id<Location>,
    /// How long each booking lasts.
    duration_minutes: i64,
    /// Rule by which the bookings repeat, and which ends by a count or a day.
    rule: RecurrenceRule,
    /// What became of occurrences that could not be booked.
    on_conflict: OnConflict,
    /// Time zone in which it repeats.
    time_zone: TimeZone,
    /// Status of the series at the moment of the answer.
    status: SeriesStatus,
    /// Bookings that were made.
    created_count: usize,
    /// Its bookings, in order of their planned starts.
    booking_ids: Vec<Id<Booking>>,
    /// Earliest planned start of its bookings; null when it has none.
    first_start_time: Option<Timestamp>,
    /// Latest planned start of its bookings; null when it has none.
    last_start_time: Option<Timestamp>,
    /// What could not be booked.
    skipped: Vec<SkippedView>,
    /// What it is for.
    title: ShortText,
    /// How many people come.
    attendees: i64,
    /// Units of the resource.
    units: u32,
    /// For the people who run the place.
    notes: LongText,
    /// How it is paid.
    payment_source: PaymentSource,
    /// Whether money pays what credits or day passes do not.
    allow_mixed: bool,
    /// Whether policy was set aside for it.
    overridden: bool,
    /// What is carried out for the series in steps after its request, or was last; null when nothing was.
    operation: Option<OperationView<SeriesTask>>,
}

impl BookingSeriesView {
    /// The series at the instant `now`.
    #[must_use]
    pub fn of(series: &BookingSeries, now: Timestamp) -> Self {
        let status = series.status(now);
        let booking_ids = match status {
            SeriesStatus::Active | SeriesStatus::Cancelled => series.booking_ids(),
            SeriesStatus::Forming | SeriesStatus::Failed => Vec::new(),
        };
        Self {
            resource_id: series.resource_id,
            additional_resource_ids: series.additional_resource_ids.clone(),
            customer_id: series.customer_id,
            member_id: series.member_id,
            location_id: series.location_id,
            duration_minutes: series.duration_minutes,
            rule: series.rule.clone(),
            on_conflict: series.on_conflict,
            time_zone: series.time_zone,
            status,
            created_count: booking_ids.len(),
            booking_ids,
            first_start_time: series.occurrences.iter().map(|occurrence| occurrence.start).min(),
            last_start_time: series.occurrences.iter().map(|occurrence| occurrence.start).max(),
            skipped: series.skipped.iter().map(SkippedView::of).collect(),
            title: series.title.clone(),
            attendees: series.attendees,
            units: series.units,
            notes: series.notes.clone(),
            payment_source: series.payment_source,
            allow_mixed: series.allow_mixed,
            overridden: series.overridden,
            operation: series
                .operation
                .as_ref()
                .map(|operation| operation.progress.view(operation.task, operation.parts(series.occurrences.len()))),
        }
    }
}

/// An occurrence that could not be booked.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SkippedOccurrence")]
pub struct SkippedView {
    /// When it would have started.
    start_time: Timestamp,
    /// Why not: `booking_conflict`, or the policy rule that it breaks.
    reason: ShortText,
    /// Entry on the waiting list for its time.
    waitlist_entry_id: Option<Id<WaitlistEntry>>,
}

impl SkippedView {
    fn of(skipped: &Skipped) -> Self {
        Self { start_time: skipped.start, reason: skipped.reason.clone(), waitlist_entry_id: skipped.waitlist_entry_id }
    }
}
