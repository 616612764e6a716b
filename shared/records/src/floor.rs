//! Floor: a level of a location, on which resources are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Location;
use store::{Entity, Index, IndexBy, Indexes, Writable};
use values::{Counter, Id, Kind, KindName, Name, Timestamp, UniqueKey};

/// A level of a location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Floor {
    /// Location that the floor belongs to; fixed once it is made.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// What people call it; unique at its location.
    pub name: Name,
    /// Storeys above the ground; negative below it.
    #[serde(default)]
    #[schemars(range(min = -100, max = 300))]
    pub level: i64,
}

impl Floor {
    /// Index of the floors of a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");

    /// Counts the resources on a floor: above 0 it cannot be archived.
    #[must_use]
    pub fn uses(id: Id<Self>) -> Counter {
        Counter::new("floor_uses", id)
    }
}

impl Kind for Floor {
    const KIND: KindName = KindName::Floor;
}

impl Writable for Floor {
    type Fields = Self;
}

impl Entity for Floor {
    const VISIBILITY: values::Visibility = values::Visibility::catalogue(&[], Some(&[]));
    const PATH: &'static str = "/floors";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }

    fn unique_keys(&self) -> Vec<UniqueKey> {
        vec![UniqueKey::of_name("floor_name", self.name.as_str(), |name| format!("{}#{name}", self.location_id))]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id)
    }
}
