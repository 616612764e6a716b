//! Products themselves, with their stock.

mod create;
mod extra;
mod list;
mod options;
mod stock;
mod update;

use records::Location;
use serde_json::json;
use shared::{
    api::{Call, Changes, Data, PathId, People, Route, Shows},
    category,
};
use values::{
    ErrorCode::{InUse, OutOfStock, VersionConflict},
    Id,
};

use crate::records::{product::ShopProduct, stock::ShopStock};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_shop_products", "/shop-products", list::list).by_ids().sorted_by(&["title"]).managed().people(People::Public, &["category_id", "featured", "kind", "location_id", "q", "visibility"])
            .described("Newest first. With `location_id` or `category_id` the list may lag a moment behind."),
        Route::post("create_shop_product", "/shop-products", create::create)
            .described(
                "The category stands at the same location. Nothing is on hand at first: see `stock-adjustments`. A `credit_package` \
                 grants something, has no stock, and credits do not pay for it.",
            )
            .example(|| {
                json!({"location_id": "0199a000-0000-7000-8000-000000000001",
                    "category_id": "0199a000-0000-7000-8000-000000000002", "title": "Notebook", "visibility": "public",
                    "options": [{"title": "A5", "sku": "NB-A5", "price": 12.5, "credit_price": 1,
                        "stock_tracked": true, "max_per_order": 5, "low_stock_level": 10}]})
            }),
        Route::get("get_shop_product", "/shop-products/{id}", get).managed().people(People::Public, &[]),
        Route::put("update_shop_product", "/shop-products/{id}", update::update)
            .described(
                "Fields that are left out stay as they are. `options` replaces all of them: one that keeps its `id` keeps its stock, one \
                 that is left out goes, unless something of it is on hand or kept by an order. Orders keep the terms they were made at.",
            )
            .refusing(&[InUse, VersionConflict])
            .example(|| json!({"featured": true})),
        Route::delete("delete_shop_product", "/shop-products/{id}", archive)
            .described("Its orders stay, and are handed over, cancelled and returned as before."),
        Route::post("adjust_shop_stock", "/shop-products/{id}/stock-adjustments", stock::adjust).managed()
            .labelled("Adjust stock")
            .described(
                "Counts so many of an option in, or out when below zero. What orders keep cannot be counted out. It is the one way in \
                 which something comes to be on hand, but for what orders return.",
            )
            .refusing(&[OutOfStock])
            .example(|| {
                json!({"option_id": "0199a000-0000-7000-8000-000000000001", "quantity": 40, "reason": "Delivery"})
            }),
        Route::get("list_stock_movements", "/shop-products/{id}/stock-movements", stock::list_movements).managed().described(
            "Newest first; the list may lag a moment behind. Movements are never changed, and their sum by option is what is on hand.",
        ),
    ]
}

/// A product with what is on hand of its options.
async fn get(call: Call, PathId(id): PathId<ShopProduct>) -> Shows<ShopProduct> {
    let (product, stock) = tokio::join!(call.get(id), call.store.find(call.tenant(), id.cast::<ShopStock>()));
    let product = product?;
    Ok(Data(stock::shown(product, stock?)))
}

/// What DELETE does here, because orders still name the product.
async fn archive(call: Call, PathId(id): PathId<ShopProduct>) -> Changes<ShopProduct> {
    let mut update = call.update(id).await?.archived();
    let stock = call.store.find(call.tenant(), id.cast::<ShopStock>()).await?;
    update.after.stock = stock.map(|stock| stock.body);
    let location: Id<Location> = update.after.location_id;
    update.transaction.add(&Location::uses(location), -1);
    update.transaction.add(&Location::prices(location), -1);
    category::leave(&mut update.transaction, update.after.category_id);
    update.commit().await
}
