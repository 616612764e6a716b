//! What the tests of members and companies need of other areas, and requests from many writers at once.

use serde_json::{Value, json};
use shared::{
    domain::{
        Amount, Currency, MembershipPlan, Name,
        membership_plan::{Cycle, MembershipPlanFields},
    },
    testing::{TestApp, TestResponse},
};
use tokio::task::JoinSet;

/// An id that nobody has.
pub const NOBODY: &str = "0199a000-0000-7000-8000-00000000dead";

/// A location's id.
pub async fn location(app: &TestApp) -> String {
    let name = format!("Harbour {}", app.context.ids.next::<()>());
    let body = json!({"name": name, "time_zone": "Europe/Amsterdam", "currency": "EUR"});
    TestApp::made(&app.post("/locations", body).await)["id"].as_str().unwrap_or_default().to_owned()
}

/// A membership plan's id.
pub async fn membership_plan(app: &TestApp, location: &str, change: impl FnOnce(&mut MembershipPlan)) -> String {
    let currency = Currency::parse("EUR").expect("a currency");
    let location = shared::domain::Id::parse(location).expect("an id");
    let price = Amount::of(10_000, currency);
    let mut plan =
        MembershipPlan::from(MembershipPlanFields::new(location, Name::new("Flex"), Cycle::Monthly, price, currency));
    change(&mut plan);
    let is_active = std::mem::replace(&mut plan.is_active, true);
    let record = app.stored(plan).await;
    if !is_active {
        let deleted = app.delete(&format!("/memberships/{}", record.id)).await;
        assert_eq!(deleted.status, 200, "{}", deleted.text);
    }
    record.id.to_string()
}

/// A member's id.
pub async fn member(app: &TestApp, email: &str, role: &str) -> String {
    let made = app.post("/members", json!({"email": email, "name": "Ann", "role": role})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    made.id()
}

/// A company's id.
pub async fn company(app: &TestApp, location: &str) -> String {
    let made = app.post("/companies", json!({"location_id": location, "name": "Blue Harbour"})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    made.id()
}

/// Answers to requests that were sent at once.
pub async fn at_once(app: &TestApp, requests: impl IntoIterator<Item = (&str, String, Value)>) -> Vec<TestResponse> {
    let mut work = JoinSet::new();
    for (method, path, body) in requests {
        let (app, method) = (app.clone(), method.to_owned());
        work.spawn(async move { app.send(&method, &path, (!body.is_null()).then_some(body), &[]).await });
    }
    work.join_all().await
}

/// How many answers have this status; all others must be 409.
pub fn successes(answers: &[TestResponse], status: u16) -> usize {
    let other = answers.iter().find(|answer| answer.status != status && answer.status != 409);
    assert!(other.is_none(), "{}", other.map_or("", |answer| &answer.text));
    answers.iter().filter(|answer| answer.status == status).count()
}

/// Totals of a list.
pub async fn total(app: &TestApp, path: &str) -> u64 {
    let list = app.get(path).await;
    assert_eq!(list.status, 200, "{}", list.text);
    list.body["pagination"]["total"].as_u64().expect("a total")
}

/// The only record of a list, which must have one.
pub async fn only(app: &TestApp, path: &str) -> Value {
    let list = app.get(path).await;
    assert_eq!(list.body["pagination"]["total"], 1, "{path} {}", list.text);
    list.body["data"][0].clone()
}

/// Lets days go by.
pub fn days(app: &TestApp, days: i64) {
    app.clock.advance(chrono::Duration::days(days));
}
