//! Get a floor.

use shared::{
    api::{Call, Data, PathId, Shows},
    domain::Floor,
};

/// Get floor
pub async fn get(call: Call, PathId(id): PathId<Floor>) -> Shows<Floor> {
    call.get(id).await.map(Data)
}
