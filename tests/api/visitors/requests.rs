//! Requests of visitors who come unannounced.

use serde_json::{Value, json};
use tests::{accepted, at_once, having, sweep, total};

use super::Door;

async fn asked(door: &Door, name: &str) -> Value {
    let body = json!({"location_id": door.fixture.location, "host_id": door.fixture.member,
        "visitor": {"name": name}, "message": "I am here."});
    let answer = door.app().post("/visitor-requests", body).await;
    accepted(&answer, 201);
    answer.body["data"].clone()
}

fn path(request: &Value, action: &str) -> String {
    format!("/visitor-requests/{}{action}", request["id"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn an_approved_request_is_a_visit() {
    let door = Door::new().await;
    let request = asked(&door, "Vera").await;
    assert_eq!((&request["status"], &request["visit_id"]), (&json!("pending"), &json!(null)));
    assert_eq!(request["expires_at"], "2027-01-01T23:00:00.000Z");
    let approved = door.app().post(&path(&request, "/approve"), json!({})).await;
    accepted(&approved, 200);
    let approved = &approved.body["data"];
    assert_eq!(approved["status"], "approved");
    let visit = door.get(&json!({"id": approved["visit_id"]})).await;
    assert_eq!(
        (&visit["visitor"]["name"], &visit["expected_at"]),
        (&json!("Vera"), &json!("2027-01-01T11:00:00.000Z"))
    );
    accepted(&door.by_code(visit["code"].as_str().unwrap_or_default()).await, 200);
    for action in ["/approve", "/reject"] {
        assert_eq!(door.app().post(&path(&request, action), json!({})).await.refusal(), "409 invalid_state");
    }
}

#[tokio::test]
async fn a_request_is_approved_for_later_or_rejected() {
    let door = Door::new().await;
    let later = asked(&door, "Vera").await;
    let tomorrow = json!({"expected_at": "2027-01-02T09:00:00+01:00"});
    let approved = door.app().post(&path(&later, "/approve"), tomorrow).await;
    accepted(&approved, 200);
    let visit = door.get(&json!({"id": approved.body["data"]["visit_id"]})).await;
    assert_eq!(visit["expected_at"], "2027-01-02T08:00:00.000Z");
    let other = asked(&door, "Bo").await;
    let past = door.app().post(&path(&other, "/approve"), json!({"expected_at": "2026-12-01T09:00:00Z"})).await;
    assert_eq!(past.refusal(), "422 rule_violation expected_at in_the_past");
    let rejected = door.app().post(&path(&other, "/reject"), json!({})).await;
    assert_eq!(rejected.body["data"]["status"], "rejected");
    assert_eq!(door.app().post(&path(&other, "/approve"), json!({})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_request_expires_with_the_day() {
    let door = Door::alone().await;
    let request = asked(&door, "Vera").await;
    door.clock("2027-01-01T23:00:00Z");
    let expired = door.app().get(&path(&request, "")).await;
    assert_eq!(expired.body["data"]["status"], "expired");
    assert_eq!(door.app().post(&path(&request, "/approve"), json!({})).await.refusal(), "409 invalid_state");
    for (filter, count) in [("expired", 1), ("pending", 0)] {
        assert_eq!(total(door.app(), &format!("/visitor-requests?status={filter}")).await, count);
    }
    sweep(&door.app().context).await;
    for (filter, count) in [("expired", 1), ("pending", 0), ("approved", 0), ("rejected", 0)] {
        assert_eq!(total(door.app(), &format!("/visitor-requests?status={filter}")).await, count);
    }
    let by_host = format!("/visitor-requests?host_id={}&location_id={}", door.fixture.member, door.fixture.location);
    assert_eq!(total(door.app(), &by_host).await, 1);
}

#[tokio::test]
async fn a_request_is_approved_once() {
    let door = Door::new().await;
    let request = asked(&door, "Vera").await;
    let all = (0..16).map(|_| ("POST", path(&request, "/approve"), json!({})));
    let answers = at_once(door.app(), all).await;
    assert_eq!((having(&answers, 200), having(&answers, 409)), (1, 15));
    assert_eq!(total(door.app(), "/visitor-visits").await, 1);
}
