//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use schemars::JsonSchema;
use serde::Serialize;
use store::Record;
use values::{Area, Id, Timestamp};

use crate::{
    orders,
    records::{
        category::ShopCategory,
        option::ShopOption,
        order::ShopOrder,
        product::ShopProduct,
        stock::{OptionStockView, ShopStock},
    },
};

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        ObjectEvents::of::<ShopProduct>("shop_product", Area::Shop, &SHOP_PRODUCT).leaving_out(&["stock"]),
        ObjectEvents::of::<ShopCategory>("shop_category", Area::Shop, &SHOP_CATEGORY),
        ObjectEvents::shown_by::<ShopStock, _>("shop_stock", Area::Shop, &SHOP_STOCK, told_of_stock),
        ObjectEvents::of::<ShopOrder>("shop_order", Area::Shop, &SHOP_ORDER)
            .leaving_out(&["payment_reference"])
            .naming(orders::NAMED),
    ]
}

const SHOP_PRODUCT: [EventRule; 6] = [
    EventRule::new("created", When::Created, "A product was made."),
    EventRule::new("deactivated", When::Turned("is_active", false), "It is sold no longer."),
    EventRule::new("activated", When::Turned("is_active", true), "It is sold again."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const SHOP_CATEGORY: [EventRule; 4] = [
    EventRule::new("created", When::Created, "A category was made."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("restored", When::Restored, "It was restored."),
    EventRule::new("updated", When::Updated, "It was changed."),
];

const SHOP_STOCK: [EventRule; 3] = [
    EventRule::new(
        "low",
        When::Gained("low_option_ids"),
        "So few of an option are left, from the beginning or now, that its stock is low: `low_option_ids` has it.",
    ),
    EventRule::new(
        "created",
        When::Created,
        "What there is of a product is counted from now on. `object_id` is the product's.",
    ),
    EventRule::new("updated", When::Updated, "Something was sold, reserved or counted in."),
];

const SHOP_ORDER: [EventRule; 9] = [
    EventRule::new("created", When::Created, "A customer ordered."),
    EventRule::new("completed", When::Became("status", "completed"), "It was handed over."),
    EventRule::new("cancelled", When::Became("status", "cancelled"), "It was cancelled: `cancelled_by` says by whom."),
    EventRule::new("returned", When::Became("status", "returned"), "It came back."),
    EventRule::new("accepted", When::Became("status", "in_progress"), "It is being prepared."),
    EventRule::new("paid", When::Became("payment_status", "paid"), "It is paid."),
    EventRule::new("refunded", When::Grew("refunded_total"), "Something was paid back."),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

/// What is told of what there is of a product.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ToldShopStock")]
struct ToldStock {
    /// The options that are low.
    low_option_ids: Vec<Id<ShopOption>>,
    /// What there is of each option.
    options: Vec<OptionStockView>,
}

/// No operation shows the stock by itself: it stands in the product.
fn told_of_stock(stock: &Record<ShopStock>, _at: Timestamp) -> ToldStock {
    let options: Vec<OptionStockView> = stock.body.options.iter().map(OptionStockView::of).collect();
    let low = stock.body.options.iter().filter(|option| option.low_stock_since.is_some());
    ToldStock { low_option_ids: low.map(|option| option.option_id).collect(), options }
}
