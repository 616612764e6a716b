//! Get a membership plan (interface 4.5).

use shared::{
    api::{Call, Data, PathId, Shows},
    domain::MembershipPlan,
};

use crate::stored::get_any;

/// Get membership plan
pub async fn get(call: Call, PathId(id): PathId<MembershipPlan>) -> Shows<MembershipPlan> {
    get_any(&call, id).await.map(Data)
}
