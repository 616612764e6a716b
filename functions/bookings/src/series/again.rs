//! A repeated request to create a long series, with the idempotency key of one that did not finish: it goes on where
//! that one stopped.

use scheduling::{ScheduleSnapshot, recurrence::expand};
use shared::api::Call;
use store::Record;
use values::{ApiError, Id};

use super::{
    chunks::{self, Begun},
    judge::{self, Judged, Planned},
    new_series::{BookingSeriesCreate, CreatedSeries},
    record::{BookingSeries, Occurrence, SeriesStatus, period_of},
    undo::{Afterwards, undo},
};
use crate::{booking_customer::read_bookers, paying::Paying, subscribers};

/// Goes on with the series that an earlier request has begun. One that has failed meanwhile is taken back; then the
/// result is `None`, and the series is made anew.
///
/// # Errors
/// What prevents the series; 503 when it cannot be finished now either.
pub async fn go_on(
    call: &Call,
    input: &BookingSeriesCreate,
    id: Id<BookingSeries>,
) -> Result<Option<CreatedSeries>, ApiError> {
    let Some(series) = call.store.find(&call.caller.tenant, id).await? else { return Ok(None) };
    match series.body.status(call.now) {
        SeriesStatus::Forming => match prepare(call, input, &series).await {
            Ok(begun) => chunks::go_on(call, input, begun).await.map(Some),
            Err(error) => Err(chunks::give_up(call, &series, error).await),
        },
        SeriesStatus::Failed => match undo(call, &series, Afterwards::Archived).await {
            Ok(()) => Ok(None),
            Err(error) => Err(chunks::give_up(call, &series, error).await),
        },
        SeriesStatus::Active | SeriesStatus::Cancelled => {
            Err(ApiError::internal("a series that stands has no answer under its key"))
        }
    }
}

/// What is made of the series, and what is left to be made. Bookings that are left get new ids, because an id is drawn
/// when its record is written, and the series names them from now on.
async fn prepare(call: &Call, input: &BookingSeriesCreate, series: &Record<BookingSeries>) -> Result<Begun, ApiError> {
    let first = period_of(input.first_start_time, input.duration_minutes)?;
    let ids = series.body.booking_ids();
    let (snapshot, bookers, made) = tokio::join!(
        ScheduleSnapshot::load(call, input.resource_id, &input.additional_resource_ids, first, Vec::new()),
        read_bookers(call, input.customer_id, input.member_id),
        call.store.find_all(&call.caller.tenant, &ids),
    );
    let (mut snapshot, bookers, mut made) = (snapshot?, bookers?, made?);
    made.sort_by_key(|booking| booking.body.start);
    let starts = expand(&input.rule, input.first_start_time, series.body.time_zone)?;
    let planned = |start| series.body.occurrences.iter().find(|occurrence| occurrence.start == start);
    let is_made = |occurrence: &&Occurrence| made.iter().any(|booking| booking.id == occurrence.booking_id);
    let mut left = judge::numbered(call, &starts);
    left.retain(|one: &Planned| planned(one.occurrence.start).is_some_and(|occurrence| !is_made(&occurrence)));
    let mut body = series.body.clone();
    body.occurrences.retain(|occurrence| is_made(&occurrence));
    body.occurrences.extend(left.iter().map(|one| one.occurrence));
    body.occurrences.sort_by_key(|occurrence| occurrence.start);
    let after = call.next_version(series, body, None);
    let last = starts.iter().copied().max().unwrap_or(input.first_start_time);
    let (entitlements, paying) = tokio::join!(
        subscribers::read_entitlements(call, &snapshot, &bookers.customer),
        Paying::read(call, input.payment(), &bookers, (&snapshot.location, last))
    );
    let (entitlements, mut paying) = (entitlements?, paying?);
    let judged = judge::judge(call, input, &after, &left, &mut snapshot, (&entitlements, &mut paying)).await?;
    let runs = judged.runs(&left, &snapshot);
    let mut transaction = call.transaction();
    transaction.replace(series, &after);
    call.store.commit(transaction).await?;
    let made = Judged { bookings: made, refused: judged.refused, ..Judged::default() };
    Ok(Begun { series: after, runs, made })
}
