//! Get a location.

use shared::{
    api::{Call, Data, PathId, Shows},
    domain::Location,
};

/// Get location
pub async fn get(call: Call, PathId(id): PathId<Location>) -> Shows<Location> {
    call.get(id).await.map(Data)
}
