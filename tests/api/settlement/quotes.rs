//! A quote tells what the booking is charged.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, accepted, with};

use super::{book, grant, with_room};

async fn quote(room: &RoomFixture, fields: Value) -> TestResponse {
    room.app.post("/bookings/quote", with(room.booking("10:00", "11:30"), &fields)).await
}

#[tokio::test]
async fn the_quote_tells_what_the_booking_is_charged_and_charges_nothing() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 2, json!({})).await;
        let paid = json!({"payment_source": "credits", "allow_mixed": true});
        let quoted = quote(room, paid.clone()).await;
        accepted(&quoted, 200);
        let data = &quoted.body["data"];
        assert_eq!(
            (&data["credits_applied"][0]["amount"], &data["invoice_amount"]),
            (&json!(2), &json!(10)),
            "{}",
            quoted.text
        );
        assert_eq!(super::left(room, &room.member, "credits").await, 2);
        let made = book(room, "10:00", "11:30", "credits", with(paid, &json!({"quote_id": data["id"]}))).await;
        accepted(&made, 201);
        let charged = &made.body["data"]["charged"];
        for field in ["credits_applied", "day_passes_applied", "invoice_amount", "external_amount"] {
            assert_eq!(charged[field], data[field], "{field}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_quote_does_not_hold_when_it_would_be_charged_otherwise() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 2, json!({})).await;
        let paid = json!({"payment_source": "credits", "allow_mixed": true});
        let quoted = quote(room, paid.clone()).await;
        grant(room, &room.member, 5, json!({})).await;
        let by = with(paid, &json!({"quote_id": quoted.body["data"]["id"]}));
        let stale = book(room, "10:00", "11:30", "credits", by).await;
        assert_eq!(stale.refusal(), "409 quote_stale quote_id quote_stale");
        assert_eq!(super::left(room, &room.member, "credits").await, 7);
    })
    .await;
}

#[tokio::test]
async fn what_could_not_be_paid_is_a_broken_rule_of_the_quote() {
    with_room(json!({}), async |room| {
        let quoted = quote(room, json!({"payment_source": "credits"})).await;
        let data = &quoted.body["data"];
        assert_eq!(
            (&data["outcome"], &data["violations"][0]["reason"]),
            (&json!("refused"), &json!("insufficient_balance"))
        );
    })
    .await;
}
