//! Get an assignment.

use shared::{
    api::{Call, Data, PathId, Shows},
    domain::ResourceAssignment,
};

/// Get resource assignment
pub async fn get(call: Call, PathId(id): PathId<ResourceAssignment>) -> Shows<ResourceAssignment> {
    call.get(id).await.map(Data)
}
