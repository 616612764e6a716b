//! Quote a cancellation: what it would cost now.

use scheduling::{
    Booking,
    booking::{cancellation, transition},
};
use schemars::JsonSchema;
use serde::Serialize;
use shared::{
    ApiError,
    api::{Call, Data, PathId, Plain},
    domain::{Amount, Currency, Id, Timestamp},
};

/// What a cancellation by the customer would cost now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CancellationQuote {
    /// The booking.
    booking_id: Id<Booking>,
    /// The fee, tax included, in major units.
    fee: Amount,
    /// What is left of the price.
    refund: Amount,
    /// Currency of both.
    currency: Currency,
    /// Until when it costs nothing; null when it never costs anything.
    free_until: Option<Timestamp>,
}

/// Quote cancellation
pub async fn quote_cancel(call: Call, PathId(id): PathId<Booking>) -> Result<Data<Plain<CancellationQuote>>, ApiError> {
    let booking = call.get(id).await?.body;
    transition::expect_cancellable(&booking, call.now)?;
    let fee_minor = cancellation::fee_minor(&booking, call.now, false);
    Ok(Data(Plain(CancellationQuote {
        booking_id: id,
        fee: Amount::of(fee_minor, booking.currency),
        refund: Amount::of(booking.price.total_minor - fee_minor, booking.currency),
        currency: booking.currency,
        free_until: cancellation::free_until(&booking),
    })))
}
