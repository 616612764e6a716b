//! Cancel a series, or some of its bookings.

use scheduling::{
    Booking,
    booking::{CancellationReason, cancellation, transition},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, retried};
use store::Record;
use values::{Id, LongText};

use super::{
    record::{BookingSeries, SeriesState},
    scope::{SeriesScope, Subject, nothing_left, subject},
    steps::{self, Change},
    waitlist,
};
use crate::cancelled_by::{CancelledBy, is_by_operator};

/// Which bookings of a series are cancelled, by whom and why.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingSeriesCancel {
    /// Which bookings; `all` when left out, and then the series is cancelled too.
    #[serde(default)]
    scope: SeriesScope,
    /// The booking that the scope is about.
    booking_id: Option<Id<Booking>>,
    /// `customer` pays what the policy asks; `operator` takes it back at no fee and needs the scope `bookings:manage`.
    /// `customer` when left out.
    by: Option<CancelledBy>,
    /// Reason for the cancellation, in words; empty when left out.
    #[serde(default)]
    comment: LongText,
}

/// Cancels the bookings in scope that have not begun; with `all` the series ends too.
pub async fn cancel(
    call: Call,
    PathId(id): PathId<BookingSeries>,
    Body(input): Body<BookingSeriesCancel>,
) -> Changes<BookingSeries> {
    let by_operator = is_by_operator(&call, input.by)?;
    let reason = if by_operator { CancellationReason::Operator } else { CancellationReason::Customer };
    let (call, input) = (&call, &input);
    let change = |booking: &Record<Booking>| {
        let fee_minor = cancellation::fee_minor(&booking.body, call.now, by_operator);
        // One that somebody else cancelled meanwhile is what it should be.
        let after = transition::cancelled(&booking.body, call.now, reason, input.comment.clone(), fee_minor);
        Ok(after.ok().map(Change::Free))
    };
    let change = &change;
    retried(call, move || async move {
        let Subject { series, mut live, from } = subject(call, id, input.scope, input.booking_id).await?;
        live.retain(|booking| call.now < booking.body.start);
        if live.is_empty() {
            return Err(nothing_left("cancelled"));
        }
        if let Some(from) = from {
            waitlist::leave(call, &series.body, from).await?;
        }
        let ends = input.scope == SeriesScope::All && series.body.state != SeriesState::Cancelled;
        let after = ends.then(|| BookingSeries { state: SeriesState::Cancelled, ..series.body.clone() });
        let after = after.map(|body| call.next_version(&series, body, None));
        steps::change_all(call, &live, change, &series, after).await
    })
    .await
}
