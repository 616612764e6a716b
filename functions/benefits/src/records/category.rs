//! Benefit category: the stored record and its wire form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::domain::{Counter, Entity, Id, Index, IndexBy, Indexes, Kind, KindName, Location, Name, Timestamp};

/// A stored category.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenefitCategory {
    /// Where it is; fixed.
    pub location_id: Id<Location>,
    /// What people call it.
    pub name: Name,
    /// Whether its benefits can be applied for.
    pub is_active: bool,
}

impl BenefitCategory {
    /// By location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");

    /// Counts its live benefits: it cannot be deleted above 0.
    #[must_use]
    pub fn benefits(id: Id<Self>) -> Counter {
        Counter::new("benefit_category_benefits", id)
    }
}

impl Kind for BenefitCategory {
    const KIND: KindName = KindName::BenefitCategory;
}

impl Entity for BenefitCategory {
    const PATH: &'static str = "/benefit-categories";
    type View = BenefitCategoryView;

    fn view(&self, _now: Timestamp) -> BenefitCategoryView {
        BenefitCategoryView { name: self.name.clone(), location_id: self.location_id, is_active: self.is_active }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id)
    }
}

/// A category of benefits at a location.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BenefitCategory")]
pub struct BenefitCategoryView {
    /// What people call it.
    name: Name,
    /// Where it is.
    location_id: Id<Location>,
    /// Whether its benefits can be applied for.
    is_active: bool,
}
