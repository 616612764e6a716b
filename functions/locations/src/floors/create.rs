//! Create a floor.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Created, Creates},
    domain::{Floor, Id, Location, Metadata, Name},
};

/// A new floor.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloorCreate {
    /// Where it is.
    location_id: Id<Location>,
    /// What people call it; unique at its location.
    name: Name,
    /// Storeys above the ground; negative below it.
    #[serde(default)]
    #[schemars(range(min = -100, max = 300))]
    level: i64,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Create floor
pub async fn create(call: Call, Body(input): Body<FloorCreate>) -> Creates<Floor> {
    let location = call.reference(input.location_id, "location_id").await?;
    let floor = Floor { location_id: location.id, name: input.name, level: input.level };
    let floor = call.new_record(floor, input.metadata);
    let mut transaction = call.transaction();
    transaction.create(&floor);
    transaction.claim(&floor.body.name_key(), floor.id, ApiError::already_exists("name"));
    transaction.require(&location, ApiError::reference_not_found("location_id"));
    transaction.add(&Location::uses(location.id), 1);
    call.commit(transaction, Created(floor)).await
}
