//! Get an assignment.

use scheduling::ResourceAssignment;
use shared::api::{Call, Data, PathId, Shows};

/// Get resource assignment
pub async fn get(call: Call, PathId(id): PathId<ResourceAssignment>) -> Shows<ResourceAssignment> {
    call.get(id).await.map(Data)
}
