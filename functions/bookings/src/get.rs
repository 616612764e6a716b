//! Get a booking.

use shared::{
    api::{Call, Data, PathId, Shows},
    domain::Booking,
};

/// Get booking
pub async fn get(call: Call, PathId(id): PathId<Booking>) -> Shows<Booking> {
    call.get(id).await.map(Data)
}
