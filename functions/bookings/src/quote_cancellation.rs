//! Quote a cancellation: what it would cost now.

use scheduling::{
    Booking,
    booking::{CancellationReason, cancellation, transition},
    booking_settlement,
};
use schemars::JsonSchema;
use serde::Serialize;
use settlement::source_account::ChargesView;
use shared::api::{Call, Data, PathId, Plain};
use values::{Amount, ApiError, Currency, Id, LongText, Timestamp};

/// What a cancellation by the customer would cost now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CancellationQuote {
    /// Booking whose cancellation is quoted.
    booking_id: Id<Booking>,
    /// The fee, tax included, in major units.
    fee: Amount,
    /// What is left of the price.
    refund: Amount,
    /// Currency of `fee` and `refund`, which is that of the booking.
    currency: Currency,
    /// What would stay charged.
    charged: ChargesView,
    /// Until when it costs nothing; null when it never costs anything.
    free_until: Option<Timestamp>,
}

/// Tells what cancelling a booking as its customer would cost now, without cancelling it.
pub async fn quote_cancel(call: Call, PathId(id): PathId<Booking>) -> Result<Data<Plain<CancellationQuote>>, ApiError> {
    let before = call.get(id).await?;
    let booking = &before.body;
    let fee_minor = cancellation::fee_minor(booking, call.now, false);
    let reason = CancellationReason::Customer;
    let after = transition::cancelled(booking, call.now, reason, LongText::default(), fee_minor)?;
    let after = booking_settlement::preview(&call, booking, call.next_version(&before, after, None)).await?.body;
    Ok(Data(Plain(CancellationQuote {
        booking_id: id,
        fee: Amount::of(fee_minor, booking.currency),
        refund: Amount::of(booking.price.total_minor - fee_minor, booking.currency),
        currency: booking.currency,
        charged: after.payment.map(|payment| payment.account.view(booking.currency)).unwrap_or_default(),
        free_until: cancellation::free_until(booking),
    })))
}
