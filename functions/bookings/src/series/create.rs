//! Create a series: all occurrences are decided first, then written in one transaction or, when there are many, in
//! steps.

use agreements::subscription::entitlements::Entitlements;
use future_bookings::units::Doing;
use scheduling::{ScheduleSnapshot, booking::BookingState, recurrence::expand};
use shared::api::{Body, Call, Committed, Created, CreatesOrAccepts, OrAccepted, UNITS_MAX, retry};
use store::Record;
use values::{ApiError, Id};

use super::{
    accept, again, chunks,
    judge::{self, Judged, Planned},
    new_series::{BookingSeriesCreate, CreatedSeries},
    record::{BookingSeries, SeriesState, period_of, provisional_until},
    resume, waitlist,
};
use crate::{
    booking_customer::{Bookers, read_bookers},
    paying::Paying,
    policy_check::check_override,
    subscribers,
};

/// Result of deciding the whole series.
enum Outcome {
    /// It fits one transaction, which happened.
    Created(Box<CreatedSeries>),
    /// It is made after the answer.
    Accepted(Committed<OrAccepted<Created<Record<BookingSeries>>, Record<BookingSeries>>>),
    /// It needs these steps.
    Long(Box<Record<BookingSeries>>, Vec<Vec<Planned>>),
}

/// Makes a series with its bookings, or goes on with what an earlier request of the same key began.
pub async fn create(call: Call, Body(input): Body<BookingSeriesCreate>) -> CreatesOrAccepts<BookingSeries> {
    check_override(&call, input.is_override)?;
    input.rule.check()?;
    let (call, input) = (&call, &input);
    let again = match call.begun() {
        Some(id) => again::go_on(call, input, Id::new(id)).await?,
        None => None,
    };
    let (series, answer) = match again {
        Some(created) => created,
        None => match retry(call, move || decide_and_write(call, input)).await? {
            Outcome::Created(created) => *created,
            Outcome::Accepted(answer) => return Ok(answer),
            Outcome::Long(series, runs) => chunks::make(call, input, *series, runs).await?,
        },
    };
    // The series is active whether or not the rest succeeds now; the sweep does the rest when this request cannot.
    drop(resume::finish(call, series).await);
    Ok(answer.done())
}

/// What a request for a series comes to, before anything of it is refused or written.
pub struct Considered {
    /// The resources with their calendars, in which the time of what can be booked is taken.
    pub snapshot: ScheduleSnapshot,
    /// Who books.
    pub bookers: Bookers,
    /// What the customer is at the location.
    pub entitlements: Entitlements,
    /// Who pays, with what was charged.
    pub paying: Paying,
    /// The series before anything is known of its bookings.
    pub series: Record<BookingSeries>,
    /// Its occurrences.
    pub planned: Vec<Planned>,
    /// What of them can be booked and what cannot.
    pub judged: Judged,
}

/// Decides every occurrence on one reading of all calendars.
///
/// # Errors
/// Those of a request that is no series of the resource and the customer; 503 when the calendars cannot be read.
pub async fn consider(call: &Call, input: &BookingSeriesCreate) -> Result<Considered, ApiError> {
    let first = period_of(input.first_start_time, input.duration_minutes)?;
    let (snapshot, bookers) = tokio::join!(
        ScheduleSnapshot::load(call, input.resource_id, &input.additional_resource_ids, first, Vec::new()),
        read_bookers(call, input.customer_id, input.member_id),
    );
    let (mut snapshot, bookers) = (snapshot?, bookers?);
    let starts = expand(&input.rule, input.first_start_time, snapshot.location.body.time_zone)?;
    let last = starts.iter().copied().max().unwrap_or(input.first_start_time);
    let (entitlements, paying) = tokio::join!(
        subscribers::read_entitlements(call, &snapshot, &bookers.customer),
        Paying::read(call, input.payment(), &bookers, (&snapshot.location, last))
    );
    let (entitlements, mut paying) = (entitlements?, paying?);
    let series = new_series(call, input, &snapshot);
    let planned = judge::numbered(call, &starts);
    let judged = judge::judge(call, input, &series, &planned, &mut snapshot, (&entitlements, &mut paying)).await?;
    Ok(Considered { snapshot, bookers, entitlements, paying, series, planned, judged })
}

/// Decides every occurrence, and writes the series if it fits one transaction.
async fn decide_and_write(call: &Call, input: &BookingSeriesCreate) -> Result<Outcome, ApiError> {
    let Considered { snapshot, paying, mut series, planned, judged, .. } = consider(call, input).await?;
    let judged = judged.checked(input.on_conflict)?;
    describe(&mut series.body, &judged);
    let runs = judged.runs(&planned, &snapshot);
    if runs.len() == 1 {
        let mut transaction = call.transaction();
        judged.bookings.iter().for_each(|booking| transaction.create(booking));
        judged.free_bookings.write(&mut transaction, call.now);
        paying.write(call, &mut transaction).await?;
        snapshot.write(&mut transaction);
        if waitlist::fits(&series.body, transaction.actions()) {
            waitlist::make(call, &mut transaction, series.id, &mut series.body).await?;
            transaction.create(&series);
            let answer = call.commit(transaction, Created(series.clone())).await?;
            return Ok(Outcome::Created(Box::new((series, answer))));
        }
    }
    series.body.state = SeriesState::Forming;
    series.body.provisional_until = Some(provisional_until(call.now));
    if UNITS_MAX < Doing::Make.cost(&judged.bookings, 0) {
        return accept::making(call, series, &runs).await.map(Outcome::Accepted);
    }
    Ok(Outcome::Long(Box::new(series), runs))
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
        allow_mixed: input.allow_mixed,
        overridden: input.is_override,
        operation: None,
    };
    call.new_record(body, input.metadata.clone())
}

/// Puts what was judged into the series.
fn describe(series: &mut BookingSeries, judged: &Judged) {
    series.occurrences = judged.occurrences();
    series.needs_approval = judged.bookings.iter().any(|booking| booking.body.state == BookingState::Pending);
    series.skipped = judged.skipped(series.on_conflict);
}
