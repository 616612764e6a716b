//! What is solved is closed by itself.

use chrono::Duration;
use serde_json::json;
use tests::{TicketFixture, accepted, sweep, total};

#[tokio::test]
async fn a_solved_ticket_is_closed_after_four_days_with_and_without_the_sweep() {
    let fixture = TicketFixture::alone().await;
    let id = fixture.solved(json!({})).await;
    assert_eq!(fixture.shown(&id).await["closes_at"], "2026-11-27T08:00:00.000Z");
    fixture.app.clock.advance(Duration::days(4) - Duration::milliseconds(1));
    assert_eq!(fixture.shown(&id).await["status"], "solved");
    assert_eq!(total(&fixture.app, "/tickets?status=solved").await, 1);
    fixture.app.clock.advance(Duration::milliseconds(1));
    let derived = fixture.shown(&id).await;
    assert_eq!((&derived["status"], &derived["closed_at"]), (&json!("closed"), &json!("2026-11-27T08:00:00.000Z")));
    assert_eq!(total(&fixture.app, "/tickets?status=solved").await, 0);
    assert_eq!(total(&fixture.app, "/tickets?status=closed").await, 1);
    let refused = fixture.act(&id, "reopen", json!({})).await;
    assert_eq!(refused.refusal(), "409 invalid_state follow_up_of closed");
    fixture.minutes(90);
    let report = sweep(&fixture.app.context).await;
    assert_eq!((report.done_of("ticket"), report.failed()), (1, 0), "{report:?}");
    let written = fixture.shown(&id).await;
    for field in ["status", "closed_at", "due_at", "closes_at", "solved_at"] {
        assert_eq!(written[field], derived[field], "{field}");
    }
    assert_eq!(total(&fixture.app, "/tickets?status=closed").await, 1);
    let last = fixture.app.get(&format!("/tickets/{id}/activity?order=desc&per_page=1")).await.body["data"][0].clone();
    assert_eq!((&last["to"], &last["at"]), (&json!("closed"), &json!("2026-11-27T08:00:00.000Z")), "when it was");
    assert_eq!(sweep(&fixture.app.context).await.done_of("ticket"), 0);
}

#[tokio::test]
async fn a_sensitive_ticket_is_closed_likewise() {
    let fixture = TicketFixture::alone().await;
    let id = fixture.solved(json!({"type": "harassment"})).await;
    fixture.app.clock.advance(Duration::days(5));
    assert_eq!(sweep(&fixture.app.context).await.done_of("sensitive_ticket"), 1);
    assert_eq!(fixture.shown(&id).await["status"], "closed");
}

#[tokio::test]
async fn the_location_says_after_how_many_days_and_what_is_solved_keeps_its_own() {
    let fixture = TicketFixture::new().await;
    let before = fixture.solved(json!({})).await;
    let path = format!("/locations/{}", fixture.location);
    accepted(&fixture.app.put(&path, json!({"ticket_settings": {"close_after_days": 1}})).await, 200);
    let after = fixture.solved(json!({})).await;
    assert_eq!(fixture.shown(&before).await["closes_at"], "2026-11-27T08:00:00.000Z");
    assert_eq!(fixture.shown(&after).await["closes_at"], "2026-11-24T08:00:00.000Z");
    let none = fixture.app.put(&path, json!({"ticket_settings": {"close_after_days": 0}})).await;
    assert_eq!(none.refusal(), "400 validation_error ticket_settings.close_after_days out_of_range");
}

#[tokio::test]
async fn a_reopened_ticket_is_not_closed_by_itself() {
    let fixture = TicketFixture::alone().await;
    let id = fixture.solved(json!({})).await;
    fixture.app.clock.advance(Duration::days(3));
    fixture.done(&id, "reopen").await;
    fixture.app.clock.advance(Duration::days(3));
    assert_eq!(sweep(&fixture.app.context).await.done_of("ticket"), 0);
    assert_eq!(fixture.shown(&id).await["status"], "in_progress");
}
