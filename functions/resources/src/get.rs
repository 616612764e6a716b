//! Get a resource.

use shared::{
    api::{Call, Data, PathId, Shows},
    domain::Resource,
};

/// Get resource
pub async fn get(call: Call, PathId(id): PathId<Resource>) -> Shows<Resource> {
    call.get(id).await.map(Data)
}
