//! What cancelling does with each booking of a series.

use scheduling::{
    Booking,
    booking::{CancellationReason, cancellation, transition},
};
use store::Record;
use values::Timestamp;

use super::{operation::CancelAsked, steps::Change};

/// What cancels a booking as it was asked for at `now`; `None` for one that somebody else cancelled meanwhile, which is
/// what it should be.
#[must_use]
pub fn cancelled_as_asked(asked: &CancelAsked, booking: &Record<Booking>, now: Timestamp) -> Option<Change> {
    let reason = if asked.by_operator { CancellationReason::Operator } else { CancellationReason::Customer };
    let fee_minor = cancellation::fee_minor(&booking.body, now, asked.by_operator);
    transition::cancelled(&booking.body, now, reason, asked.comment.clone(), fee_minor).ok().map(Change::Free)
}
