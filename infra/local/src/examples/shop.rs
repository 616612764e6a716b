use serde_json::{Value, json};

use super::request::{Asked, id};
use crate::seed::Api;

/// What is asked of an operation of this area.
pub fn asked(api: &Api, operation: &str) -> Option<Asked> {
    let amsterdam = api.id("amsterdam");
    let none = || json!({});
    let option = |product: &str| api.id(&format!("{product}: first option"));
    let item = |product: &str, quantity: u32| -> Value {
        json!({"product_id": api.id(product), "option_id": option(product), "quantity": quantity})
    };
    Some(match operation {
        "create_shop_category" => (none(), json!({"location_id": amsterdam})),
        "get_shop_category" | "update_shop_category" => (id(api, "snacks"), none()),
        "delete_shop_category" => (id(api, "posters"), none()),
        "create_shop_product" => (
            none(),
            json!({"location_id": amsterdam, "category_id": api.id("stationery"), "title": "Sketchbook"}),
        ),
        "get_shop_product" | "update_shop_product" | "list_stock_movements" => (id(api, "notebook"), none()),
        "delete_shop_product" => (id(api, "wall calendar"), none()),
        "adjust_shop_stock" => (id(api, "beans"), json!({"option_id": option("beans")})),
        "preview_shop_order" | "create_shop_order" => {
            let items = json!([item("beans", 2), item("notebook", 1)]);
            (none(), json!({"location_id": amsterdam, "customer_id": api.id("lukas"), "items": items}))
        }
        "get_shop_order" | "update_shop_order" => (id(api, "notebook for lukas"), none()),
        "pay_shop_order" => (id(api, "beans for bram"), none()),
        "start_shop_order" => (id(api, "pens for yuki"), none()),
        "complete_shop_order" => (id(api, "notebooks for farid"), none()),
        "cancel_shop_order" => (id(api, "ginger beer for grace"), none()),
        "return_shop_order" => {
            let back = json!([{"item_id": api.id("beans for farid: first item"), "quantity": 1}]);
            (id(api, "beans for farid"), json!({"items": back}))
        }
        _ => return None,
    })
}
