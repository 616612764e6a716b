//! Movement: a change of what is on hand of an option. It is never changed, and the sum of an option's movements is
//! what is on hand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Id, Kind, KindName, LongText, Timestamp};

use super::{option::ShopOption, order::ShopOrder, product::ShopProduct};

/// A change of what is on hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "StockMovement")]
pub struct StockMovement {
    /// Product whose stock changed.
    pub product_id: Id<ShopProduct>,
    /// Option of the product whose stock changed.
    pub option_id: Id<ShopOption>,
    /// Its number among the movements of the option, from 1 without a gap.
    pub number: i64,
    /// What changed the stock: an adjustment, a sale or a return.
    #[serde(rename = "type")]
    pub kind: MovementKind,
    /// How many came; below zero, how many went.
    pub quantity: i64,
    /// How many are on hand after it.
    pub on_hand_after: i64,
    /// The order that they were handed over for, or came back from; null when none.
    pub order_id: Option<Id<ShopOrder>>,
    /// What the operator says.
    pub reason: LongText,
}

/// Why what is on hand changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "StockMovementType")]
pub enum MovementKind {
    /// The operator counted pieces in or out.
    Adjustment,
    /// They were handed over.
    Sale,
    /// Goods that a customer returned are on hand again.
    Return,
}

impl StockMovement {
    /// Index of the movements of a product.
    pub const BY_PRODUCT: IndexBy<Self, Id<ShopProduct>> = IndexBy::new(Index::First, "product");
}

impl Kind for StockMovement {
    const KIND: KindName = KindName::StockMovement;
}

impl Entity for StockMovement {
    const PATH: &'static str = "/stock-movements";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }

    fn path(&self, id: Id<Self>) -> String {
        let _ = id;
        format!("/shop-products/{}/stock-movements", self.product_id)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_PRODUCT, &self.product_id, id)
    }
}
