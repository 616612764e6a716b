//! Get a resource.

use scheduling::Resource;
use shared::api::{Call, Data, PathId, Shows};

/// Get resource
pub async fn get(call: Call, PathId(id): PathId<Resource>) -> Shows<Resource> {
    call.get(id).await.map(Data)
}
