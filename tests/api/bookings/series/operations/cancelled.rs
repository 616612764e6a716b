//! Cancelling what is carried out for a series.

use serde_json::json;
use tests::{RoomFixture, books_add_up, carried_out, hastened, hastened_step, made, uses_credits};

use super::{MANY, asked, make, nothing_is_left};
use crate::bookings::series::{count, get, path};

#[tokio::test]
async fn an_operation_that_is_cancelled_leaves_nothing() {
    for steps in [0, 1, 3] {
        let fixture = RoomFixture::new().await;
        let (_, series) = asked(&fixture, json!({})).await;
        for _ in 0..steps {
            assert!(hastened_step(&fixture.app.context).await);
        }
        let answer = fixture.app.post(&format!("{}/cancel", path(&series)), json!({"scope": "operation"})).await;
        assert_eq!((answer.status, &answer.body["data"]["status"]), (202, &json!("failed")), "{}", answer.text);
        assert_eq!(answer.body["data"]["operation"]["status"], "undoing");
        let again = fixture.app.post(&format!("{}/cancel", path(&series)), json!({"scope": "operation"})).await;
        assert_eq!(again.refusal(), "409 invalid_state");
        let after = carried_out(&fixture.app, &answer).await;
        let operation = &after["operation"];
        assert_eq!((&after["status"], &operation["status"]), (&json!("failed"), &json!("cancelled")), "{after}");
        assert_eq!((&operation["done"], &operation["failure"]), (&json!(0), &json!(null)));
        assert_ne!(operation["ended_at"], json!(null));
        assert_eq!((&after["created_count"], &after["booking_ids"]), (&json!(0), &json!([])));
        nothing_is_left(&fixture).await;
    }
}

#[tokio::test]
async fn what_was_charged_is_given_back_when_an_operation_is_cancelled() {
    let rates = json!({"rates": [{"unit_amount": 20}], "credit_rates": [{"unit_amount": 2}]});
    let fixture = RoomFixture::with_room(rates).await;
    uses_credits(&fixture.app).await;
    let granted = json!({"customer_id": fixture.member, "type": "admin_allocation", "amount": 2 * MANY});
    made(&fixture.app, "/credit-transactions", granted).await;
    let balance = async || {
        let balances = fixture.app.get(&format!("/customers/{}/balances", fixture.member)).await;
        balances.body["data"]["credits"]["total"].clone()
    };
    let (_, series) = asked(&fixture, json!({"payment_source": "credits"})).await;
    for _ in 0..3 {
        assert!(hastened_step(&fixture.app.context).await);
    }
    assert_ne!(balance().await, json!(2 * MANY));
    let cancel = json!({"scope": "operation"});
    let answer = fixture.app.post(&format!("{}/cancel", path(&series)), cancel).await;
    let after = carried_out(&fixture.app, &answer).await;
    assert_eq!((&after["operation"]["status"], balance().await), (&json!("cancelled"), json!(2 * MANY)));
    nothing_is_left(&fixture).await;
    let (answer, _) = asked(&fixture, json!({"payment_source": "credits"})).await;
    carried_out(&fixture.app, &answer).await;
    assert_eq!(balance().await, 0, "each is charged once");
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_operation_that_has_come_about_or_ended_is_not_cancelled() {
    let fixture = RoomFixture::new().await;
    let (_, series) = asked(&fixture, json!({})).await;
    let cancel = async || {
        let path = format!("{}/cancel", path(&series));
        fixture.app.post(&path, json!({"scope": "operation"})).await.refusal()
    };
    while get(&fixture.app, &series).await["status"] == "forming" {
        assert!(hastened_step(&fixture.app.context).await);
    }
    assert_eq!(cancel().await, "409 invalid_state", "it stands, and its bookings are being made final");
    hastened(&fixture.app.context).await;
    assert_eq!(cancel().await, "409 invalid_state");
    assert_eq!(count(&fixture.app, "confirmed").await, MANY);
    let fixture = RoomFixture::new().await;
    let short = make(&fixture, 3, json!({})).await;
    let path = format!("/booking-series/{}/cancel", short.id());
    assert_eq!(fixture.app.post(&path, json!({"scope": "operation"})).await.refusal(), "409 invalid_state");
    assert_eq!(fixture.app.put(&path.replace("/cancel", ""), json!({"scope": "operation"})).await.status, 400);
}
