//! Cancel a series, or some of its bookings.

use future_bookings::units::cost_of_cancelling;
use scheduling::Booking;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, ChangesOrAccepts, Committed, PathId, UNITS_MAX, retry};
use store::Record;
use values::{Id, LongText};

use super::{
    accept,
    cancel_operation::cancel_operation,
    cancelling::cancelled_as_asked,
    operation::{Asked, CancelAsked},
    record::{BookingSeries, SeriesState},
    scope::{Subject, nothing_left, read_subject},
    scope_of_change::SeriesScope,
    steps, waitlist,
};
use crate::cancelled_by::{CancelledBy, is_by_operator};

/// What of a series is cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancelScope {
    /// The one that `booking_id` names.
    This,
    /// That one, and those that start after it.
    ThisAndFollowing,
    /// All bookings of the series, and the series itself.
    #[default]
    All,
    /// The operation that is carried out for the series.
    Operation,
}

impl CancelScope {
    /// Which bookings it is about; `None` for the operation.
    const fn of_bookings(self) -> Option<SeriesScope> {
        match self {
            Self::This => Some(SeriesScope::This),
            Self::ThisAndFollowing => Some(SeriesScope::ThisAndFollowing),
            Self::All => Some(SeriesScope::All),
            Self::Operation => None,
        }
    }
}

/// Which bookings of a series are cancelled, by whom and why.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingSeriesCancel {
    /// Which bookings; `all` when left out, and then the series is cancelled too. `operation` cancels no booking of a
    /// series that stands, but what is carried out for the series: everything that it has done is taken back.
    #[serde(default)]
    scope: CancelScope,
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
) -> ChangesOrAccepts<BookingSeries> {
    let Some(scope) = input.scope.of_bookings() else { return cancel_operation(&call, id).await };
    let by_operator = is_by_operator(&call, input.by)?;
    let (call, input) = (&call, &input);
    let asked = &CancelAsked {
        by_operator,
        comment: input.comment.clone(),
        ends_series: scope == SeriesScope::All,
        from: None,
    };
    let change = |booking: &Record<Booking>| Ok(cancelled_as_asked(asked, booking, call.now));
    let change = &change;
    retry(call, move || async move {
        let Subject { series, mut live, from } = read_subject(call, id, scope, input.booking_id).await?;
        live.retain(|booking| call.now < booking.body.start);
        if live.is_empty() {
            return Err(nothing_left("cancelled"));
        }
        if UNITS_MAX < cost_of_cancelling(call, &live).await? {
            let (runs, asked) =
                (steps::split_into_runs(call, &live).await?, Asked::Cancel(CancelAsked { from, ..asked.clone() }));
            return accept::change(call, &series, None, asked, runs).await;
        }
        if let Some(from) = from {
            waitlist::leave(call, &series.body, from).await?;
        }
        let ends = scope == SeriesScope::All && series.body.state != SeriesState::Cancelled;
        let after = ends.then(|| BookingSeries { state: SeriesState::Cancelled, ..series.body.clone() });
        let after = after.map(|body| call.next_version(&series, body, None));
        steps::change_all(call, &live, change, &series, after).await.map(Committed::done)
    })
    .await
}
