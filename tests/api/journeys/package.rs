//! Ten credits: bought in the shop on an invoice, one spent on a room, refused for return, returned once that was given
//! back.

use serde_json::{Value, json};
use tests::{accepted, resource};

use super::{Story, id};

/// The order of a package of ten credits for 100, by Ann, on her invoice.
async fn ordered(story: &Story, ann: &str) -> Value {
    let category = json!({"location_id": story.location, "name": "Credits"});
    let category = story.make("/shop-categories", category).await;
    let product = json!({"location_id": story.location, "category_id": category, "title": "Ten credits",
        "kind": "credit_package", "visibility": "public",
        "grants": [{"type": "credits", "amount": 10, "duration_days": 90}], "options": [{"title": "One", "price": 100}]});
    let product = story.act("/shop-products", product).await;
    let item = json!({"product_id": product["id"], "option_id": product["options"][0]["id"], "quantity": 1});
    let order =
        json!({"location_id": story.location, "customer_id": ann, "items": [item], "payment_source": "invoice"});
    let preview = story.act("/shop-orders/preview", order.clone()).await;
    let order = story.act("/shop-orders", order).await;
    for amount in ["subtotal", "tax_total", "total"] {
        assert_eq!(order[amount], preview[amount], "{amount}");
    }
    assert_eq!((&order["total"], &order["payment_status"]), (&json!(121), &json!("paid")));
    order
}

#[tokio::test]
async fn a_credit_package_is_bought_spent_on_a_booking_refused_for_return_and_returned_when_untouched_again() {
    let story = Story::from("2027-03-01T09:00:00Z").await;
    let ann = story.make("/members", json!({"email": "ann@example.com", "name": "Ann"})).await;
    let room = json!({"rates": [{"unit_amount": 20}], "credit_rates": [{"unit_amount": 2}]});
    let room = resource(&story.app, &story.location, "Canal room", "meeting_room", room).await;

    // The package is hers at once. The invoice of the month has it, and the books owe her ten credits.
    let order = ordered(&story, &ann).await;
    assert_eq!(story.credits(&ann).await, json!(10));
    let draft = story.make("/invoices", json!({"customer_id": ann, "location_id": story.location})).await;
    story.act(&format!("/invoices/{draft}/issue"), json!({})).await;
    story.pay_newest(&ann).await;
    assert_eq!(story.accounts().await, ["cash 121", "credit_liability 100", "tax 21"]);
    for action in ["start", "complete"] {
        story.act(&format!("/shop-orders/{}/{action}", id(&order)), json!({})).await;
    }

    // An hour of the room takes two of them, so that the package does not come back.
    let booking = json!({"resource_id": room, "customer_id": ann, "payment_source": "credits",
        "start_time": "2027-03-10T09:00:00Z", "end_time": "2027-03-10T10:00:00Z"});
    let booking = story.act("/bookings", booking).await;
    assert_eq!(story.credits(&ann).await, json!(8));
    let back = json!({"items": [{"item_id": order["items"][0]["id"], "quantity": 1}]});
    let path = format!("/shop-orders/{}/return", id(&order));
    assert_eq!(story.app.post(&path, back.clone()).await.refusal(), "409 invalid_state");
    assert_eq!(story.credits(&ann).await, json!(8));

    // She cancels the room in time, and what she bought is whole again: it comes back, and the money is on her balance.
    story.act(&format!("/bookings/{}/cancel", id(&booking)), json!({})).await;
    assert_eq!(story.credits(&ann).await, json!(10));
    let returned = story.act(&path, back.clone()).await;
    assert_eq!((&returned["status"], &returned["refunded_total"]), (&json!("returned"), &json!(121)));
    assert_eq!(story.credits(&ann).await, json!(0));
    assert_eq!(story.accounts().await, ["cash 121", "customer_balance 121"]);

    // Ninety days later nothing expires that is no longer there, and nothing comes back twice.
    story.until("2027-06-15T09:00:00Z").await;
    assert_eq!(story.app.post(&path, back).await.refusal(), "409 invalid_state");
    assert_eq!(story.accounts().await, ["cash 121", "customer_balance 121"]);
    accepted(&story.app.get(&format!("/shop-orders/{}", id(&order))).await, 200);
}
