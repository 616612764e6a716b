//! Update the calling client's merchant.

use shared::{
    ApiError,
    api::{Body, Call, Committed, Data, Patch},
    domain::{Record, booking_policy, merchant::Merchant},
};

use crate::shown::{own, shown};

/// Update merchant
pub async fn update(
    call: Call,
    Body(patch): Body<Patch<Merchant>>,
) -> Result<Committed<Data<Record<Merchant>>>, ApiError> {
    let update = call.update_of(own(&call).await?)?.patched(&patch)?;
    if update.after.booking_defaults != update.before.body.booking_defaults {
        booking_policy::check(&update.after.booking_defaults, "booking_defaults")?;
    }
    let answer = if update.is_unchanged() { update.before.clone() } else { update.next_version() };
    update.commit_answering(Data(shown(&call, answer).await?)).await
}
