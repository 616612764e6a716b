//! Reschedule a booking: what it held is freed and what it needs is taken in one transaction.

use scheduling::{Booking, ScheduleSnapshot, booking_frequency, booking_settlement, booking_size, booking_slots};
use shared::api::{Body, Call, Changes, Data, PathId, retry};

use crate::{
    extras,
    moved_booking::{BookingReschedule, moved, new_period},
    mover::Mover,
    policy_check::check_override,
    series::resume::before_change,
    subscribers,
    waitlist::offer::{FreedTime, release_and_offer},
};

/// Moves a booking to another time or resource of its location, or changes its length or units.
pub async fn reschedule(
    call: Call,
    PathId(id): PathId<Booking>,
    Body(input): Body<BookingReschedule>,
) -> Changes<Booking> {
    check_override(&call, input.is_override)?;
    let (call, input) = (&call, &input);
    retry(call, move || async move {
        let before = call.get_for_change(id).await?;
        before_change(call, &before.body).await?;
        let period = new_period(call, &before.body, input)?;
        let resource_id = input.resource_id.unwrap_or(before.body.resource_id);
        let additional = input.additional_resource_ids.as_ref().unwrap_or(&before.body.additional_resource_ids);
        let also = booking_slots::days_of(&before.body);
        let moving = [&before.body];
        let (snapshot, mover, settling) = tokio::join!(
            ScheduleSnapshot::load(call, resource_id, additional, period, also),
            Mover::read(call, before.body.customer_id, &moving, input.is_override),
            booking_settlement::load_to_charge(call, moving, period.start()),
        );
        let (mut snapshot, mover, mut settling) = (snapshot?, mover?, settling?);
        let entitlements = subscribers::read_entitlements_of_mover(call, &snapshot, &mover.customer, &moving).await?;
        let body = moved(call, &before.body, input, period, &snapshot, &entitlements)?;
        mover.check_payer(&before.body, &body)?;
        mover.tell(&mut settling);
        let mut after = call.next_version(&before, body, None);
        let mut transaction = call.transaction();
        let bodies = (Some(&before.body), &after.body);
        booking_frequency::admit(call, &mut transaction, &snapshot, id.uuid(), bodies, input.is_override).await?;
        booking_slots::free(&mut snapshot.calendar, &before, call.now);
        snapshot.take(&after.body.taken, |units| after.body.slot(id.uuid(), units), call.now)?;
        settling.leave_room(transaction.actions() + snapshot.actions() + booking_size::items(&after.body));
        booking_settlement::settle(&mut settling, call, Some(&before.body), &mut after)?;
        transaction.replace(&before, &after);
        settling.write(call, &mut transaction).await?;
        mover.require(&mut transaction);
        snapshot.write(&mut transaction);
        let freed = FreedTime::of(before.body.location_id, &before.body.taken, before.body.period());
        let committed = call.commit(transaction, Data(after));
        release_and_offer(call, freed, extras::follow(call, &before, committed)).await
    })
    .await
}
