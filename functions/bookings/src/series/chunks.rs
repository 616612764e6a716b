//! Makes a series that does not fit one transaction.
//!
//! First the series is stored with all its planned occurrences, then its bookings are made in steps; each holds its
//! time and expires after ten minutes. Then one write makes the series active, together with the answer, and its
//! bookings become final. Until that write everything can be undone, and is when an occurrence cannot be booked. What
//! an interrupted request leaves behind expires.

use scheduling::{Booking, ScheduleSnapshot, booking::transition};
use shared::{
    ApiError, ErrorCode,
    api::{Call, Created, retried},
    domain::{LongText, Record, RecordSet},
};

use super::{
    judge::{self, Judged, Planned},
    new_series::{BookingSeriesCreate, CreatedSeries},
    record::{BookingSeries, OnConflict, SeriesState, period_of},
    resume,
    steps::{self, Change},
    waitlist,
};
use crate::booking_customer::customer;

/// Makes the series in steps; `runs` are its occurrences, those of one step together.
///
/// # Errors
/// What prevents the series; everything that was made for it has been undone.
pub async fn make(
    call: &Call,
    input: &BookingSeriesCreate,
    series: &Record<BookingSeries>,
    runs: &[Vec<Planned>],
) -> Result<CreatedSeries, ApiError> {
    let mut transaction = call.transaction();
    transaction.create(series);
    call.store.commit(transaction).await?;
    let stood = match make_runs(call, input, series, runs).await {
        Ok(all) => stand(call, series, &all).await,
        Err(error) => Err(error),
    };
    if stood.is_err() {
        // What cannot be undone now expires by itself.
        let _ = take_back(call, series).await;
    }
    stood
}

async fn make_runs(
    call: &Call,
    input: &BookingSeriesCreate,
    series: &Record<BookingSeries>,
    runs: &[Vec<Planned>],
) -> Result<Judged, ApiError> {
    let mut all = Judged::default();
    for run in runs {
        let made = retried(call, move || make_run(call, input, series, run)).await?;
        all.bookings.extend(made.bookings);
        all.refused.extend(made.refused);
    }
    all.checked(input.on_conflict)
}

/// Decides the occurrences of one step again and makes provisional bookings of those that can be booked.
async fn make_run(
    call: &Call,
    input: &BookingSeriesCreate,
    series: &Record<BookingSeries>,
    run: &[Planned],
) -> Result<Judged, ApiError> {
    let Some(first) = run.first() else { return Ok(Judged::default()) };
    let period = period_of(first.occurrence.start, input.duration_minutes)?;
    let (snapshot, customer) = tokio::join!(
        ScheduleSnapshot::load(call, input.resource_id, &input.additional_resource_ids, period, Vec::new()),
        customer(call, input.customer_id, input.member_id),
    );
    let (mut snapshot, customer) = (snapshot?, customer?);
    let judged = judge::judge(call, input, series, run, &mut snapshot, &customer).await?;
    let mut judged = if input.on_conflict == OnConflict::Fail { judged.checked(OnConflict::Fail)? } else { judged };
    let mut transaction = call.transaction();
    judged.bookings.iter().for_each(|booking| transaction.create(booking));
    std::mem::take(&mut judged.free_bookings).write(&mut transaction, call.now);
    snapshot.write(&mut transaction);
    call.store.commit(transaction).await?;
    Ok(judged)
}

/// Makes the series active, with the bookings that were made. From this write on the series exists, whatever happens
/// later.
async fn stand(call: &Call, series: &Record<BookingSeries>, all: &Judged) -> Result<CreatedSeries, ApiError> {
    let mut body = BookingSeries { state: SeriesState::Active, occurrences: all.occurrences(), ..series.body.clone() };
    body.skipped.extend(all.skipped(call, body.on_conflict));
    body.skipped.sort_by_key(|skipped| skipped.start);
    waitlist::assign(call, &mut body).await?;
    let after = call.next_version(series, body, None);
    let mut transaction = call.transaction();
    transaction.replace(series, &after);
    let answer = call.commit(transaction, Created(resume::finished(&after))).await?;
    Ok((after, answer))
}

/// Archives a series that was not made active, and then every booking that was made for it. If the series is active
/// after all, because only the reply of that write was lost, its version tells and nothing is undone.
async fn take_back(call: &Call, series: &Record<BookingSeries>) -> Result<(), ApiError> {
    let mut transaction = call.transaction();
    transaction.replace(series, &call.moved(series, series.body.clone(), RecordSet::Archived));
    call.store.commit(transaction).await?;
    let found = call.store.find_all(&call.caller.tenant, &series.body.booking_ids()).await?;
    let remove = |booking: &Record<Booking>| removed(call, &booking.body).map(Some);
    for run in steps::runs_of(call, &found).await? {
        steps::change(call, &run, &remove).await?;
    }
    Ok(())
}

fn removed(call: &Call, booking: &Booking) -> Result<Change, ApiError> {
    match transition::withdrawn(booking, call.now, LongText::default()) {
        // One that has expired is removed as such, so that it no longer counts among its customer's bookings.
        Err(error) if error.code == ErrorCode::InvalidState => {
            Ok(Change::Remove(transition::materialised(booking, call.now).unwrap_or_else(|| booking.clone())))
        }
        outcome => outcome.map(Change::Remove),
    }
}
