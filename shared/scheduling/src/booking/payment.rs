//! What a booking owes, and how it is paid (`docs/areas/settlement.md`, 52 to 62).

use billing::{arithmetic::Overflow, settlement::Owed};
use serde::{Deserialize, Serialize};
use settlement::SourceAccount;
use values::Name;

use crate::booking::{Booking, BookingState, cancellation::fee_share};

/// The payment of a booking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookingPayment {
    /// What all of it costs, in money, credits and day passes, as it was booked or last moved.
    pub price: Owed,
    /// What its invoice item is to say, when it is made or moved; otherwise it says what it said. It is not stored, so
    /// that a booking stays below a kilobyte.
    #[serde(skip)]
    pub description: Option<Name>,
    /// Whether credits of one location paid at another when it was booked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cross_location: bool,
    /// Whether the plan's discount reduced its price in credits.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub discounts_apply_to_credits: bool,
    /// Who pays, and what was charged.
    pub account: SourceAccount,
}

impl BookingPayment {
    /// With the price of another time or place.
    #[must_use]
    pub fn at_price(&self, price: Owed, description: Name) -> Self {
        Self { price, description: Some(description), ..self.clone() }
    }
}

/// What `after` owes, which `before` becomes: all of its price while it stands or has taken place; of a cancelled one
/// the fee's part of it.
///
/// # Errors
/// [`Overflow`] when an amount does not fit.
pub fn owed(before: &Booking, after: &Booking) -> Result<Owed, Overflow> {
    let Some(payment) = &after.payment else { return Ok(Owed::NOTHING) };
    match (after.state, &after.cancellation) {
        (BookingState::Cancelled, Some(cancellation)) => {
            let (part, whole) = fee_share(before, cancellation);
            payment.price.part(part, whole)
        }
        _ => Ok(payment.price),
    }
}

/// What is owed that costs `price` now instead of `before`, when it does not get cheaper.
#[must_use]
pub fn not_less(before: Owed, price: Owed) -> Owed {
    let units = |before: Option<i64>, now: Option<i64>| now.map(|now| now.max(before.unwrap_or_default()));
    Owed {
        money_minor: price.money_minor.max(before.money_minor),
        item_minor: price.item_minor.max(before.item_minor),
        credits: units(before.credits, price.credits),
        day_passes: units(before.day_passes, price.day_passes),
    }
}
