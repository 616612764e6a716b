//! What there is of a product: one record, so that an order takes all that it needs of it or nothing, and whatever
//! happens to it is one write under its version.
//!
//! Three numbers of each option: what is on hand, what of it is reserved by open orders, and how many movements made up
//! the first. The movements are records of their own ([`super::movement`]).

use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Entity;
use values::{ApiError, ErrorCode, Id, Kind, KindName, Timestamp};

use super::option::ShopOption;

/// Most of an option that is counted in; only what comes back may make it more.
pub const ON_HAND_MAX: i64 = 1_000_000;

/// What there is of a product. Its id is the product's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopStock {
    /// Location at which the product is sold.
    pub location_id: Id<Location>,
    /// By option: those whose stock is counted, or was.
    pub options: Vec<OptionStock>,
}

/// What there is of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionStock {
    /// Option of the product that these numbers are about.
    pub option_id: Id<ShopOption>,
    /// The sum of its movements; below zero only of what could be ordered without being there.
    pub on_hand: i64,
    /// What of it open orders keep.
    pub reserved: i64,
    /// How many movements there are.
    pub movements: i64,
    /// At how many that are neither sold nor reserved it is low.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_stock_level: Option<i64>,
    /// Since when it is low.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_stock_since: Option<Timestamp>,
}

impl OptionStock {
    /// Nothing of an option.
    #[must_use]
    pub const fn none(option_id: Id<ShopOption>) -> Self {
        Self { option_id, on_hand: 0, reserved: 0, movements: 0, low_stock_level: None, low_stock_since: None }
    }

    /// What can still be ordered; below zero of what is to be delivered later.
    #[must_use]
    pub const fn available(&self) -> i64 {
        self.on_hand - self.reserved
    }

    /// Keeps so many for an order. `later` says that they need not be there.
    ///
    /// # Errors
    /// 409 `out_of_stock` naming `field`.
    pub fn reserve(&mut self, quantity: i64, later: bool, now: Timestamp, field: &str) -> Result<(), ApiError> {
        let available = self.available();
        if available < quantity && !later {
            let message = format!("{quantity} are needed, {} are there", available.max(0));
            return Err(ApiError::conflict(ErrorCode::OutOfStock, message).at(field, "out_of_stock"));
        }
        self.reserved += quantity;
        self.note_level(now);
        Ok(())
    }

    /// Gives back what an order kept.
    pub fn release(&mut self, quantity: i64, now: Timestamp) {
        self.reserved -= quantity;
        self.note_level(now);
    }

    /// Hands over what an order kept. What may be delivered later may be handed over before it was counted in.
    ///
    /// # Errors
    /// 409 `out_of_stock` when it is not there.
    pub fn sell(&mut self, quantity: i64, later: bool, now: Timestamp, field: &str) -> Result<(), ApiError> {
        if self.on_hand < quantity && !later {
            let message = format!("{quantity} are needed, {} are on hand", self.on_hand.max(0));
            return Err(ApiError::conflict(ErrorCode::OutOfStock, message).at(field, "out_of_stock"));
        }
        self.on_hand -= quantity;
        self.reserved -= quantity;
        self.movements += 1;
        self.note_level(now);
        Ok(())
    }

    /// Counts so many in, or out when below zero: no more than is neither sold nor reserved.
    ///
    /// # Errors
    /// 409 `out_of_stock`, 422 `out_of_range`, both naming `quantity`.
    pub fn adjust(&mut self, quantity: i64, now: Timestamp) -> Result<(), ApiError> {
        if quantity < 0 && self.available() + quantity < 0 {
            let message = format!("{} are there that no order keeps", self.available().max(0));
            return Err(ApiError::conflict(ErrorCode::OutOfStock, message).at("quantity", "out_of_stock"));
        }
        if quantity > 0 && self.on_hand + quantity > ON_HAND_MAX {
            let message = format!("at most {ON_HAND_MAX} of an option are on hand");
            return Err(ApiError::rule("quantity", "out_of_range", message));
        }
        self.receive(quantity, now);
        Ok(())
    }

    /// Counts in what came back of an order.
    pub fn receive(&mut self, quantity: i64, now: Timestamp) {
        self.on_hand += quantity;
        self.movements += 1;
        self.note_level(now);
    }

    /// From now on it is low at so many.
    pub fn set_level(&mut self, level: Option<i64>, now: Timestamp) {
        self.low_stock_level = level;
        self.note_level(now);
    }

    /// Notes that it has become low, once until it is not low any more.
    fn note_level(&mut self, now: Timestamp) {
        let is_low = self.low_stock_level.is_some_and(|level| self.available() <= level);
        self.low_stock_since = if is_low { self.low_stock_since.or(Some(now)) } else { None };
    }
}

impl ShopStock {
    /// What there is of an option.
    #[must_use]
    pub fn of(&self, option: Id<ShopOption>) -> Option<&OptionStock> {
        self.options.iter().find(|stock| stock.option_id == option)
    }

    /// The same, to be changed; nothing so far when it was never counted.
    pub fn of_mut(&mut self, option: Id<ShopOption>) -> &mut OptionStock {
        let position = self.options.iter().position(|stock| stock.option_id == option).unwrap_or_else(|| {
            self.options.push(OptionStock::none(option));
            self.options.len() - 1
        });
        &mut self.options[position]
    }
}

impl Kind for ShopStock {
    const KIND: KindName = KindName::ShopStock;
}

impl Entity for ShopStock {
    const PATH: &'static str = "/shop-products";
    type View = ShopStockView;

    fn view(&self, _now: Timestamp) -> ShopStockView {
        ShopStockView { options: self.options.iter().map(OptionStockView::of).collect() }
    }
}

/// What there is of a product.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ShopStock")]
pub struct ShopStockView {
    /// Stock of each option whose stock is counted, or was.
    options: Vec<OptionStockView>,
}

/// What there is of an option.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ShopOptionStock")]
pub struct OptionStockView {
    /// Option of the product that these numbers are about.
    option_id: Id<ShopOption>,
    /// How many are on hand; below zero only where more was handed over than had been counted in.
    stock_on_hand: i64,
    /// How many of them open orders keep.
    stock_reserved: i64,
    /// How many can still be ordered without a delivery; below zero when orders wait for one.
    stock_available: i64,
    /// Since when so few are left that the stock is low; null when it is not. It changes once for each time that it
    /// becomes low.
    low_stock_since: Option<Timestamp>,
}

impl OptionStockView {
    /// The stock of an option as answers show it.
    #[must_use]
    pub const fn of(stock: &OptionStock) -> Self {
        Self {
            option_id: stock.option_id,
            stock_on_hand: stock.on_hand,
            stock_reserved: stock.reserved,
            stock_available: stock.available(),
            low_stock_since: stock.low_stock_since,
        }
    }
}
