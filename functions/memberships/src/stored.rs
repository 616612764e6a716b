//! Finding a membership plan, active or not.

use shared::{
    ApiError,
    api::{Call, Data, PathId, Shows, Update},
    domain::{Id, MembershipPlan, Record},
};

/// Get membership plan
pub async fn get(call: Call, PathId(id): PathId<MembershipPlan>) -> Shows<MembershipPlan> {
    get_any(&call, id).await.map(Data)
}

/// The membership plan with this id, active or not.
pub async fn get_any(call: &Call, id: Id<MembershipPlan>) -> Result<Record<MembershipPlan>, ApiError> {
    call.store.find_any(call.tenant(), id).await?.ok_or_else(ApiError::not_found)
}

/// The same, about to be changed.
pub async fn update(call: &Call, id: Id<MembershipPlan>) -> Result<Update<'_, MembershipPlan>, ApiError> {
    call.update_of(get_any(call, id).await?)
}
