//! Orders of extras follow their booking (`docs/areas/shop.md`, 27): what moves or ends one has its orders looked at at
//! once. What is missed is found when they are due.

use scheduling::Booking;
use shared::api::Call;
use store::Record;
use values::{ApiError, KindName};

/// Has the orders of bookings looked at whose change was committed; passes on the outcome of the commit.
///
/// # Errors
/// Those of the commit.
pub async fn follow<T>(
    call: &Call,
    booking: &Record<Booking>,
    committed: impl Future<Output = Result<T, ApiError>>,
) -> Result<T, ApiError> {
    let orders = booking.body.extras_order_ids.iter().map(|id| id.uuid()).collect::<Vec<_>>();
    let committed = committed.await?;
    if !orders.is_empty() {
        drop(call.hasten_all(KindName::ShopOrder, &orders).await);
    }
    Ok(committed)
}
