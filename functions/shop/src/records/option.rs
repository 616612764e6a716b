//! Option of a product: what is really sold.

use records::TaxRate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Amount, Id, Kind, KindName, Name, Percent, ShortText};

/// A variant of a product, with a price and a stock of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ShopOption")]
pub struct ShopOption {
    /// Identifier. Left out of an option that is new; one that a product has keeps it, and an option that an update
    /// leaves out is gone.
    #[serde(default)]
    pub id: Option<Id<Self>>,
    /// What people call it, such as a size.
    pub title: Name,
    /// Your own number of it.
    #[serde(default)]
    pub sku: ShortText,
    /// Price of one, in the location's currency; with tax where the location's prices include it.
    pub price: Amount,
    /// Price of one in credits; null when credits do not pay for it.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub credit_price: Option<i64>,
    /// Tax in percent; null when it is the location's. Kept but not applied while `tax_rate_id` is given.
    #[serde(default)]
    pub tax_rate: Option<Percent>,
    /// Tax rate by date: what it is on the day of the order applies. Null when it has none of its own.
    #[serde(default)]
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// Whether its stock is counted. What is not counted never runs out.
    #[serde(default)]
    pub stock_tracked: bool,
    /// Whether it can be ordered when there is none left, to be delivered later.
    #[serde(default)]
    pub allow_backorder: bool,
    /// Most of it in one order; no limit but that of every order when null.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub max_per_order: Option<i64>,
    /// How many are few: at this many that are neither sold nor reserved, or fewer, the stock is low. Never when null.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub low_stock_level: Option<i64>,
}

impl Kind for ShopOption {
    const KIND: KindName = KindName::ShopOption;
}
