//! Finishes an active series: its provisional bookings become final, and its waiting-list entries are made. The request
//! that made the series does it, or whatever finds it unfinished later. Doing a step again changes nothing.

use scheduling::{
    Booking, ScheduleSnapshot,
    booking::{BookingState, CancellationReason, SeriesKind, transition::void_at},
    booking_frequency::BookingChanges,
    booking_settlement, booking_slots,
};
use shared::api::{Call, retry};
use store::{Record, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id, Timestamp};

use super::{
    judge,
    record::{BookingSeries, SeriesState, SeriesStatus},
    steps::{self, Change},
    undo::{Afterwards, undo},
    waitlist,
};

/// Finishes the series with this id if it is active and unfinished, and takes it back if it has failed; true when there
/// was something to do.
///
/// # Errors
/// 503 when that cannot be done now; it stays due.
pub async fn resume(call: &Call, id: Id<SeriesKind>) -> Result<bool, ApiError> {
    let found = call.store.find(&call.caller.tenant, id.cast::<BookingSeries>()).await?;
    let Some(series) = found.filter(|series| series.body.provisional_until.is_some()) else { return Ok(false) };
    match series.body.status(call.now) {
        SeriesStatus::Active => finish(call, series).await.map(|()| true),
        SeriesStatus::Failed => undo(call, &series, Afterwards::Kept).await.map(|()| true),
        SeriesStatus::Forming | SeriesStatus::Cancelled => Ok(false),
    }
}

/// Lets a booking be changed only when its series is finished.
///
/// # Errors
/// 409 `invalid_state` while the series is being made or undone; 409 `version_conflict` when this has just finished the
/// series or taken it back, so that the booking is read again.
pub async fn before_change(call: &Call, booking: &Booking) -> Result<(), ApiError> {
    let id = if booking.state == BookingState::Pending { booking.series_id } else { None };
    let Some(id) = id else { return Ok(()) };
    let found = call.store.find(&call.caller.tenant, id.cast::<BookingSeries>()).await?;
    if let Some(series) = &found {
        series.body.check_idle()?;
    }
    match found.map(|series| series.body.status(call.now)) {
        // One that is gone is being taken back.
        Some(SeriesStatus::Forming) | None => {
            Err(ApiError::conflict(ErrorCode::InvalidState, "the series of the booking does not stand"))
        }
        // On the heap: few requests get here, and all would carry its size.
        Some(SeriesStatus::Active | SeriesStatus::Failed) if Box::pin(resume(call, id)).await? => {
            Err(version_conflict())
        }
        Some(SeriesStatus::Active | SeriesStatus::Cancelled | SeriesStatus::Failed) => Ok(()),
    }
}

/// Whether something is left to be done for a series.
#[must_use]
pub fn is_unfinished(series: &BookingSeries) -> bool {
    series.state == SeriesState::Active && series.provisional_until.is_some()
}

/// The series as it will be when it is finished. Each transaction that makes waiting-list entries is a version of the
/// series, and so is the last write.
#[must_use]
pub fn finished(series: &Record<BookingSeries>) -> Record<BookingSeries> {
    let mut after = series.clone();
    if is_unfinished(&series.body) {
        after.version += 1 + i64::try_from(waitlist::steps_left(&series.body)).unwrap_or(0);
        after.body.provisional_until = None;
        after.body.skipped.iter_mut().for_each(|skipped| skipped.is_to_queue = false);
    }
    after
}

/// Does what is left to be done for a series.
///
/// # Errors
/// 503 when it cannot be done now.
pub async fn finish(call: &Call, series: Record<BookingSeries>) -> Result<(), ApiError> {
    let until = if is_unfinished(&series.body) { series.body.provisional_until } else { None };
    let Some(until) = until else { return Ok(()) };
    let lost = settle_bookings(call, &series, until).await?;
    let (id, lost) = (series.id, &lost);
    while make_next_entries(call, id).await? {}
    retry(call, move || async move {
        let series = call.get(id).await?;
        if !is_unfinished(&series.body) {
            return Ok(());
        }
        let mut body = BookingSeries { provisional_until: None, ..series.body.clone() };
        body.lose(lost);
        let mut transaction = call.transaction();
        transaction.replace(&series, &call.next_version(&series, body, None));
        call.store.commit(transaction).await
    })
    .await
}

/// Makes the next waiting-list entries of the series; true when there were any to make.
async fn make_next_entries(call: &Call, id: Id<BookingSeries>) -> Result<bool, ApiError> {
    retry(call, move || async move {
        let series = call.get(id).await?;
        let is_left = is_unfinished(&series.body) && waitlist::is_left(&series.body);
        if is_left {
            waitlist::make_next(call, &series).await?;
        }
        Ok(is_left)
    })
    .await
}

/// Makes every provisional booking final. Bookings that expired before are taken again if their time is still free; the
/// result is those whose time is lost.
async fn settle_bookings(
    call: &Call,
    series: &Record<BookingSeries>,
    until: Timestamp,
) -> Result<Vec<Record<Booking>>, ApiError> {
    let found = call.store.find_all(&call.caller.tenant, &series.body.booking_ids()).await?;
    let (held, lapsed): (Vec<_>, Vec<_>) = found
        .into_iter()
        .filter(|booking| is_held(booking, until, call.now) || is_lapsed(booking, until, call.now))
        .partition(|booking| is_held(booking, until, call.now));
    let settle = |booking: &Record<Booking>| Ok(made_final(booking, series, until, call.now));
    for run in steps::split_into_runs(call, &held).await? {
        steps::change(call, &run, &settle).await?;
    }
    let mut lost = Vec::new();
    for run in steps::split_into_runs(call, &lapsed).await? {
        lost.extend(take_again(call, series, &run, until).await?);
    }
    Ok(lost)
}

/// What makes a provisional booking final; `None` for one that is not provisional any more.
#[must_use]
pub fn made_final(
    booking: &Record<Booking>,
    series: &Record<BookingSeries>,
    until: Timestamp,
    now: Timestamp,
) -> Option<Change> {
    is_held(booking, until, now).then(|| Change::Keep(settled(&booking.body, series)))
}

fn is_held(booking: &Record<Booking>, until: Timestamp, now: Timestamp) -> bool {
    booking.body.state == BookingState::Pending && booking.body.void_at == Some(until) && now < until
}

/// Whether the booking expired because its series was not finished in time, and for no other reason.
fn is_lapsed(booking: &Record<Booking>, until: Timestamp, now: Timestamp) -> bool {
    let ended = booking.body.cancellation_at(now);
    ended.is_some_and(|ended| ended.reason == CancellationReason::Expired && ended.at == until)
}

/// A provisional booking as it is once its series stands.
fn settled(booking: &Booking, series: &Record<BookingSeries>) -> Booking {
    let state = if series.body.needs_approval { BookingState::Pending } else { BookingState::Confirmed };
    let mut after = Booking { state, cancellation: None, void_at: None, ..booking.clone() };
    after.void_at = void_at(&after, series.created_at);
    after
}

/// Takes the time of expired bookings again; the result is those whose time is no longer free.
///
/// # Errors
/// 503 when that cannot be decided now.
pub async fn take_again(
    call: &Call,
    series: &Record<BookingSeries>,
    ids: &[Id<Booking>],
    until: Timestamp,
) -> Result<Vec<Record<Booking>>, ApiError> {
    retry(call, move || async move {
        let mut found = call.store.find_all(&call.caller.tenant, ids).await?;
        found.retain(|booking| is_lapsed(booking, until, call.now));
        let Some(period) = found.first().and_then(|first| first.body.period()) else { return Ok(Vec::new()) };
        let days = found.iter().flat_map(|booking| booking_slots::days_of(&booking.body)).collect();
        let (resource_id, additional) = (series.body.resource_id, &series.body.additional_resource_ids);
        let mut snapshot = ScheduleSnapshot::load(call, resource_id, additional, period, days).await?;
        let until = found.iter().map(|booking| booking.body.start).max().unwrap_or(call.now);
        let bodies = found.iter().map(|booking| &booking.body);
        let mut settling = booking_settlement::load_to_charge(call, bodies, until).await?;
        let (mut transaction, mut lost, mut free_bookings) =
            (call.transaction(), Vec::new(), BookingChanges::default());
        for before in found {
            let taken = snapshot.taken_by(before.body.units, &snapshot.agreed(&before.body));
            let body = Booking { taken, ..settled(&before.body, series) };
            let mut after = call.next_version(&before, body, None);
            booking_slots::free(&mut snapshot.calendar, &before, call.now);
            let taken = judge::take(&mut snapshot, &after, call.now);
            // What was given back when it expired is charged again, if it is still there.
            let settled = taken.and_then(|()| {
                let settled = booking_settlement::settle(&mut settling, call, Some(&before.body), &mut after);
                settled.inspect_err(|_| booking_slots::free(&mut snapshot.calendar, &after, call.now))
            });
            match settled {
                Ok(()) => {
                    transaction.replace(&before, &after);
                    free_bookings.update(call, before.id.uuid(), &before.body, &after.body).await?;
                }
                Err(error) if judge::is_refusal(&error) => lost.push(before),
                Err(error) => return Err(error),
            }
        }
        settling.write(call, &mut transaction).await?;
        snapshot.write(&mut transaction);
        free_bookings.write(&mut transaction, call.now);
        call.store.commit(transaction).await?;
        Ok(lost)
    })
    .await
}
