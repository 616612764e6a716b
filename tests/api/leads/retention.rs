//! How long leads are kept.

use chrono::Duration;
use serde_json::json;
use tests::{accepted, sweep, total};

use super::Leads;

/// Sweeps day by day.
async fn days(leads: &Leads, days: i64) {
    for _ in 0..days {
        leads.fixture.app.clock.advance(Duration::days(1));
        let report = sweep(&leads.fixture.app.context).await;
        assert_eq!(report.failed(), 0, "{report:?}");
    }
}

#[tokio::test]
async fn a_lead_that_nobody_changes_is_deleted_when_its_time_is_over() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    accepted(&app.put("/merchant", json!({"retention": {"lead_days": 10}})).await, 200);
    let fields =
        json!({"name": "canary", "email": "canary@example.com", "notes": "canary", "metadata": {"a": "canary"}});
    let left = leads.lead(fields.clone()).await;
    let lost = leads.lead(fields).await;
    let changed = leads.lead(json!({})).await;
    days(&leads, 4).await;
    leads.acted(&lost, "lose", json!({"lost_reason": "other", "lost_text": "canary"})).await;
    days(&leads, 4).await;
    accepted(&leads.put(&changed, json!({"notes": "Called"})).await, 200);
    days(&leads, 1).await;
    // That it was looked at has made no version of it.
    assert_eq!(leads.shown(&left).await["version"], 1);
    days(&leads, 1).await;
    assert_eq!(app.get(&left).await.status, 404);
    accepted(&app.get(&lost).await, 200);
    days(&leads, 4).await;
    assert_eq!(app.get(&lost).await.status, 404);
    let texts = app.table_text().await;
    assert!(!texts.iter().any(|item| item.to_lowercase().contains("canary")));
    // What was put away is never due again.
    let put_away: Vec<&String> = texts.iter().filter(|item| item.contains("Purged lead")).collect();
    assert!(put_away.len() == 2 && !put_away.iter().any(|item| item.contains("gsi5")), "{put_away:?}");
    accepted(&app.get(&changed).await, 200);
    days(&leads, 4).await;
    assert_eq!(total(app, "/leads").await, 0);
}

#[tokio::test]
async fn a_retention_that_becomes_shorter_holds_within_a_week() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let lead = leads.lead(json!({})).await;
    days(&leads, 30).await;
    accepted(&app.get(&lead).await, 200);
    accepted(&app.put("/merchant", json!({"retention": {"lead_days": 20}})).await, 200);
    days(&leads, 7).await;
    assert_eq!(app.get(&lead).await.status, 404);
    for days in [0, 3651] {
        let refused = app.put("/merchant", json!({"retention": {"lead_days": days}})).await;
        assert_eq!((refused.status, &refused.body["error"]["details"]["field"]), (400, &json!("retention.lead_days")));
    }
}
