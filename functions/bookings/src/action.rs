//! State changes of a booking: each reads it with its calendars, applies one transition and writes both together.

use agreements::subscription::CustomerSubscriptions;
use scheduling::{
    Booking,
    booking::{CancellationReason, cancellation, transition},
    booking_settlement, booking_slots,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use store::{Record, Transaction};
use values::{ApiError, Id, LongText};

use crate::{
    cancelled_by::{CancelledBy, is_by_operator},
    extras,
    series::resume::before_change,
    waitlist::offer::{FreedTime, release_and_offer},
};

/// Why a booking is cancelled, and by whom.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingCancel {
    /// `customer` pays what the policy asks; `operator` takes it back at no fee and needs the scope `bookings:manage`.
    /// `customer` when left out.
    by: Option<CancelledBy>,
    /// Reason for the cancellation, in words; empty when left out.
    #[serde(default)]
    comment: LongText,
}

/// Confirms a pending booking, whose time is still held.
pub async fn confirm(call: Call, PathId(id): PathId<Booking>) -> Changes<Booking> {
    change(&call, id, |booking| transition::confirmed(booking, call.now)).await
}

/// Refuses a pending booking, which becomes `cancelled` at no fee.
pub async fn decline(call: Call, PathId(id): PathId<Booking>) -> Changes<Booking> {
    let reason = CancellationReason::Declined;
    change(&call, id, |booking| transition::cancelled(booking, call.now, reason, LongText::default(), 0)).await
}

/// Cancels a booking that has not begun, at its fee, or at none by the operator.
pub async fn cancel(call: Call, PathId(id): PathId<Booking>, Body(input): Body<BookingCancel>) -> Changes<Booking> {
    let by_operator = is_by_operator(&call, input.by)?;
    cancel_by(&call, id, by_operator, &input.comment).await
}

/// Cancels a booking as its customer would, without a comment.
pub async fn delete(call: Call, PathId(id): PathId<Booking>) -> Changes<Booking> {
    cancel_by(&call, id, false, &LongText::default()).await
}

async fn cancel_by(call: &Call, id: Id<Booking>, by_operator: bool, comment: &LongText) -> Changes<Booking> {
    let reason = if by_operator { CancellationReason::Operator } else { CancellationReason::Customer };
    change(call, id, |booking| {
        let fee_minor = cancellation::fee_minor(booking, call.now, by_operator);
        transition::cancelled(booking, call.now, reason, comment.clone(), fee_minor)
    })
    .await
}

/// Notes that the people of a confirmed booking have come; it is not released automatically any more.
pub async fn check_in(call: Call, PathId(id): PathId<Booking>) -> Changes<Booking> {
    change(&call, id, |booking| transition::checked_in(booking, call.now)).await
}

/// Completes a booking whose people checked in; the rest of its time is free.
pub async fn check_out(call: Call, PathId(id): PathId<Booking>) -> Changes<Booking> {
    change(&call, id, |booking| transition::checked_out(booking, call.now)).await
}

/// Notes that nobody came to a booking that has begun; before its end it becomes `cancelled`, at the fee.
pub async fn no_show(call: Call, PathId(id): PathId<Booking>) -> Changes<Booking> {
    change(&call, id, |booking| transition::not_shown(booking, call.now)).await
}

/// Settles what a change of one booking changes of what it owes.
async fn settle(
    call: &Call,
    transaction: &mut Transaction,
    before: &Record<Booking>,
    after: &mut Record<Booking>,
) -> Result<(), ApiError> {
    let mut settling = booking_settlement::load(call, [&before.body]).await?;
    booking_settlement::settle(&mut settling, call, Some(&before.body), after)?;
    settling.write(call, transaction).await
}

/// Notes when somebody was seen last who checks in by this change (`docs/areas/members.md`, 21).
fn see(call: &Call, transaction: &mut Transaction, before: &Booking, after: &Booking) {
    if before.checked_in_at.is_none() && after.checked_in_at.is_some() {
        let person = after.member_id.map_or(after.customer_id, Id::cast);
        CustomerSubscriptions::see_now(call, transaction, person);
    }
}

/// Applies a transition that needs no new time. A booking that ends frees its time; one that goes on keeps it.
async fn change(
    call: &Call,
    id: Id<Booking>,
    transition: impl Fn(&Booking) -> Result<Booking, ApiError> + Sync,
) -> Changes<Booking> {
    let transition = &transition;
    retry(call, move || async move {
        let before = call.get_for_change(id).await?;
        before_change(call, &before.body).await?;
        let mut after = call.next_version(&before, transition(&before.body)?, None);
        let mut transaction = call.transaction();
        settle(call, &mut transaction, &before, &mut after).await?;
        see(call, &mut transaction, &before.body, &after.body);
        transaction.replace(&before, &after);
        booking_slots::update(call, &mut transaction, &before, &after.body).await?;
        let freed = FreedTime::between(&before.body, &after.body);
        let committed = call.commit(transaction, Data(after));
        release_and_offer(call, freed, extras::follow(call, &before, committed)).await
    })
    .await
}
