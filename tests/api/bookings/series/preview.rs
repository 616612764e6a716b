//! What a series would book, before it is made (`docs/areas/bookings.md`, 74).

use serde_json::{Value, json};
use tests::{RoomFixture, accepted};

use super::{count, daily};

async fn preview(fixture: &RoomFixture, occurrences: u32, fields: Value) -> Value {
    let answer = fixture.app.post("/booking-series/preview", daily(fixture, occurrences, &fields)).await;
    accepted(&answer, 200);
    answer.body["data"].clone()
}

/// What becomes of each occurrence.
fn outcomes(preview: &Value) -> Vec<&str> {
    let occurrences = preview["occurrences"].as_array().expect("a list");
    occurrences.iter().map(|one| one["outcome"].as_str().unwrap_or_default()).collect()
}

/// Name and start of what is free instead of an occurrence.
fn alternatives(preview: &Value, number: usize) -> Vec<String> {
    let free = preview["occurrences"][number]["alternatives"].as_array().expect("a list");
    let text = |one: &Value, field: &str| one[field].as_str().unwrap_or_default().to_owned();
    free.iter().map(|one| format!("{} {}", text(one, "resource_name"), &text(one, "start_time")[..16])).collect()
}

#[tokio::test]
async fn every_occurrence_is_told_with_its_price_and_nothing_is_stored() {
    let rates = json!([{"from_minutes": 0, "unit_amount": 10, "per_minutes": 60}]);
    let fixture = RoomFixture::with_room(json!({"rates": rates})).await;
    let preview = preview(&fixture, 3, json!({})).await;
    assert_eq!(outcomes(&preview), ["confirmed", "confirmed", "confirmed"]);
    assert_eq!(
        (&preview["is_possible"], &preview["bookable_count"], &preview["total_amount"]),
        (&json!(true), &json!(3), &json!(30))
    );
    assert_eq!(preview["occurrences"][2]["start_time"], "2026-12-03T10:00:00.000Z");
    assert_eq!(preview["occurrences"][2]["total_amount"], 10);
    assert_eq!(count(&fixture.app, "confirmed").await, 0);
    let made = fixture.app.post("/booking-series", daily(&fixture, 3, &json!({}))).await;
    accepted(&made, 201);
}

#[tokio::test]
async fn every_conflict_is_named_with_what_is_in_its_way_and_what_is_free_instead() {
    let fixture = RoomFixture::new().await;
    fixture.resource("Attic", json!({})).await;
    fixture.resource("Cellar", json!({"is_active": false})).await;
    fixture.resource("Desk", json!({"type": "hot_desk"})).await;
    fixture.booked("2026-12-01T10:30:00Z", "2026-12-01T11:30:00Z").await;
    fixture.booked("2026-12-03T10:00:00Z", "2026-12-03T10:30:00Z").await;
    let preview = preview(&fixture, 3, json!({})).await;
    assert_eq!(outcomes(&preview), ["refused", "confirmed", "refused"]);
    assert_eq!((&preview["is_possible"], &preview["refused_count"]), (&json!(false), &json!(2)));
    let conflict = json!([{"resource_id": fixture.room, "start_time": "2026-12-01T10:30:00.000Z",
        "end_time": "2026-12-01T11:30:00.000Z"}]);
    assert_eq!(preview["occurrences"][0]["conflicts"], conflict);
    assert_eq!(preview["occurrences"][0]["total_amount"], json!(null));
    let room = fixture.app.get(&format!("/resources/{}", fixture.room)).await.body["data"]["name"].clone();
    let room = room.as_str().expect("a name");
    let expected =
        [format!("{room} 2026-12-01T09:30"), format!("{room} 2026-12-01T11:30"), "Attic 2026-12-01T10:00".to_owned()];
    assert_eq!(alternatives(&preview, 0), expected);
    assert_eq!(alternatives(&preview, 1), [""; 0]);
    let expected =
        [format!("{room} 2026-12-03T09:00"), format!("{room} 2026-12-03T10:30"), "Attic 2026-12-03T10:00".to_owned()];
    assert_eq!(alternatives(&preview, 2), expected);
    let free = &preview["occurrences"][0]["alternatives"][2];
    let body = json!({"resource_id": free["resource_id"], "customer_id": fixture.member,
        "start_time": free["start_time"], "end_time": free["end_time"]});
    accepted(&fixture.app.post("/bookings", body).await, 201);
}

#[tokio::test]
async fn with_skip_a_series_is_possible_while_anything_of_it_is() {
    let fixture = RoomFixture::new().await;
    fixture.booked("2026-12-01T10:00:00Z", "2026-12-01T11:00:00Z").await;
    assert_eq!(preview(&fixture, 2, json!({"on_conflict": "skip"})).await["is_possible"], true);
    assert_eq!(preview(&fixture, 1, json!({"on_conflict": "skip"})).await["is_possible"], false);
}

#[tokio::test]
async fn an_alternative_keeps_the_rules_of_its_resource_and_has_room_for_who_comes() {
    let fixture = RoomFixture::with_room(json!({"capacity": 8})).await;
    fixture.resource("Small", json!({"capacity": 2})).await;
    fixture.resource("Short", json!({"capacity": 8, "max_minutes": 30})).await;
    fixture.resource("Large", json!({"capacity": 20})).await;
    fixture.booked("2026-12-01T08:00:00Z", "2026-12-01T13:00:00Z").await;
    let preview = preview(&fixture, 1, json!({"attendees": 6})).await;
    assert_eq!(alternatives(&preview, 0), ["Large 2026-12-01T10:00"]);
}

#[tokio::test]
async fn an_alternative_keeps_the_cooldown_of_its_customer() {
    let fixture = RoomFixture::with_room(json!({"cooldown_minutes": 60})).await;
    fixture.booked("2026-12-01T10:00:00Z", "2026-12-01T11:00:00Z").await;
    let preview = preview(&fixture, 1, json!({})).await;
    let starts: Vec<String> = alternatives(&preview, 0);
    assert_eq!(starts, ["Room 2026-12-01T08:00", "Room 2026-12-01T12:00"]);
}

#[tokio::test]
async fn a_broken_rule_is_named_and_has_no_alternatives() {
    let fixture = RoomFixture::with_room(json!({"max_minutes": 30})).await;
    fixture.resource("Attic", json!({})).await;
    let preview = preview(&fixture, 1, json!({})).await;
    assert_eq!(outcomes(&preview), ["refused"]);
    assert_eq!(preview["occurrences"][0]["violations"][0]["reason"], "too_long");
    assert_eq!(preview["occurrences"][0]["conflicts"], json!([]));
    assert_eq!(alternatives(&preview, 0), [""; 0]);
}

#[tokio::test]
async fn a_preview_of_nobody_and_of_nowhere_is_refused_like_the_series() {
    let fixture = RoomFixture::new().await;
    for field in ["customer_id", "resource_id"] {
        let fields = json!({field: "0199a000-0000-7000-8000-000000000001"});
        for path in ["/booking-series", "/booking-series/preview"] {
            let refused = fixture.app.post(path, daily(&fixture, 1, &fields)).await;
            assert_eq!(refused.refusal(), format!("422 rule_violation {field} reference_not_found"), "{path}");
        }
    }
}
