//! Guests of plans that limit them.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{accepted, at_once, having, made, total};

use super::Door;

/// The host subscribes to a plan with so many guests.
async fn with_plan(guests: Value) -> Door {
    let door = Door::new().await;
    let plan = door.fixture.plan(json!({"name": "Guests", "guest_passes_per_cycle": guests})).await;
    door.fixture.subscribed(json!({"membership_plan_id": plan})).await;
    door
}

async fn comes(door: &Door) -> TestResponse {
    let at = door.app().context.clock.now().to_string();
    let visit = door.invited(json!({"expected_at": at})).await;
    door.act(&visit, "check-in", json!({})).await
}

async fn paid_by(door: &Door) -> Value {
    let answer = comes(door).await;
    accepted(&answer, 200);
    answer.body["data"]["guest_pass"].clone()
}

async fn passes(door: &Door, amount: u32) {
    let grant = json!({"customer_id": door.fixture.member, "type": "admin_allocation", "amount": amount});
    made(door.app(), "/day-pass-transactions", grant).await;
}

#[tokio::test]
async fn a_guest_takes_a_guest_pass_of_the_cycle_and_then_a_day_pass() {
    let door = with_plan(json!(1)).await;
    assert_eq!(paid_by(&door).await["paid_by"], "guest_pass");
    let refused = comes(&door).await;
    assert_eq!(refused.refusal(), "402 insufficient_balance host_id insufficient_balance");
    passes(&door, 1).await;
    let pass = paid_by(&door).await;
    assert_eq!(pass["paid_by"], "day_pass");
    let id = pass["day_pass_transaction_id"].as_str().unwrap_or_default().to_owned();
    let transaction = door.app().get(&format!("/day-pass-transactions/{id}")).await.body["data"].clone();
    assert_eq!(
        (&transaction["type"], &transaction["source"]["type"]),
        (&json!("check_in"), &json!("visit")),
        "{transaction}"
    );
    assert_eq!(comes(&door).await.status, 402);
    door.clock("2027-02-01T11:00:00Z");
    assert_eq!(paid_by(&door).await["paid_by"], "guest_pass", "another cycle");
}

#[tokio::test]
async fn where_no_plan_limits_guests_they_cost_nothing() {
    let door = Door::new().await;
    assert_eq!(paid_by(&door).await, Value::Null);
    door.fixture.subscribed(json!({})).await;
    assert_eq!(paid_by(&door).await, Value::Null);
}

#[tokio::test]
async fn a_plan_that_counts_no_guests_goes_before_one_that_does() {
    let door = with_plan(json!(0)).await;
    assert_eq!(comes(&door).await.status, 402);
    door.fixture.subscribed(json!({})).await;
    assert_eq!(paid_by(&door).await, Value::Null);
}

#[tokio::test]
async fn a_day_pass_that_the_operator_gives_back_leaves_the_visit_as_it_was() {
    let door = with_plan(json!(0)).await;
    passes(&door, 1).await;
    let at = door.app().context.clock.now().to_string();
    let visit = door.invited(json!({"expected_at": at})).await;
    let visit = door.acted(&visit, "check-in", json!({})).await;
    let pass = visit["guest_pass"]["day_pass_transaction_id"].as_str().unwrap_or_default();
    let path = format!("/day-pass-transactions/{pass}/reverse");
    accepted(&door.app().post(&path, json!({})).await, 200);
    let visit = door.acted(&visit, "check-out", json!({})).await;
    assert_eq!(visit["guest_pass"]["day_pass_transaction_id"], pass, "it says what was taken");
    let transaction = door.app().get(&format!("/day-pass-transactions/{pass}")).await.body["data"].clone();
    assert_eq!(transaction["status"], "reversed");
    assert_eq!(paid_by(&door).await["paid_by"], "day_pass", "it can be used again");
}

#[tokio::test]
async fn who_does_not_come_takes_no_guest_pass() {
    let door = with_plan(json!(1)).await;
    let visit = door.invited(json!({})).await;
    door.acted(&visit, "cancel", json!({})).await;
    assert_eq!(paid_by(&door).await["paid_by"], "guest_pass");
}

#[tokio::test]
async fn of_sixteen_guests_at_once_three_have_a_guest_pass_and_two_a_day_pass() {
    let door = with_plan(json!(3)).await;
    passes(&door, 2).await;
    let mut paths = Vec::new();
    for _ in 0..16 {
        let visit = door.invited(json!({})).await;
        paths.push(format!("/visitor-visits/{}/check-in", visit["id"].as_str().unwrap_or_default()));
    }
    let answers = at_once(door.app(), paths.into_iter().map(|path| ("POST", path, json!({})))).await;
    assert_eq!((having(&answers, 200), having(&answers, 402)), (5, 11));
    let by =
        |wanted: &str| answers.iter().filter(|answer| answer.body["data"]["guest_pass"]["paid_by"] == wanted).count();
    assert_eq!((by("guest_pass"), by("day_pass")), (3, 2));
    assert_eq!(total(door.app(), "/visitor-visits?status=checked_in").await, 5);
}

#[tokio::test]
async fn a_subscription_keeps_the_guests_that_were_agreed_on() {
    let door = with_plan(json!(2)).await;
    let subscription = tests::only(door.app(), "/subscriptions").await;
    assert_eq!(subscription["guest_passes_per_cycle"], 2);
    let plan = subscription["membership_plan_id"].as_str().unwrap_or_default().to_owned();
    accepted(&door.app().put(&format!("/memberships/{plan}"), json!({"guest_passes_per_cycle": 0})).await, 200);
    assert_eq!(paid_by(&door).await["paid_by"], "guest_pass");
}
