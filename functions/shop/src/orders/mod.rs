mod cancel;
mod create;
mod hand_over;
mod list;
mod pay;
mod returns;

use expansions::{Customers, Locations};
use serde_json::json;
use shared::api::{Body, Call, Changes, Expansion, Patch, PathId, People, Route, get};
use values::ErrorCode::{CapacityExceeded, InsufficientBalance, InvalidState, OutOfStock};

use crate::records::order::ShopOrder;

fn example() -> serde_json::Value {
    json!({"location_id": "0199a000-0000-7000-8000-000000000001", "customer_id": "0199a000-0000-7000-8000-000000000002",
        "items": [{"product_id": "0199a000-0000-7000-8000-000000000003",
            "option_id": "0199a000-0000-7000-8000-000000000004", "quantity": 2}],
        "payment_source": "external"})
}

/// What orders name.
pub const NAMED: &[Expansion] = &[
    Expansion::of::<Customers>("customer_id").telling(),
    Expansion::of::<Locations>("location_id"),
    Expansion::of::<Customers>("payer_id"),
];

pub fn routes() -> Vec<Route> {
    let mut routes = making();
    routes.extend(states());
    routes
}

fn making() -> Vec<Route> {
    vec![
        Route::get("list_shop_orders", "/shop-orders", list::list).by_ids().sorted_by(&["paid_at"]).expanding(NAMED).managed().people(People::OwnCompany("customer_id"), &["booking_id", "location_id", "number", "status", "takes_place_on"]).described(
            "Newest first. With `customer_id` or `location_id` the list may lag a moment behind. `status` asks for the status at the \
             moment of the request.",
        ),
        Route::post("preview_shop_order", "/shop-orders/preview", create::preview).managed_where_named().people(People::OwnCompany("customer_id"), &["booking_id", "comment", "items", "location_id", "payment_source", "pickup"])
            .described(
                "What an order would cost, to the cent, and who would pay it. Refused for the same reasons; nothing is kept or charged.",
            )
            .refusing(&[CapacityExceeded, InsufficientBalance, OutOfStock])
            .example(example),
        Route::post("create_shop_order", "/shop-orders", create::create).managed_where_named().people(People::OwnCompany("customer_id"), &["booking_id", "comment", "items", "location_id", "payment_source", "pickup"])
            .described(
                "Keeps what it needs of the stock: all items or none. Prices, tax and discounts are those of this moment for good. Credits \
                 and invoices are charged at once, and what credit packages grant comes into the customer's wallet. What is paid \
                 `external` waits for `pay` and ends after 15 minutes without it. Orders of a location are numbered from 1 without a gap. With `booking_id` extras are ordered for a booking, \
                 until their lead time; they move with it, and come to nothing with it.",
            )
            .refusing(&[CapacityExceeded, InsufficientBalance, OutOfStock])
            .example(example),
        Route::get("get_shop_order", "/shop-orders/{id}", get::<ShopOrder>).expanding(NAMED).managed().people(People::Own(""), &[]),
        Route::put("update_shop_order", "/shop-orders/{id}", update).managed()
            .described("Only what the customer says and how it is handed over. Fields that are left out stay as they are.")
            .example(|| json!({"comment": "Without ice, please."})),
    ]
}

fn states() -> Vec<Route> {
    vec![
        Route::post("pay_shop_order", "/shop-orders/{id}/pay", pay::pay).managed()
            .described(
                "Tells that an order was paid outside of this service, within its 15 minutes; what its credit packages grant comes into \
                 the customer's wallet. The same reference again is the same payment.",
            )
            .refusing(&[CapacityExceeded, InvalidState])
            .example(|| json!({"payment_reference": "pi_3QK8dT"})),
        Route::post("start_shop_order", "/shop-orders/{id}/start", hand_over::start).managed()
            .described("New and paid: somebody prepares it. The customer can no longer cancel it.")
            .refusing(&[InvalidState]),
        Route::post("complete_shop_order", "/shop-orders/{id}/complete", hand_over::complete).managed()
            .described(
                "In progress: it is handed over, and what it kept of the stock is no longer on hand. Refused with 409 `out_of_stock` when \
                 that is not there, unless it may be delivered later.",
            )
            .refusing(&[InvalidState, OutOfStock]),
        Route::post("cancel_shop_order", "/shop-orders/{id}/cancel", cancel::cancel).managed().people(People::Own(""), &["reason"])
            .described(
                "By the customer while it is new and, once it is paid, every product's refund policy allows it; by the operator until it \
                 is handed over. What it kept is free again, and what was charged goes back to where it came from. Refused with 409 \
                 `invalid_state` when something of a credit package was used.",
            )
            .refusing(&[CapacityExceeded, InvalidState])
            .example(|| json!({"by": "operator", "reason": "Sold at the counter."})),
        Route::post("return_shop_order", "/shop-orders/{id}/return", returns::return_items).managed()
            .described(
                "Completed: takes some of its items back, as often as there is something left. Their part of the price goes back to where \
                 it came from, and unless `restock` says otherwise they are on hand again. A credit package comes back as long as \
                 nothing of it was used.",
            )
            .refusing(&[CapacityExceeded, InvalidState])
            .example(|| json!({"items": [{"item_id": "0199a000-0000-7000-8000-000000000001", "quantity": 1}]})),
    ]
}

async fn update(call: Call, PathId(id): PathId<ShopOrder>, Body(patch): Body<Patch<ShopOrder>>) -> Changes<ShopOrder> {
    call.update(id).await?.patched(&patch)?.commit().await
}
