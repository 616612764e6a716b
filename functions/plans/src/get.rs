//! Get a plan.

use shared::{
    api::{Call, Data, PathId, Shows},
    domain::Plan,
};

/// Get plan
pub async fn get(call: Call, PathId(id): PathId<Plan>) -> Shows<Plan> {
    call.get(id).await.map(Data)
}
