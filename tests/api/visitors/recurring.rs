//! Visits that repeat by a rule.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tests::{accepted, total};

use super::Door;

async fn of_series(door: &Door, visit: &Value) -> Vec<Value> {
    let series = visit["series_id"].as_str().unwrap_or_default();
    let list = door.app().get(&format!("/visitor-visits?series_id={series}&per_page=100")).await;
    accepted(&list, 200);
    list.body["data"].as_array().cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_visitor_who_comes_again_has_a_visit_with_a_code_each_time() {
    let door = Door::new().await;
    let rule = json!({"frequency": "weekly", "weekdays": ["friday"], "count": 13});
    let first = door.invited(json!({"recurring": rule, "expected_until": "2027-01-01T15:00:00+01:00"})).await;
    assert_eq!(first["series_id"], first["id"]);
    let visits = of_series(&door, &first).await;
    let codes: BTreeSet<String> = visits.iter().map(|visit| visit["code"].to_string()).collect();
    assert_eq!((visits.len(), codes.len()), (13, 13));
    let last = &visits[12];
    // The clocks have gone forward since: it is still two o'clock there.
    assert_eq!(
        (&last["expected_at"], &last["expected_until"]),
        (&json!("2027-03-26T13:00:00.000Z"), &json!("2027-03-26T14:00:00.000Z"))
    );
    assert_eq!(last["recurring"]["frequency"], "weekly");
    door.acted(&visits[0], "check-in", json!({})).await;
    assert_eq!(door.act(&visits[1], "check-in", json!({})).await.refusal(), "422 rule_violation id not_yet");
}

#[tokio::test]
async fn all_visits_of_a_rule_are_made_or_none() {
    let door = Door::new().await;
    let largest = door.invited(json!({"recurring": {"frequency": "daily", "count": 40}})).await;
    assert_eq!(of_series(&door, &largest).await.len(), 40);
    let refusals = [
        (json!({"frequency": "daily", "count": 41}), "422 rule_violation recurring too_many_occurrences"),
        (
            json!({"frequency": "daily", "count": 201}),
            "422 rule_violation recurring.count too_many_occurrences",
        ),
        (json!({"frequency": "daily"}), "422 rule_violation recurring.count end_required"),
        (
            json!({"frequency": "weekly", "weekdays": ["monday"], "count": 2}),
            "422 rule_violation recurring.weekdays first_start_not_in_rule",
        ),
    ];
    for (rule, refusal) in refusals {
        assert_eq!(door.invite(json!({"recurring": rule})).await.refusal(), refusal);
    }
    assert_eq!(total(door.app(), "/visitor-visits").await, 40);
}

#[tokio::test]
async fn cancelling_ends_one_visit_or_it_and_the_later_ones() {
    let door = Door::new().await;
    let first = door.invited(json!({"recurring": {"frequency": "daily", "count": 40}})).await;
    let visits = of_series(&door, &first).await;
    let expected = async || total(door.app(), "/visitor-visits?status=expected").await;
    door.acted(&visits[2], "cancel", json!({"scope": "this"})).await;
    assert_eq!(expected().await, 39);
    let path = format!("/visitor-visits/{}", visits[0]["id"].as_str().unwrap_or_default());
    accepted(&door.app().delete(&path).await, 200);
    assert_eq!(expected().await, 38);
    let cancelled = door.acted(&visits[5], "cancel", json!({"scope": "following"})).await;
    assert_eq!(cancelled["status"], "cancelled");
    assert_eq!(expected().await, 3, "the second, the fourth and the fifth, although the first was deleted");
    let again = door.invited(json!({"recurring": {"frequency": "daily", "count": 40}})).await;
    door.acted(&again, "cancel", json!({"scope": "following"})).await;
    assert_eq!(expected().await, 3, "forty at once");
}
