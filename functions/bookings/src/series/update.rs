//! Update a series, or some of its bookings: what it is for, who comes, and when.

use future_bookings::units::Doing;
use scheduling::Booking;
use shared::api::{Body, Call, ChangesOrAccepts, Committed, Data, PathId, UNITS_MAX, retry};
use store::Record;
use values::ApiError;

use super::{
    accept,
    operation::Asked,
    patch::BookingSeriesPatch,
    record::{BookingSeries, SeriesState},
    scope::{Subject, nothing_left, read_subject},
    scope_of_change::SeriesScope,
    shift, steps,
};
use crate::policy_check::check_override;

/// Changes the bookings in scope that have not begun, and with `all` the series too.
pub async fn update(
    call: Call,
    PathId(id): PathId<BookingSeries>,
    Body(patch): Body<BookingSeriesPatch>,
) -> ChangesOrAccepts<BookingSeries> {
    check_override(&call, patch.is_override)?;
    if patch.metadata.is_some() && patch.scope != SeriesScope::All {
        let message = "metadata belongs to the whole series";
        return Err(ApiError::rule("metadata", "scope_all_required", message));
    }
    let (call, patch) = (&call, &patch);
    retry(call, move || async move {
        let Subject { series, mut live, .. } = read_subject(call, id, patch.scope, patch.booking_id).await?;
        expect_active(&series.body)?;
        patch.keys(&series)?;
        live.retain(|booking| call.now < booking.body.start);
        if patch.changes_bookings() && live.is_empty() {
            return Err(nothing_left("changed"));
        }
        check_attendees(call, patch, &live).await?;
        if patch.moves() {
            return shift::shift(call, patch, &series, live).await;
        }
        reword(call, patch, &series, live).await
    })
    .await
}

fn expect_active(series: &BookingSeries) -> Result<(), ApiError> {
    match series.state {
        SeriesState::Cancelled => {
            let message = "a cancelled series cannot be changed";
            Err(ApiError::conflict(values::ErrorCode::InvalidState, message))
        }
        SeriesState::Active | SeriesState::Forming | SeriesState::Failed => Ok(()),
    }
}

/// Changes words only: no time is asked for.
async fn reword(
    call: &Call,
    patch: &BookingSeriesPatch,
    series: &Record<BookingSeries>,
    live: Vec<Record<Booking>>,
) -> ChangesOrAccepts<BookingSeries> {
    let change = |booking: &Record<Booking>| Ok(patch.rewords(booking));
    let changed: Vec<Record<Booking>> =
        live.into_iter().filter(|booking| patch.worded(&booking.body) != booking.body).collect();
    let after = patch.applied(call, series, patch.described(&series.body))?;
    if changed.is_empty() && after.is_none() {
        return call.unchanged(Data(series.clone())).map(Committed::done);
    }
    if UNITS_MAX < Doing::Reword.cost(&changed, 0) {
        let runs = steps::split_into_runs(call, &changed).await?;
        return accept::change(call, series, patch.keys(series)?, Asked::Update(patch.asked()), runs).await;
    }
    steps::change_all(call, &changed, &change, series, after).await.map(Committed::done)
}

async fn check_attendees(
    call: &Call,
    patch: &BookingSeriesPatch,
    bookings: &[Record<Booking>],
) -> Result<(), ApiError> {
    let Some(attendees) = patch.attendees else { return Ok(()) };
    let mut ids: Vec<_> = bookings.iter().map(|booking| booking.body.resource_id).collect();
    ids.sort_unstable_by_key(|id| id.uuid());
    ids.dedup();
    let resources = call.store.find_all(&call.caller.tenant, &ids).await?;
    let is_too_small = |booking: &Record<Booking>| {
        let people = Booking { attendees, ..booking.body.clone() }.people();
        let resource = resources.iter().find(|resource| resource.id == booking.body.resource_id);
        resource.and_then(|resource| resource.body.capacity).is_some_and(|most| i64::from(most) < people)
    };
    if bookings.iter().any(is_too_small) {
        return Err(ApiError::rule("attendees", "over_capacity", "more people come than the resource takes"));
    }
    Ok(())
}
