//! A resource in short.

use records::{Floor, Location};
use scheduling::{Resource, resource::ResourceType};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Expandable, Named};
use store::Record;
use uuid::Uuid;
use values::{ApiError, Area, Id, Name, Scope};
use work::UnitOfWork;

use crate::{
    reading,
    seen::{ids, shown},
};

/// Resources, as records name them.
#[derive(Clone, Copy, Debug)]
pub struct Resources;

/// A resource in short, as records name it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResourceSummary {
    /// Identifier of the resource.
    id: Id<Resource>,
    /// Location of the resource.
    location_id: Id<Location>,
    /// What people call it; unique at its location.
    name: Name,
    /// What kind of resource it is.
    #[serde(rename = "type")]
    resource_type: ResourceType,
    /// Most people at a time; no limit when null.
    capacity: Option<u32>,
    /// Level it is on; null when that is not known.
    floor_id: Option<Id<Floor>>,
    /// Whether it can be booked.
    is_active: bool,
}

impl Expandable for Resources {
    type View = ResourceSummary;

    const SCOPE: Scope = reading(Area::Resources);

    async fn find(work: &UnitOfWork, named: &[Named]) -> Result<Vec<(Uuid, ResourceSummary)>, ApiError> {
        let found = work.store.find_all(work.tenant(), &ids(named)).await?;
        shown(work, found, summary).await
    }
}

fn summary(resource: &Record<Resource>) -> ResourceSummary {
    let fields = &resource.body.fields;
    ResourceSummary {
        id: resource.id,
        location_id: fields.location_id,
        name: fields.name.clone(),
        resource_type: fields.resource_type,
        capacity: fields.capacity,
        floor_id: fields.floor_id,
        is_active: fields.is_active,
    }
}
