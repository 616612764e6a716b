//! Create a series: all of it is judged first, then it is written at once or, when it is long, in steps.

use scheduling::{
    Resource, ScheduleSnapshot,
    booking::{BookingState, PaymentSource},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Committed, Created, Creates, retried},
    domain::{Customer, Id, LongText, Member, Metadata, Record, ShortText, Timestamp},
};

use super::{
    chunks, expand,
    judge::{self, Judged, Planned},
    record::{BookingSeries, OnConflict, SeriesState, period_of, provisional_until},
    resume,
    rule::RecurrenceRule,
    waitlist,
};
use crate::create::{BookingCreate, check_override, customer};

/// A new series.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingSeriesCreate {
    /// What is booked.
    pub resource_id: Id<Resource>,
    /// What is booked with it, all or nothing: one unit of each.
    #[serde(default)]
    #[schemars(length(max = 5))]
    pub additional_resource_ids: Vec<Id<Resource>>,
    /// Who books: a member or a company.
    pub customer_id: Id<Customer>,
    /// Person who books for a company.
    pub member_id: Option<Id<Member>>,
    /// First instant of the first booking. The others start at the same local time.
    pub first_start_time: Timestamp,
    /// How long each booking lasts, as time passes.
    #[schemars(range(min = 1, max = 46_080))]
    pub duration_minutes: i64,
    /// How it repeats.
    pub rule: RecurrenceRule,
    /// What becomes of an occurrence that cannot be booked; `fail` when left out.
    #[serde(default)]
    pub on_conflict: OnConflict,
    /// What it is for.
    #[serde(default)]
    pub title: ShortText,
    /// How many people come; 1 when left out.
    #[schemars(range(min = 1, max = 100_000))]
    pub attendees: Option<i64>,
    /// Units of the resource; 1 when left out.
    #[schemars(range(min = 1, max = 10_000))]
    pub units: Option<u32>,
    /// For the people who run the place.
    #[serde(default)]
    pub notes: LongText,
    /// How each booking is paid.
    #[serde(default)]
    pub payment_source: PaymentSource,
    /// Sets policy aside; needs the scope `bookings:override`. What is taken stays taken.
    #[serde(default, rename = "override")]
    pub is_override: bool,
    /// Your own keys of the series.
    pub metadata: Option<Metadata>,
}

impl BookingSeriesCreate {
    /// The request for one of its bookings.
    #[must_use]
    pub fn booking(&self, start_time: Timestamp, end_time: Timestamp) -> BookingCreate {
        BookingCreate {
            resource_id: self.resource_id,
            additional_resource_ids: self.additional_resource_ids.clone(),
            customer_id: self.customer_id,
            start_time,
            end_time,
            title: self.title.clone(),
            attendees: self.attendees,
            units: self.units,
            member_id: self.member_id,
            notes: self.notes.clone(),
            payment_source: self.payment_source,
            quote_id: None,
            hold_id: None,
            is_override: self.is_override,
            metadata: None,
        }
    }
}

/// A series as it was written when it came to stand, and the answer, which shows it finished.
pub type CreatedSeries = (Record<BookingSeries>, Committed<Created<Record<BookingSeries>>>);

/// What the first look at the whole series came to.
enum Outcome {
    /// It fits one transaction, which happened.
    CreatedSeries(Box<CreatedSeries>),
    /// It needs these steps.
    Long(Box<Record<BookingSeries>>, Vec<Vec<Planned>>),
}

/// Create booking series
pub async fn create(call: Call, Body(input): Body<BookingSeriesCreate>) -> Creates<BookingSeries> {
    check_override(&call, input.is_override)?;
    input.rule.check()?;
    let (call, input) = (&call, &input);
    let (series, answer) = match retried(&call, move || first_look(call, input)).await? {
        Outcome::CreatedSeries(stood) => *stood,
        Outcome::Long(series, runs) => chunks::make(call, input, &series, &runs).await?,
    };
    // It stands whatever becomes of the rest, which the sweep does when this request cannot.
    let _ = resume::finish(call, series).await;
    Ok(answer)
}

/// Judges every occurrence on one reading of all calendars, and writes all when it fits one transaction.
async fn first_look(call: &Call, input: &BookingSeriesCreate) -> Result<Outcome, ApiError> {
    let first = period_of(input.first_start_time, input.duration_minutes)?;
    let (snapshot, customer) = tokio::join!(
        ScheduleSnapshot::load(call, input.resource_id, &input.additional_resource_ids, first, Vec::new()),
        customer(call, input.customer_id, input.member_id),
    );
    let (mut snapshot, customer) = (snapshot?, customer?);
    let starts = expand::expand(&input.rule, input.first_start_time, snapshot.location.body.time_zone)?;
    let mut series = new_series(call, input, &snapshot);
    let planned = judge::numbered(call, &starts);
    let judged = judge::judge(call, input, &series, &planned, &mut snapshot, &customer).await?;
    let judged = judged.checked(input.on_conflict)?;
    describe(call, &mut series.body, &judged);
    waitlist::assign(call, &mut series.body).await?;
    let runs = judged.runs(&planned, &snapshot);
    if runs.len() > 1 {
        series.body.state = SeriesState::Forming;
        series.body.provisional_until = Some(provisional_until(call.now));
        return Ok(Outcome::Long(Box::new(series), runs));
    }
    series.body.provisional_until = waitlist::is_left(&series.body).then(|| provisional_until(call.now));
    let mut transaction = call.transaction();
    transaction.create(&series);
    judged.bookings.iter().for_each(|booking| transaction.create(booking));
    judged.free_bookings.write(&mut transaction, call.now);
    snapshot.write(&mut transaction);
    let answer = call.commit(transaction, Created(resume::finished(&series))).await?;
    Ok(Outcome::CreatedSeries(Box::new((series, answer))))
}

/// The series before anything is known of its bookings.
fn new_series(call: &Call, input: &BookingSeriesCreate, snapshot: &ScheduleSnapshot) -> Record<BookingSeries> {
    let body = BookingSeries {
        resource_id: input.resource_id,
        additional_resource_ids: input.additional_resource_ids.clone(),
        customer_id: input.customer_id,
        member_id: input.member_id,
        location_id: snapshot.location.id,
        duration_minutes: input.duration_minutes,
        rule: input.rule.clone(),
        on_conflict: input.on_conflict,
        time_zone: snapshot.location.body.time_zone,
        state: SeriesState::Active,
        provisional_until: None,
        needs_approval: false,
        occurrences: Vec::new(),
        skipped: Vec::new(),
        title: input.title.clone(),
        attendees: input.attendees.unwrap_or(1),
        units: input.units.unwrap_or(1),
        notes: input.notes.clone(),
        payment_source: input.payment_source,
        overridden: input.is_override,
    };
    call.new_record(body, input.metadata.clone())
}

/// Puts what was judged into the series.
fn describe(call: &Call, series: &mut BookingSeries, judged: &Judged) {
    series.occurrences = judged.occurrences();
    series.needs_approval = judged.bookings.iter().any(|booking| booking.body.state == BookingState::Pending);
    series.skipped = judged.skipped(call, series.on_conflict);
}
