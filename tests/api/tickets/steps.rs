//! From one state to another, and what is told of it.

use serde_json::json;
use tests::{TicketFixture, accepted, sixteen, successes};

const REFUSED: &str = "409 invalid_state";
const CLOSED: &str = "409 invalid_state follow_up_of closed";

#[tokio::test]
async fn a_ticket_goes_from_new_to_closed_and_each_step_is_told() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({"priority": "high"})).await;
    let new = fixture.shown(&id).await;
    assert_eq!((&new["status"], &new["number"], &new["reopened_count"]), (&json!("new"), &json!(1), &json!(0)));
    accepted(&fixture.act(&id, "assign", json!({"assignee_id": fixture.admin})).await, 200);
    for (action, status) in [
        ("start", "in_progress"),
        ("wait", "pending"),
        ("start", "in_progress"),
        ("solve", "solved"),
        ("reopen", "in_progress"),
        ("wait", "pending"),
        ("solve", "solved"),
        ("close", "closed"),
    ] {
        assert_eq!(fixture.done(&id, action).await["status"], status, "{action}");
    }
    let closed = fixture.shown(&id).await;
    assert_eq!((&closed["reopened_count"], &closed["closes_at"]), (&json!(1), &json!(null)));
    assert_eq!(closed["closed_at"], "2026-11-23T08:00:00.000Z");
    let assigned = format!("assignee_changed >{}", fixture.admin);
    assert_eq!(
        fixture.activity(&id).await,
        [
            "created",
            &assigned,
            "status_changed new>in_progress",
            "status_changed in_progress>pending",
            "status_changed pending>in_progress",
            "status_changed in_progress>solved",
            "status_changed solved>in_progress",
            "status_changed in_progress>pending",
            "status_changed pending>solved",
            "status_changed solved>closed"
        ]
    );
}

#[tokio::test]
async fn a_step_that_the_state_does_not_allow_is_refused() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({"assignee_id": fixture.admin})).await;
    let refused = async |actions: &[&str], expected: &str| {
        for action in actions {
            assert_eq!(fixture.act(&id, action, json!({})).await.refusal(), expected, "{action}");
        }
    };
    refused(&["wait", "solve", "reopen", "close"], REFUSED).await;
    fixture.done(&id, "start").await;
    refused(&["start", "reopen", "close"], REFUSED).await;
    fixture.done(&id, "wait").await;
    refused(&["wait", "reopen", "close"], REFUSED).await;
    fixture.done(&id, "solve").await;
    refused(&["start", "wait", "solve"], REFUSED).await;
    fixture.done(&id, "close").await;
    refused(&["start", "wait", "solve", "reopen", "close"], CLOSED).await;
    let assigned = fixture.act(&id, "assign", json!({"assignee_id": null})).await;
    assert_eq!(assigned.refusal(), CLOSED);
    let path = format!("/tickets/{id}");
    assert_eq!(fixture.app.put(&path, json!({"priority": "low"})).await.refusal(), CLOSED);
}

#[tokio::test]
async fn nobody_solves_a_ticket_that_nobody_takes_care_of() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({})).await;
    fixture.done(&id, "start").await;
    assert_eq!(fixture.act(&id, "solve", json!({})).await.refusal(), "409 invalid_state assignee_id required");
    let assign = async |to| accepted(&fixture.act(&id, "assign", json!({"assignee_id": to})).await, 200);
    assign(json!(fixture.admin)).await;
    assign(json!(fixture.admin)).await;
    assign(json!(null)).await;
    assert_eq!(fixture.act(&id, "solve", json!({})).await.refusal(), "409 invalid_state assignee_id required");
    assign(json!(fixture.admin)).await;
    assert_eq!(fixture.done(&id, "solve").await["status"], "solved");
    let told = fixture.activity(&id).await;
    assert_eq!(told.iter().filter(|entry| entry.starts_with("assignee_changed")).count(), 3, "{told:?}");
}

#[tokio::test]
async fn another_version_is_refused() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({})).await;
    let path = format!("/tickets/{id}/start");
    let stale = fixture.app.send("POST", &path, None, &[("if-match", "\"7\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
    let current = fixture.app.send("POST", &path, None, &[("if-match", "\"1\"")]).await;
    assert_eq!((current.status, current.header("etag")), (200, "\"2\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_sixteen_who_solve_a_ticket_one_does() {
    let fixture = TicketFixture::new().await;
    let id = fixture.started(json!({})).await;
    let answers = sixteen(&fixture.app, "POST", &format!("/tickets/{id}/solve"), None).await;
    assert_eq!(successes(&answers, 200), 1);
    assert_eq!(fixture.metrics("").await["total"]["resolution"]["tickets"], 1);
}
