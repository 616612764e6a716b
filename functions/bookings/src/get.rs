//! Get a booking.

use scheduling::Booking;
use shared::api::{Call, Data, PathId, Shows};

/// Get booking
pub async fn get(call: Call, PathId(id): PathId<Booking>) -> Shows<Booking> {
    call.get(id).await.map(Data)
}
