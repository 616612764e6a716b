use serde_json::json;
use shared::{
    api::{People, Route, get},
    category::{create, delete, list, update},
};
use values::ErrorCode::InUse;

use crate::records::{category::ShopCategory, product::ShopProduct};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_shop_categories", "/shop-categories", list::<ShopCategory>).by_ids().sorted_by(&["name"]).managed().people(People::Public, &["location_id"])
            .described("Newest first. With `location_id` the list may lag a moment behind."),
        Route::post("create_shop_category", "/shop-categories", create::<ShopCategory>)
            .example(|| json!({"location_id": "0199a000-0000-7000-8000-000000000001", "name": "Drinks"})),
        Route::get("get_shop_category", "/shop-categories/{id}", get::<ShopCategory>).people(People::Public, &[]),
        Route::put("update_shop_category", "/shop-categories/{id}", update::<ShopCategory>)
            .described(
                "Fields that are left out stay as they are; an empty object changes nothing. Products of an inactive category \
                 cannot be ordered; orders that exist go on.",
            )
            .example(|| json!({"name": "Snacks and drinks", "position": 2})),
        Route::delete("delete_shop_category", "/shop-categories/{id}", delete::<ShopProduct>)
            .described(
                "Refused while it has live products, unless `move_to` names another category of the location: then up \
                 to 50 products move there in the same step.",
            )
            .refusing(&[InUse]),
    ]
}
