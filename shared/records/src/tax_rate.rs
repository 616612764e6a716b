//! Tax rate: what is taxed at it, from which day on. Locations, plans, resources, options, events and items refer to it,
//! so that a change by law is written once.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Writable};
use values::{Kind, KindName, Name, Timestamp, UniqueKey, tax::TaxValue};

/// Most values of a rate: changes of its law.
pub const TAX_VALUES_MAX: usize = 50;

/// A rate of tax, with what it is from which day on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaxRate {
    /// What people call it; unique among live tax rates.
    pub name: Name,
    /// What it is from which day on, the earliest first. Before the first day it is what it is on that day.
    #[schemars(length(min = 1, max = TAX_VALUES_MAX))]
    pub values: Vec<TaxValue>,
}

impl Kind for TaxRate {
    const KIND: KindName = KindName::TaxRate;
}

impl Writable for TaxRate {
    type Fields = Self;
}

impl Entity for TaxRate {
    const PATH: &'static str = "/tax-rates";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }

    fn unique_keys(&self) -> Vec<UniqueKey> {
        vec![UniqueKey::of_name("tax_rate_name", self.name.as_str(), |name| name)]
    }
}
