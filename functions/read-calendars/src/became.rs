//! What became of a busy time, and what the state of its calendar says then.

use calendars::outside_calendars::{
    OutsideCalendarState,
    busy::{BusyTime, Standing},
    conflict::{CalendarConflict, with, without},
};
use scheduling::CalendarBlock;
use values::{ErrorCode, Id, Timestamp};

use crate::{obstacles::Obstacles, pieces};

/// What became of a busy time, or of a piece of one.
pub enum Became {
    /// Its block is there.
    Taken,
    /// It meets bookings, or something else that takes a part of it.
    Met(Obstacles),
    /// What it met is gone: it is blocked as a whole again.
    Whole,
    /// It is not to be had.
    Covered,
    /// Something is in the way for now.
    Hindered(ErrorCode),
    /// It has no block any more.
    Gone,
}

/// The state with what became of a time.
pub fn noted(
    mut state: OutsideCalendarState,
    time: BusyTime,
    became: Became,
    now: Timestamp,
    new_id: impl FnMut() -> Id<CalendarBlock>,
) -> OutsideCalendarState {
    if let Some(piece) = state.pieces.0.iter_mut().find(|piece| piece.block == time.block) {
        match became {
            Became::Gone => state.pieces.0.retain(|piece| piece.block != time.block),
            Became::Taken => piece.standing = Standing::Taken,
            Became::Met(_) | Became::Whole | Became::Covered | Became::Hindered(_) => {
                piece.standing = Standing::Covered;
            }
        }
        return state;
    }
    state.conflicts = without(state.conflicts, time.time());
    let standing = match became {
        Became::Gone => {
            state.busy.0.retain(|other| other.block != time.block);
            return state;
        }
        Became::Whole => return whole(state, time),
        Became::Taken => Standing::Taken,
        Became::Covered | Became::Hindered(_) => Standing::Covered,
        Became::Met(obstacles) => {
            let Obstacles { booking_ids, taken } = obstacles;
            state.pieces = pieces::split(state.pieces, time, &pieces::free(time, &taken), now, new_id);
            if booking_ids.is_empty() {
                Standing::Covered
            } else {
                state.has_new_conflict |= time.standing == Standing::Wanted;
                let conflict = CalendarConflict { start_time: time.start, end_time: time.end, booking_ids };
                state.conflicts = with(state.conflicts, conflict);
                Standing::Met
            }
        }
    };
    for own in state.busy.0.iter_mut().filter(|own| own.block == time.block) {
        own.standing = standing;
    }
    state
}

/// The state in which a time takes over the block of its first piece, and the other pieces go.
fn whole(mut state: OutsideCalendarState, time: BusyTime) -> OutsideCalendarState {
    let own: Vec<Id<CalendarBlock>> = pieces::of(&state.pieces, time).map(|piece| piece.block).collect();
    let block = own.first().copied().unwrap_or(time.block);
    for busy in state.busy.0.iter_mut().filter(|busy| busy.block == time.block) {
        *busy = BusyTime { block, standing: Standing::Wanted, ..*busy };
    }
    state.pieces.0.retain(|piece| piece.block != block);
    for piece in state.pieces.0.iter_mut().filter(|piece| own.contains(&piece.block)) {
        piece.standing = Standing::Gone;
    }
    state
}
