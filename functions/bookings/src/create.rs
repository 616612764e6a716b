//! Create a booking.

use scheduling::{Booking, ScheduleSnapshot, booking_frequency};
use shared::api::{Body, Call, Created, Creates, retried};

use crate::{
    booking_customer::customer,
    booking_period::period_of,
    hold,
    new_booking::{BookingCreate, decide},
    policy_check::check_override,
    quote, subscribers,
};

/// Create booking
pub async fn create(call: Call, Body(input): Body<BookingCreate>) -> Creates<Booking> {
    check_override(&call, input.is_override)?;
    let period = period_of(input.start_time, input.end_time)?;
    let (call, input) = (&call, &input);
    retried(call, move || async move {
        let (snapshot, customer, hold, quote) = tokio::join!(
            ScheduleSnapshot::load(call, input.resource_id, &input.additional_resource_ids, period, Vec::new()),
            customer(call, input.customer_id, input.member_id),
            hold::named(call, input.hold_id),
            quote::named(call, input.quote_id),
        );
        let (hold, quote, mut snapshot, customer) = (hold?, quote?, snapshot?, customer?);
        let standing = subscribers::standing(call, &snapshot, &customer).await?;
        if let Some(hold) = &hold {
            hold::check_redeemable(hold, input, period, call.now)?;
        }
        let booking = decide(call, input, period, &snapshot, &standing, quote.as_ref())?;
        let booking = call.new_record(booking, input.metadata.clone());
        let mut transaction = call.transaction();
        if let Some(hold) = &hold {
            snapshot.read_days(call, hold::days_of(hold)).await?;
            hold::consume(call, &mut transaction, &mut snapshot.calendar, hold);
        }
        let (body, id) = (&booking.body, booking.id.uuid());
        booking_frequency::admit(call, &mut transaction, &snapshot, id, (None, body), input.is_override).await?;
        if let Err(error) = snapshot.take(&body.taken, |units| body.slot(id, units), call.now) {
            return Err(match &hold {
                Some(hold) => call.refused_on(hold, error).await,
                None => error,
            });
        }
        transaction.create(&booking);
        snapshot.write(&mut transaction);
        call.commit(transaction, Created(booking)).await
    })
    .await
}
