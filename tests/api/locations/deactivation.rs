//! What becomes of bookings when their location is deactivated.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, accepted, made};

async fn put(fixture: &RoomFixture, query: &str, body: Value) -> TestResponse {
    fixture.app.put(&format!("/locations/{}{query}", fixture.location), body).await
}

async fn deactivate(fixture: &RoomFixture, query: &str) -> TestResponse {
    put(fixture, query, json!({"is_active": false})).await
}

const REFUSED: &str = "409 in_use is_active in_use";
const INACTIVE: &str = "422 rule_violation resource_id location_inactive";

#[tokio::test]
async fn a_location_that_is_booked_is_deactivated_only_with_a_word_about_its_bookings() {
    let fixture = RoomFixture::new().await;
    let hall = fixture.resource("Hall", json!({})).await;
    let other = json!({"resource_id": hall});
    // The first is of both rooms and is named once.
    let first = fixture.book_with("10:00", "11:00", json!({"additional_resource_ids": [hall]})).await.id();
    let second = fixture.book_with("12:00", "13:00", other.clone()).await.id();
    let third = fixture.booked("14:00", "15:00").await;
    let fourth = fixture.book_with("16:00", "17:00", other).await.id();
    let versions = || async {
        let resources = fixture.app.get("/resources").await.body["data"].as_array().cloned().unwrap_or_default();
        resources.iter().map(|resource| resource["version"].clone()).collect::<Vec<_>>()
    };
    let before = versions().await;
    let refused = deactivate(&fixture, "").await;
    assert_eq!(refused.refusal(), REFUSED);
    let named = refused.body["error"]["details"]["in_use"].as_array().cloned().unwrap_or_default();
    let ids: Vec<&str> = named.iter().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(ids, [&first, &second, &third]);
    assert_eq!(
        named[0],
        json!({"kind": "booking", "id": first, "start_time": "2026-12-01T10:00:00.000Z",
            "end_time": "2026-12-01T11:00:00.000Z"})
    );
    assert_eq!(versions().await, before, "a refusal at the first look writes nothing");
    let shown = fixture.app.get(&format!("/locations/{}", fixture.location)).await.body["data"].clone();
    assert_eq!((&shown["version"], &shown["is_active"]), (&json!(1), &json!(true)));
    assert_eq!(put(&fixture, "", json!({"phone": "1"})).await.status, 200, "other changes are free");
    accepted(&fixture.book("18:00", "19:00").await, 201);
    for id in [&first, &second, &third, &fourth] {
        assert_eq!(fixture.status(id).await, "confirmed");
    }
}

#[tokio::test]
async fn bookings_that_are_kept_stand_and_no_new_ones_come_until_it_is_active_again() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:00").await;
    accepted(&deactivate(&fixture, "?on_future_bookings=keep").await, 200);
    assert_eq!(fixture.status(&id).await, "confirmed");
    assert_eq!(fixture.book("12:00", "13:00").await.refusal(), INACTIVE);
    accepted(&fixture.act(&id, "cancel").await, 200);
    // Active again, with nothing booked: it goes without a word, and comes back at once.
    accepted(&put(&fixture, "", json!({"is_active": true})).await, 200);
    accepted(&deactivate(&fixture, "").await, 200);
    assert_eq!(fixture.book("12:00", "13:00").await.refusal(), INACTIVE);
    accepted(&put(&fixture, "", json!({"is_active": true})).await, 200);
    accepted(&fixture.book("12:00", "13:00").await, 201);
    assert_eq!(deactivate(&fixture, "").await.refusal(), REFUSED);
    fixture.clock("13:00");
    accepted(&deactivate(&fixture, "").await, 200);
}

#[tokio::test]
async fn bookings_are_cancelled_as_the_operator_does_also_when_it_is_asked_later() {
    let fixture = RoomFixture::new().await;
    let hall = fixture.resource("Hall", json!({})).await;
    let of_both = fixture.book_with("10:00", "11:00", json!({"additional_resource_ids": [hall]})).await.id();
    let ids = [of_both, fixture.booked("12:00", "13:00").await];
    accepted(&deactivate(&fixture, "?on_future_bookings=cancel").await, 200);
    for id in &ids {
        let shown = fixture.app.get(&format!("/bookings/{id}")).await.body["data"].clone();
        assert_eq!((&shown["status"], &shown["cancellation_reason"]), (&json!("cancelled"), &json!("operator")));
        assert_eq!(shown["cancellation_fee"], 0.0);
    }
    accepted(&put(&fixture, "", json!({"is_active": true})).await, 200);
    let kept = fixture.booked("10:00", "11:00").await;
    accepted(&deactivate(&fixture, "?on_future_bookings=keep").await, 200);
    accepted(&deactivate(&fixture, "").await, 200);
    assert_eq!(fixture.status(&kept).await, "confirmed");
    accepted(&deactivate(&fixture, "?on_future_bookings=cancel").await, 200);
    assert_eq!(fixture.status(&kept).await, "cancelled");
}

#[tokio::test]
async fn a_hold_stands_in_the_way_and_a_block_does_not() {
    let fixture = RoomFixture::new().await;
    let block =
        json!({"resource_id": fixture.room, "start_time": "2026-12-01T08:00:00Z", "end_time": "2026-12-01T09:00:00Z"});
    made(&fixture.app, "/calendar-blocks", block.clone()).await;
    accepted(&deactivate(&fixture, "").await, 200);
    let later = json!({"start_time": "2026-12-02T08:00:00Z", "end_time": "2026-12-02T09:00:00Z"});
    made(&fixture.app, "/calendar-blocks", tests::with(block, &later)).await;
    accepted(&put(&fixture, "", json!({"is_active": true})).await, 200);
    let hold = fixture.app.post("/booking-holds", fixture.booking("10:00", "11:00")).await;
    accepted(&hold, 201);
    let refused = deactivate(&fixture, "").await;
    assert_eq!(refused.refusal(), REFUSED);
    let named = &refused.body["error"]["details"]["in_use"][0];
    assert_eq!((&named["kind"], &named["id"]), (&json!("hold"), &json!(hold.id())));
}

#[tokio::test]
async fn what_becomes_of_bookings_is_said_only_of_a_location_that_is_not_active() {
    let fixture = RoomFixture::new().await;
    let expected = "422 rule_violation on_future_bookings without_deactivation";
    for body in [json!({}), json!({"is_active": true}), json!({"phone": "1"})] {
        assert_eq!(put(&fixture, "?on_future_bookings=cancel", body).await.refusal(), expected);
    }
    let unknown = deactivate(&fixture, "?on_future_bookings=move").await;
    assert_eq!(unknown.refusal(), "400 validation_error on_future_bookings invalid_value");
}

#[tokio::test]
async fn an_archived_resource_no_longer_counts() {
    let fixture = RoomFixture::new().await;
    let hall = fixture.resource("Hall", json!({})).await;
    accepted(&fixture.app.delete(&format!("/resources/{hall}")).await, 200);
    accepted(&deactivate(&fixture, "").await, 200);
    accepted(&put(&fixture, "", json!({"is_active": true})).await, 200);
    fixture.resource("Den", json!({})).await;
    accepted(&deactivate(&fixture, "").await, 200);
}
