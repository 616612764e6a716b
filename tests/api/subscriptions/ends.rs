//! Notice, commitment, ending at once, and taking notice back.

use serde_json::{Value, json};
use tests::SubscriptionFixture;

#[tokio::test]
async fn notice_ends_it_with_the_first_period_that_ends_so_many_days_later() {
    let fixture = SubscriptionFixture::new(json!({"notice_days": 30})).await;
    for (day, end) in [("2027-01-02", "2027-01-31"), ("2027-01-03", "2027-02-28")] {
        let id = fixture.subscribed(json!({})).await;
        fixture.clock(&format!("{day}T22:30:00Z"));
        let cancelled = fixture.acted(&id, "cancel", json!({})).await;
        assert_eq!((&cancelled["end_date"], &cancelled["status"]), (&json!(end), &json!("active")), "{day}");
        assert_eq!(cancelled["cancel_at_period_end"], true);
        fixture.clock("2027-01-01T11:00:00Z");
    }
}

#[tokio::test]
async fn what_ends_renews_no_more_and_gives_its_seat_back() {
    let fixture = SubscriptionFixture::alone(json!({"max_subscribers": 1})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "cancel", json!({})).await;
    fixture.clock("2027-02-01T00:00:00Z");
    tests::sweep(&fixture.app.context).await;
    assert_eq!(fixture.status(&id).await, "cancelled");
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300"]);
    let report = tests::sweep(&fixture.app.context).await;
    assert_eq!(report.failed(), 0);
    fixture.subscribed(json!({"start_date": "2027-02-01"})).await;
    for action in ["cancel", "uncancel", "pause", "resume", "renew-now"] {
        let body = if matches!(action, "cancel" | "pause") { json!({}) } else { Value::Null };
        assert_eq!(fixture.act(&id, action, body).await.refusal(), "409 invalid_state", "{action}");
    }
}

#[tokio::test]
async fn a_commitment_is_met_before_it_ends() {
    let fixture = SubscriptionFixture::new(json!({"minimum_commitment": true, "commitment_cycles": 6})).await;
    let id = fixture.subscribed(json!({})).await;
    let cancelled = fixture.acted(&id, "cancel", json!({})).await;
    let expected = (&json!("2027-07-01"), &json!("2027-06-30"));
    assert_eq!((&cancelled["commitment_ends_at"], &cancelled["end_date"]), expected);
    fixture.clock("2027-07-01T00:00:00Z");
    assert_eq!(fixture.status(&id).await, "cancelled");
    assert_eq!(fixture.invoices(&id).await.len(), 6);
}

#[tokio::test]
async fn ending_at_once_costs_a_part_of_the_dues_that_are_owed() {
    for (fee, total) in [(None, "900"), (Some(50), "450"), (Some(0), "")] {
        let fixture = SubscriptionFixture::new(json!({"minimum_commitment": true, "commitment_cycles": 6})).await;
        let id = fixture.subscribed(json!({})).await;
        fixture.clock("2027-03-10T10:00:00Z");
        let mut body = json!({"timing": "now"});
        if let Some(fee) = fee {
            body["fee_percent"] = json!(fee);
        }
        let cancelled = fixture.acted(&id, "cancel", body).await;
        assert_eq!(cancelled["end_date"], "2027-03-10");
        let fees = fixture.invoices(&id).await.into_iter().filter(|told| !told.ends_with(" 300")).collect::<Vec<_>>();
        let expected: Vec<String> =
            [total].iter().filter(|t| !t.is_empty()).map(|t| format!("2027-03-11 {t}")).collect();
        assert_eq!(fees, expected);
        fixture.clock("2027-03-10T23:00:00Z");
        assert_eq!(fixture.status(&id).await, "cancelled");
        let last = fixture.credits().await.pop().unwrap_or_default();
        assert_eq!(last, "2027-03-10 subscription_expiration 10 0");
        let uncancel = fixture.act(&id, "uncancel", Value::Null).await.refusal();
        assert_eq!(uncancel, "409 invalid_state");
    }
}

#[tokio::test]
async fn notice_can_be_taken_back_until_it_has_ended() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    assert_eq!(fixture.act(&id, "uncancel", Value::Null).await.refusal(), "409 invalid_state");
    fixture.acted(&id, "cancel", json!({})).await;
    let back = fixture.acted(&id, "uncancel", Value::Null).await;
    assert_eq!(
        (&back["end_date"], &back["notice_given_at"], &back["cancel_at"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    fixture.clock("2027-02-01T00:00:00Z");
    assert_eq!(fixture.status(&id).await, "active");
    assert_eq!(fixture.invoices(&id).await.len(), 2);
    // Without a commitment it ends with the day, costs nothing, and stays ended.
    let ended = fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
    assert_eq!(ended["end_date"], "2027-02-01");
    assert_eq!(fixture.act(&id, "uncancel", Value::Null).await.refusal(), "409 invalid_state");
    assert_eq!(fixture.invoices(&id).await.len(), 2);
}

#[tokio::test]
async fn what_is_called_off_before_it_begins_has_ended() {
    let fixture = SubscriptionFixture::new(json!({"max_subscribers": 1})).await;
    let id = fixture.subscribed(json!({"start_date": "2027-02-01"})).await;
    let off = fixture.acted(&id, "cancel", json!({})).await;
    assert_eq!(off["status"], "cancelled");
    assert_eq!(fixture.invoices(&id).await, Vec::<String>::new());
    fixture.subscribed(json!({"start_date": "2027-02-01"})).await;
}

#[tokio::test]
async fn nothing_is_owed_for_what_comes_after_its_own_end() {
    let plan = json!({"minimum_commitment": true, "commitment_cycles": 12});
    for (end, fees) in
        [("2027-03-31", vec!["2027-01-11 600"]), ("2027-03-15", vec!["2027-01-11 300"]), ("2027-01-31", vec![])]
    {
        let fixture = SubscriptionFixture::new(plan.clone()).await;
        let id = fixture.subscribed(json!({"end_date": end})).await;
        fixture.clock("2027-01-10T10:00:00Z");
        fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
        let told = fixture.invoices(&id).await;
        assert_eq!(told[1..], fees, "{end}");
    }
}
