//! A host who goes, and what is held of one.

use chrono::Duration;
use serde_json::json;
use tests::{accepted, only, sweep, total};

use super::Door;

#[tokio::test]
async fn the_visits_and_requests_of_a_host_who_goes_end() {
    let door = Door::alone().await;
    let app = door.app();
    let there = door.invited(json!({"comment": "canary"})).await;
    door.acted(&there, "check-in", json!({})).await;
    for _ in 0..3 {
        door.invited(json!({"comment": "canary", "reason": "canary", "metadata": {"canary": "canary"}})).await;
    }
    let request = json!({"location_id": door.fixture.location, "host_id": door.fixture.member,
        "visitor": {"name": "Bo"}, "message": "canary"});
    accepted(&app.post("/visitor-requests", request).await, 201);
    accepted(&app.post(&format!("/members/{}/anonymise", door.fixture.member), json!({})).await, 200);
    for _ in 0..3 {
        app.clock.advance(Duration::minutes(1));
        assert_eq!(sweep(&app.context).await.failed(), 0);
    }
    for (filter, count) in [("cancelled", 3), ("checked_in", 1), ("expected", 0)] {
        assert_eq!(total(app, &format!("/visitor-visits?status={filter}")).await, count, "{filter}");
    }
    assert_eq!(only(app, "/visitor-requests").await["status"], "rejected");
    let left = app.table_text().await.into_iter().filter(|item| item.contains("canary"));
    assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new());
    assert_eq!(door.invite(json!({})).await.refusal(), "422 rule_violation host_id reference_archived");
    door.acted(&there, "check-out", json!({})).await;
}

#[tokio::test]
async fn the_visits_of_a_host_are_exported() {
    let door = Door::new().await;
    door.invited(json!({"comment": "By the back door."})).await;
    let path = format!("/members/{}/export?section=", door.fixture.member);
    let visits = door.app().get(&format!("{path}visitor_visits")).await;
    accepted(&visits, 200);
    assert_eq!(visits.body["data"][0]["fields"]["comment"], "By the back door.", "{}", visits.text);
    assert_eq!(total(door.app(), &format!("{path}visitor_requests")).await, 0);
}
