//! Update a floor.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Changes, Data, PathId},
    domain::{Floor, Metadata, Name},
};

/// What may change of a floor; a field that is left out stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloorPatch {
    /// What people call it; unique at its location.
    name: Option<Name>,
    /// Storeys above the ground; negative below it.
    #[schemars(range(min = -100, max = 300))]
    level: Option<i64>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update floor
pub async fn update(call: Call, PathId(id): PathId<Floor>, Body(patch): Body<FloorPatch>) -> Changes<Floor> {
    let before = call.get_for_change(id).await?;
    let body = Floor {
        location_id: before.body.location_id,
        name: patch.name.unwrap_or_else(|| before.body.name.clone()),
        level: patch.level.unwrap_or(before.body.level),
    };
    if body == before.body && patch.metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    let after = call.next_version(&before, body, patch.metadata);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    let (old, new) = (before.body.name_key(), after.body.name_key());
    transaction.exchange(&old, &new, id, ApiError::already_exists("name"));
    call.commit(transaction, Data(after)).await
}
