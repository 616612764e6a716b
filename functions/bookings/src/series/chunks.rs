//! Makes a series that does not fit one transaction.
//!
//! First the series is stored with all its planned occurrences, together with the idempotency key of the request. Then
//! its bookings are made in steps; each holds its time without being final. Then one write makes the series active,
//! together with the answer, and its bookings become final. Until that write everything can be undone, and is when an
//! occurrence cannot be booked. What an interrupted request leaves behind, a repeat with its key finishes, or it is
//! taken back.

use std::time::Duration;

use scheduling::ScheduleSnapshot;
use shared::api::{Call, Created, retry};
use store::{Record, Transaction};
use values::{ApiError, ErrorCode};

use super::{
    judge::{self, Judged, Planned},
    new_series::{BookingSeriesCreate, CreatedSeries},
    record::{BookingSeries, OnConflict, SeriesState, period_of},
    resume,
    undo::{Afterwards, undo},
    waitlist,
};
use crate::{booking_customer::read_bookers, paying::Paying, subscribers};

/// A series that is being made.
#[derive(Debug)]
pub struct Begun {
    /// The series as it is stored.
    pub series: Record<BookingSeries>,
    /// The occurrences that are still to be booked, those of one step together.
    pub runs: Vec<Vec<Planned>>,
    /// What is made of it already, and what cannot be booked.
    pub made: Judged,
}

/// Makes the series in steps; `runs` are its occurrences, those of one step together.
///
/// # Errors
/// What prevents the series; everything that was made for it has been undone, or waits for a repeat with its key.
pub async fn make(
    call: &Call,
    input: &BookingSeriesCreate,
    series: Record<BookingSeries>,
    runs: Vec<Vec<Planned>>,
) -> Result<CreatedSeries, ApiError> {
    let mut transaction = call.transaction();
    transaction.create(&series);
    call.begin(&mut transaction, series.id.uuid());
    call.store.commit(transaction).await?;
    go_on(call, input, Begun { series, runs, made: Judged::default() }).await
}

/// Makes what is left of a series.
///
/// # Errors
/// As [`make`].
pub async fn go_on(
    call: &Call,
    input: &BookingSeriesCreate,
    Begun { series, runs, made }: Begun,
) -> Result<CreatedSeries, ApiError> {
    let stood = match make_runs(call, input, &series, &runs, made).await {
        Ok(all) => activate(call, &series, &all).await,
        Err(error) => Err(error),
    };
    match stood {
        Ok(created) => Ok(created),
        Err(error) => Err(give_up(call, &series, error).await),
    }
}

/// What becomes of a series that this request does not finish: a repeat with the same key can go on with it; without a
/// key nobody will, and when the series is refused nobody may, so that it is taken back. What cannot be done now is the
/// sweep's.
pub async fn give_up(call: &Call, series: &Record<BookingSeries>, error: ApiError) -> ApiError {
    if call.has_key() && error.code == ErrorCode::ServiceUnavailable {
        call.let_go(series.id.uuid()).await;
    } else {
        drop(undo(call, series, Afterwards::Archived).await);
    }
    error
}

async fn make_runs(
    call: &Call,
    input: &BookingSeriesCreate,
    series: &Record<BookingSeries>,
    runs: &[Vec<Planned>],
    mut all: Judged,
) -> Result<Judged, ApiError> {
    let whole = call.time_left();
    for run in runs {
        if !is_in_time(whole, call.time_left(), call.has_key()) {
            return Err(ApiError::unavailable("the series needs more time than the request has"));
        }
        all.add(retry(call, move || make_run(call, input, series, run)).await?);
    }
    all.bookings.sort_by_key(|booking| booking.body.start);
    all.refused.sort_by_key(|refused| refused.start);
    all.checked(input.on_conflict)
}

/// Whether there is time for another step: an eighth of the whole is kept for the end, and without an idempotency key
/// also as much as was used, because taking back takes as long as making.
fn is_in_time(whole: Duration, left: Duration, has_key: bool) -> bool {
    let used = whole.saturating_sub(left);
    let kept = if has_key { Duration::ZERO } else { used };
    kept + whole / 8 <= left
}

/// Decides the occurrences of one step again and makes provisional bookings of those that can be booked.
async fn make_run(
    call: &Call,
    input: &BookingSeriesCreate,
    series: &Record<BookingSeries>,
    run: &[Planned],
) -> Result<Judged, ApiError> {
    let (judged, mut transaction) = judged_run(call, input, series, run).await?;
    // A series that is taken back, or gone on with by somebody else, has another version.
    let changed = ApiError::unavailable("the series is no longer this request's");
    transaction.require_version(series, changed);
    call.store.commit(transaction).await?;
    Ok(judged)
}

/// Decides the occurrences of one step again; the result has provisional bookings of those that can be booked, with the
/// transaction that makes them, which must also require or write the series.
///
/// # Errors
/// What refuses the series; 503 when it cannot be decided now.
pub async fn judged_run(
    call: &Call,
    input: &BookingSeriesCreate,
    series: &Record<BookingSeries>,
    run: &[Planned],
) -> Result<(Judged, Transaction), ApiError> {
    let Some(first) = run.first() else { return Ok((Judged::default(), call.transaction())) };
    let period = period_of(first.occurrence.start, input.duration_minutes)?;
    let (snapshot, bookers) = tokio::join!(
        ScheduleSnapshot::load(call, input.resource_id, &input.additional_resource_ids, period, Vec::new()),
        read_bookers(call, input.customer_id, input.member_id),
    );
    let (mut snapshot, bookers) = (snapshot?, bookers?);
    let last = run.iter().map(|one| one.occurrence.start).max().unwrap_or(first.occurrence.start);
    let (entitlements, paying) = tokio::join!(
        subscribers::read_entitlements(call, &snapshot, &bookers.customer),
        Paying::read(call, input.payment(), &bookers, (&snapshot.location, last))
    );
    let (entitlements, mut paying) = (entitlements?, paying?);
    let judged = judge::judge(call, input, series, run, &mut snapshot, (&entitlements, &mut paying)).await?;
    let mut judged = if input.on_conflict == OnConflict::Fail { judged.checked(OnConflict::Fail)? } else { judged };
    let mut transaction = call.transaction();
    judged.bookings.iter().for_each(|booking| transaction.create(booking));
    std::mem::take(&mut judged.free_bookings).write(&mut transaction, call.now);
    paying.write(call, &mut transaction).await?;
    snapshot.write(&mut transaction);
    Ok((judged, transaction))
}

/// Makes the series active, with the bookings that were made. From this write on the series exists, whatever happens
/// later.
async fn activate(call: &Call, series: &Record<BookingSeries>, all: &Judged) -> Result<CreatedSeries, ApiError> {
    let mut body = BookingSeries { state: SeriesState::Active, occurrences: all.occurrences(), ..series.body.clone() };
    body.skipped.extend(all.skipped(body.on_conflict));
    body.skipped.sort_by_key(|skipped| skipped.start);
    let (waits, body) = (waitlist::is_left(&body), &body);
    retry(call, move || async move {
        let (mut body, mut transaction) = (body.clone(), call.transaction());
        waitlist::make(call, &mut transaction, series.id, &mut body).await?;
        let after = call.next_version(series, body, None);
        transaction.replace(series, &after);
        match call.commit(transaction, Created(resume::finished(&after))).await {
            // Others may join the waiting list at the same moment. A series that has changed stays changed.
            Err(error) if error.code == ErrorCode::VersionConflict && !(waits && is_same(call, series).await?) => {
                Err(ApiError::unavailable("the series was changed while it was made"))
            }
            outcome => outcome.map(|answer| (after, answer)),
        }
    })
    .await
}

/// Whether the series is stored as it was read.
async fn is_same(call: &Call, series: &Record<BookingSeries>) -> Result<bool, ApiError> {
    let found = call.store.find(&call.caller.tenant, series.id).await?;
    Ok(found.is_some_and(|found| found.version == series.version))
}

#[cfg(test)]
mod tests {
    use super::{Duration, is_in_time};

    #[test]
    fn a_series_without_a_key_keeps_the_time_to_be_taken_back() {
        let seconds = Duration::from_secs;
        for (left, with_key, without) in
            [(8, true, true), (5, true, true), (4, true, false), (1, true, false), (0, false, false)]
        {
            assert_eq!(is_in_time(seconds(8), seconds(left), true), with_key, "{left}");
            assert_eq!(is_in_time(seconds(8), seconds(left), false), without, "{left}");
        }
    }
}
