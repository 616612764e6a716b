//! A category of products: its record, and its index by location.

use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::category::Category;
use store::{Entity, Index, IndexBy, Indexes, Writable, fields::yes};
use values::{Counter, Id, Kind, KindName, Name, Timestamp};

/// A category of products at a location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShopCategory {
    /// Location whose shop has the category.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// What people call it.
    pub name: Name,
    /// Where a shop shows it among the others, lowest first; the list of categories is newest first all the same.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10_000))]
    pub position: i64,
    /// Whether its products can be ordered.
    #[serde(default = "yes")]
    pub is_active: bool,
}

impl Kind for ShopCategory {
    const KIND: KindName = KindName::ShopCategory;
}

impl Writable for ShopCategory {
    type Fields = Self;
}

impl Entity for ShopCategory {
    const VISIBILITY: values::Visibility =
        values::Visibility::catalogue(&[("is_active", "true")], Some(&[("is_active", "true")]));
    const PATH: &'static str = "/shop-categories";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id)
    }
}

impl Category for ShopCategory {
    const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    const CONTENTS: &'static str = "products";

    fn location_id(&self) -> Id<Location> {
        self.location_id
    }

    fn contents(id: Id<Self>) -> Counter {
        Counter::new("shop_category_products", id)
    }
}
