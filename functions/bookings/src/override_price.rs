//! Give an existing booking another price than the one by its rates; what is charged follows
//! (`docs/areas/bookings.md`, 71 and 72).

use scheduling::{
    Booking,
    booking::{BookingPayment, BookingStatus, transition},
    booking_frequency, booking_settlement,
};
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use values::{ApiError, ErrorCode};

use crate::{
    mover::Mover,
    price_override::{PriceOverrideInput, check_in_money},
    series::resume::before_change,
};

/// Gives an existing booking a price, and settles the difference.
pub async fn override_price(
    call: Call,
    PathId(id): PathId<Booking>,
    Body(input): Body<PriceOverrideInput>,
) -> Changes<Booking> {
    let (call, input) = (&call, &input);
    retry(call, move || async move {
        let before = call.get_for_change(id).await?;
        before_change(call, &before.body).await?;
        let body = priced(call, &before.body, input)?;
        let mut settling = booking_settlement::load_to_charge(call, [&before.body], before.body.start).await?;
        if let Some(payment) = &before.body.payment
            && settling.is_invoiced(&payment.account)?
        {
            let message = "it is on an issued invoice, which does not change: credit that instead";
            return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("id", "invoiced"));
        }
        if before.body.price.total_minor < body.price.total_minor {
            let payers = Mover::read(call, before.body.customer_id, &[&before.body], true).await?;
            payers.check_payer(&before.body, &body)?;
            payers.tell(&mut settling);
        }
        let mut after = call.next_version(&before, body, None);
        let mut transaction = call.transaction();
        booking_frequency::update(call, &mut transaction, id.uuid(), &before.body, &after.body).await?;
        booking_settlement::settle(&mut settling, call, Some(&before.body), &mut after)?;
        transaction.replace(&before, &after);
        settling.write(call, &mut transaction).await?;
        call.commit(transaction, Data(after)).await
    })
    .await
}

/// The booking at the price that it is given.
fn priced(call: &Call, before: &Booking, input: &PriceOverrideInput) -> Result<Booking, ApiError> {
    let priced = [BookingStatus::Pending, BookingStatus::Confirmed, BookingStatus::Completed];
    transition::expect(before, call.now, &priced, "given a price")?;
    let list = before.price_override.as_ref().map_or_else(|| before.price.clone(), |given| given.list.clone());
    let (price, given) = input.in_place_of(call, list, before.currency)?;
    check_in_money(before.payment_source, Some(&given))?;
    let payment = before.payment.as_ref().map(|payment| {
        let mut owed = payment.price;
        (owed.money_minor, owed.item_minor) = (price.total_minor, price.subtotal_minor);
        Box::new(BookingPayment { price: owed, ..(**payment).clone() })
    });
    Ok(Booking { price, price_override: Some(Box::new(given)), payment, ..before.clone() })
}
