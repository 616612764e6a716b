//! Pauses: whole periods without charges and allowance.

use serde_json::{Value, json};
use tests::SubscriptionFixture;

#[tokio::test]
async fn a_pause_takes_whole_periods_and_moves_the_commitment() {
    let plan = json!({"minimum_commitment": true, "commitment_cycles": 4});
    let fixture = SubscriptionFixture::new(plan).await;
    let id = fixture.subscribed(json!({})).await;
    let paused = fixture.acted(&id, "pause", json!({"from": "2027-02-01", "until": "2027-04-01"})).await;
    assert_eq!(paused["pause"], json!({"from": "2027-02-01", "until": "2027-04-01", "behaviour": "void"}));
    assert_eq!((&paused["status"], &paused["commitment_ends_at"]), (&json!("active"), &json!("2027-07-01")));
    fixture.clock("2027-02-01T00:00:00Z");
    assert_eq!(fixture.status(&id).await, "paused");
    assert_eq!(fixture.act(&id, "renew-now", Value::Null).await.refusal(), "409 invalid_state");
    fixture.clock("2027-03-31T22:00:00Z");
    assert_eq!(fixture.status(&id).await, "active");
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-04-01 300"]);
    let granted = fixture.credits().await.into_iter().filter(|told| told.contains("allocation")).count();
    assert_eq!(granted, 2);
}

#[tokio::test]
async fn dues_of_a_paused_period_are_kept_as_drafts_when_asked_for() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "pause", json!({"until": "2027-03-01", "behaviour": "draft"})).await;
    fixture.clock("2027-03-01T10:00:00Z");
    fixture.get(&id).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-02-01 300 draft", "2027-03-01 300"]);
}

#[tokio::test]
async fn a_pause_without_end_lasts_until_somebody_resumes() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "pause", json!({})).await;
    fixture.clock("2027-05-10T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "paused");
    let resumed = fixture.acted(&id, "resume", Value::Null).await;
    assert_eq!((&resumed["status"], &resumed["pause"]["until"]), (&json!("paused"), &json!("2027-06-01")));
    fixture.clock("2027-06-01T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "active");
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-06-01 300"]);
}

#[tokio::test]
async fn a_pause_that_has_not_begun_is_called_off() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    assert_eq!(fixture.act(&id, "resume", Value::Null).await.refusal(), "409 invalid_state");
    fixture.acted(&id, "pause", json!({"until": "2027-03-01"})).await;
    let second = fixture.act(&id, "pause", json!({"from": "2027-05-01"})).await.refusal();
    assert_eq!(second, "409 invalid_state");
    assert_eq!(fixture.acted(&id, "resume", Value::Null).await["pause"], Value::Null);
    fixture.clock("2027-02-01T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "active");
}

#[tokio::test]
async fn an_operator_bounds_pauses() {
    let fixture = SubscriptionFixture::new(json!({"pause_days_max": 62, "pause_notice_days": 14})).await;
    let id = fixture.subscribed(json!({})).await;
    for (body, refusal) in [
        (json!({"from": "2027-02-01"}), "422 rule_violation until required"),
        (json!({"from": "2027-01-01", "until": "2027-03-01"}), "422 rule_violation from pause_notice"),
        (json!({"from": "2027-02-01", "until": "2027-05-01"}), "422 rule_violation until pause_too_long"),
        (json!({"from": "2027-02-01", "until": "2027-02-01"}), "422 rule_violation until pause_empty"),
        (json!({"from": "2027-02-01", "until": "9999-12-31"}), "422 rule_violation until out_of_range"),
    ] {
        assert_eq!(fixture.act(&id, "pause", body).await.refusal(), refusal);
    }
    fixture.acted(&id, "pause", json!({"from": "2027-02-01", "until": "2027-04-01"})).await;
}

#[tokio::test]
async fn a_period_that_was_noted_as_invoiced_while_paused_stays_paused() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({"invoice_days_in_advance": 14})).await;
    fixture.acted(&id, "pause", json!({"from": "2027-02-01", "until": "2027-05-01"})).await;
    fixture.clock("2027-01-20T10:00:00Z");
    fixture.get(&id).await;
    let resumed = fixture.acted(&id, "resume", Value::Null).await;
    assert_eq!(resumed["pause"]["until"], "2027-03-01", "nothing was charged for February");
    fixture.clock("2027-02-10T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "paused");
    fixture.clock("2027-03-01T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "active");
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-03-01 300"]);
}
