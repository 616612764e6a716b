//! The sweep as its schedules start it.

use chrono::Duration;
use serde_json::{Value, json};
use shared::due::{SHARDS, invoke};

use super::timer::{Conduct, Timers};

fn lines(timers: &Timers) -> Vec<Value> {
    let all = timers.app.logged();
    let lines = all.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["message"] == "sweep").collect()
}

#[tokio::test]
async fn each_invocation_goes_through_its_shard_and_writes_a_line() {
    let timers = Timers::new().await;
    for _ in 0..20 {
        timers.of_new_merchant(Duration::seconds(-90), Conduct::Works).await;
    }
    for shard in 0..SHARDS {
        invoke(&timers.app.context, &timers.registry(), &json!({"shard": shard})).await.unwrap();
    }
    assert_eq!(timers.rang().len(), 20);
    let lines = lines(&timers);
    assert_eq!(lines.len(), usize::from(SHARDS));
    let done: u64 = lines.iter().filter_map(|line| line["done"]["timer"].as_u64()).sum();
    assert_eq!(done, 20);
    for (shard, line) in lines.iter().enumerate() {
        assert_eq!((&line["shard"], &line["failures"]), (&json!(shard), &json!({})));
        // The alarm on the age reads it, also when nothing is due.
        let age = if line["looked_at"] == 0 { 0 } else { 90 };
        assert_eq!(line["oldest_due_seconds"], age, "{line}");
    }
}

#[tokio::test]
async fn an_event_without_a_shard_is_for_all() {
    let timers = Timers::new().await;
    for _ in 0..20 {
        timers.of_new_merchant(Duration::zero(), Conduct::Works).await;
    }
    let event = json!({"source": "aws.events", "detail-type": "Scheduled Event", "detail": {}});
    invoke(&timers.app.context, &timers.registry(), &event).await.unwrap();
    assert_eq!(timers.rang().len(), 20);
}

#[tokio::test]
async fn an_invocation_fails_when_a_record_did_and_only_after_all_were_tried() {
    let timers = Timers::new().await;
    timers.of_new_merchant(Duration::minutes(-1), Conduct::Fails).await;
    timers.of_new_merchant(Duration::zero(), Conduct::Works).await;
    let error = invoke(&timers.app.context, &timers.registry(), &json!({})).await.unwrap_err();
    assert_eq!(error.cause.as_deref(), Some("1 of 2 records failed"));
    assert_eq!(timers.rang().len(), 1);
    assert_eq!(lines(&timers)[0]["failures"], json!({"timer": 1}));
}

#[tokio::test]
async fn a_shard_that_does_not_exist_is_refused() {
    let timers = Timers::new().await;
    for shard in [json!(SHARDS), json!(-1), json!("0"), json!(256)] {
        let event = json!({"shard": shard});
        assert!(invoke(&timers.app.context, &timers.registry(), &event).await.is_err(), "{event}");
    }
}
