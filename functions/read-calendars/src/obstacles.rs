//! What is in the way of a busy time.

use calendars::outside_calendars::{OutsideCalendarState, busy::BusyTime, conflict::BOOKINGS_MAX};
use chrono::Duration;
use scheduling::{
    Booking, Resource,
    schedule_snapshot::ScheduleSnapshot,
    slot::{Slot, SlotKind, days_around},
};
use uuid::Uuid;
use values::{ApiError, Id, Period, Timestamp};
use work::UnitOfWork;

/// Bookings, holds and blocks that a block of a busy time would meet.
pub struct Obstacles {
    /// The first bookings of them that have not ended.
    pub booking_ids: Vec<Id<Booking>>,
    /// What all of them take, with what is kept free around them, in order.
    pub taken: Vec<[Timestamp; 2]>,
}

/// What a block of the resource would meet, in its own calendar and those of its children, but for the blocks of the
/// same outside calendar; none where nothing ahead is in the way.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find(
    work: &UnitOfWork,
    resource: Id<Resource>,
    state: &OutsideCalendarState,
    time: BusyTime,
) -> Result<Option<Obstacles>, ApiError> {
    let Some(period) = Period::new(time.start, time.end) else { return Ok(None) };
    let snapshot = ScheduleSnapshot::load(work, resource, &[], period, Vec::new()).await?;
    let days = days_around(period);
    let calendars = snapshot.blocked().into_iter().map(|taken| snapshot.calendar.slots(taken.resource_id, &days));
    let own: Vec<Uuid> = state.busy.0.iter().chain(&state.pieces.0).map(|time| time.block.uuid()).collect();
    let mut met: Vec<([Timestamp; 2], Uuid, bool)> = calendars
        .flatten()
        .filter(|slot| slot.counts(work.now) && !own.contains(&slot.id))
        .map(|slot| (with_buffers(&slot), slot.id, slot.kind == SlotKind::Booking))
        .filter(|([start, end], ..)| *start < time.end && time.start < *end)
        .collect();
    met.sort_unstable();
    met.dedup();
    let is_ahead = |[_, end]: &[Timestamp; 2]| work.now < *end;
    if !met.iter().any(|(taken, ..)| is_ahead(taken)) {
        return Ok(None);
    }
    let mut booking_ids: Vec<Id<Booking>> = Vec::new();
    for (_, id, _) in met.iter().filter(|(taken, _, is_booking)| *is_booking && is_ahead(taken)) {
        if booking_ids.len() < BOOKINGS_MAX && !booking_ids.contains(&Id::new(*id)) {
            booking_ids.push(Id::new(*id));
        }
    }
    Ok(Some(Obstacles { booking_ids, taken: met.into_iter().map(|(taken, ..)| taken).collect() }))
}

/// A slot with what is kept free around it.
fn with_buffers(slot: &Slot) -> [Timestamp; 2] {
    let minutes = |minutes: u32| Duration::minutes(minutes.into());
    [slot.start.plus(-minutes(slot.buffer_before_minutes)), slot.end.plus(minutes(slot.buffer_after_minutes))]
}
