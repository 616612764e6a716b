//! Floor: a level of a location that resources stand on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Counter, Entity, Id, Index, IndexBy, Indexes, Kind, KindName, Location, Name, Timestamp, UniqueKey,
    text::comparable,
};

/// A stored floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Floor {
    /// Where it is.
    pub location_id: Id<Location>,
    /// What people call it; unique at its location.
    pub name: Name,
    /// Storeys above the ground; negative below it.
    pub level: i64,
}

impl Floor {
    /// By location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");

    /// The unique key of its name: held while it is live.
    #[must_use]
    pub fn name_key(&self) -> UniqueKey {
        UniqueKey::new("floor_name", format!("{}#{}", self.location_id, comparable(self.name.as_str())))
    }

    /// Counts what stands on a floor: it cannot be archived above 0.
    #[must_use]
    pub fn uses(id: Id<Self>) -> Counter {
        Counter::new("floor_uses", id)
    }
}

impl Kind for Floor {
    const KIND: KindName = KindName::Floor;
}

impl Entity for Floor {
    const PATH: &'static str = "/floors";
    type View = FloorView;

    fn view(&self, _now: Timestamp) -> FloorView {
        FloorView { location_id: self.location_id, name: self.name.clone(), level: self.level }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id)
    }
}

/// A level of a location.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Floor")]
pub struct FloorView {
    /// Where it is.
    pub location_id: Id<Location>,
    /// What people call it; unique at its location.
    pub name: Name,
    /// Storeys above the ground; negative below it.
    pub level: i64,
}
