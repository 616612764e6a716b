//! A category of benefits: its record, and its index by location.

use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::category::Category;
use store::{Entity, Index, IndexBy, Indexes, Writable, fields::yes};
use values::{Counter, Id, Kind, KindName, Name, Timestamp};

/// A category of benefits at a location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BenefitCategory {
    /// Location of the category and its benefits; it is fixed once the category is made.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// What people call it.
    pub name: Name,
    /// Whether its benefits can be applied for.
    #[serde(default = "yes")]
    pub is_active: bool,
}

impl Kind for BenefitCategory {
    const KIND: KindName = KindName::BenefitCategory;
}

impl Writable for BenefitCategory {
    type Fields = Self;
}

impl Entity for BenefitCategory {
    const VISIBILITY: values::Visibility =
        values::Visibility::catalogue(&[("is_active", "true")], Some(&[("is_active", "true")]));
    const PATH: &'static str = "/benefit-categories";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id)
    }
}

impl Category for BenefitCategory {
    const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    const CONTENTS: &'static str = "benefits";

    fn location_id(&self) -> Id<Location> {
        self.location_id
    }

    fn contents(id: Id<Self>) -> Counter {
        Counter::new("benefit_category_benefits", id)
    }
}
