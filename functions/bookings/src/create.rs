use scheduling::{Booking, ScheduleSnapshot, booking_frequency};
use shared::api::{Body, Call, Created, Creates, retry};

use crate::{
    booking_customer::read_bookers,
    booking_period::period_of,
    hold,
    new_booking::{BookingCreate, decide},
    paying::Paying,
    policy_check::check_override,
    price_override::check_may_give,
    quote, subscribers,
};

/// Makes a booking and takes its time, consuming the hold and checking the quote that the request names.
pub async fn create(call: Call, Body(input): Body<BookingCreate>) -> Creates<Booking> {
    check_override(&call, input.is_override)?;
    check_may_give(&call, input.price_override.as_ref())?;
    let period = period_of(input.start_time, input.end_time)?;
    let (call, input) = (&call, &input);
    retry(call, move || async move {
        let (snapshot, bookers, hold, quote) = tokio::join!(
            ScheduleSnapshot::load(call, input.resource_id, &input.additional_resource_ids, period, Vec::new()),
            read_bookers(call, input.customer_id, input.member_id),
            hold::find_named(call, input.hold_id),
            quote::find_named(call, input.quote_id),
        );
        let (hold, quote, mut snapshot, bookers) = (hold?, quote?, snapshot?, bookers?);
        let (entitlements, paying) = tokio::join!(
            subscribers::read_entitlements(call, &snapshot, &bookers.customer),
            Paying::read(call, input.payment(), &bookers, (&snapshot.location, period.start()))
        );
        let entitlements = entitlements?;
        if let Some(hold) = &hold {
            hold::check_redeemable(hold, input, period, call.now)?;
        }
        let booking = decide(call, input, period, &snapshot, &entitlements, quote.as_ref())?;
        let mut booking = call.new_record(booking, input.metadata.clone());
        let mut paying = paying?;
        input.set_payment(call, &paying, (&snapshot, &entitlements), &mut booking)?;
        paying.charge(call, &mut booking)?;
        if let Some(quote) = &quote {
            quote.check_payment(&booking.body)?;
        }
        let mut transaction = call.transaction();
        if let Some(hold) = &hold {
            snapshot.read_days(call, hold::days_of(hold)).await?;
            hold::consume(call, &mut transaction, &mut snapshot.calendar, hold);
        }
        let (body, id) = (&booking.body, booking.id.uuid());
        booking_frequency::admit(call, &mut transaction, &snapshot, id, (None, body), input.is_override).await?;
        if let Err(error) = snapshot.take(&body.taken, |units| body.slot(id, units), call.now) {
            return Err(match &hold {
                Some(hold) => call.explain_refusal(hold, error).await,
                None => error,
            });
        }
        transaction.create(&booking);
        paying.write(call, &mut transaction).await?;
        snapshot.write(&mut transaction);
        call.commit(transaction, Created(booking)).await
    })
    .await
}
