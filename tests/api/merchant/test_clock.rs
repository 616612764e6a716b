//! The test clock of a sandbox merchant: forward only, and everything of the merchant goes by it.

use chrono::Duration;
use records::SandboxClock;
use serde_json::{Value, json};
use testing::{Fault, TestApp, TestResponse};
use tests::{SubscriptionFixture, accepted, app, books_add_up, member, sixteen};
use values::Clock as _;
use work::{UnitOfWork, unit_of_work::read_sandbox_clock};

use crate::lists::plan;

async fn advance(app: &TestApp, to: &str) -> TestResponse {
    app.post("/test-clock", json!({"advance_to": to})).await
}

/// Advances the clock, which must come there in one request; what was done, such as `subscription 12`.
async fn advanced(app: &TestApp, to: &str) -> Vec<String> {
    let answer = advance(app, to).await;
    accepted(&answer, 200);
    let data = &answer.body["data"];
    assert_eq!((&data["is_complete"], &data["failed"]), (&json!(true), &json!(0)), "{data}");
    let text = |done: &Value| format!("{} {}", done["kind"].as_str().unwrap_or_default(), done["count"]);
    data["done"].as_array().into_iter().flatten().map(text).collect()
}

#[tokio::test]
async fn a_live_merchant_has_no_test_clock() {
    let app = app().await;
    assert_eq!(app.get("/merchant").await.body["data"]["is_sandbox"], false);
    assert_eq!(app.get("/test-clock").await.code(), "not_found");
    assert_eq!(advance(&app, "2027-01-01T00:00:00Z").await.refusal(), "404 not_found");
}

#[tokio::test]
async fn a_clock_begins_at_real_time_and_runs_on_from_where_it_was_advanced_to() {
    let app = app().await.sandbox().await;
    assert_eq!(app.get("/merchant").await.body["data"]["is_sandbox"], true);
    assert_eq!(app.get("/test-clock").await.body["data"]["now"], "2026-11-21T09:00:00.000Z");
    assert_eq!(advanced(&app, "2027-11-21T09:00:00Z").await, Vec::<String>::new());
    app.clock.advance(Duration::minutes(5));
    let shown = app.get("/test-clock").await;
    assert_eq!(shown.body["data"]["now"], "2027-11-21T09:05:00.000Z");
    assert_eq!(
        shown.body["meta"]["timestamp"], "2026-11-21T09:05:00.000Z",
        "the clock itself is shown at real time"
    );
    let made =
        app.post("/plans", json!({"name": "Flex", "price": 100, "currency": "EUR", "billing_cycle": "monthly"})).await;
    accepted(&made, 201);
    assert_eq!(made.body["data"]["created_at"], "2027-11-21T09:05:00.000Z");
    assert_eq!(made.body["meta"]["timestamp"], "2027-11-21T09:05:00.000Z");
    let refused = app.get("/plans/nobody").await;
    assert_eq!(refused.body["meta"]["timestamp"], "2027-11-21T09:05:00.000Z");
}

#[tokio::test]
async fn a_record_that_is_made_while_a_clock_leaps_is_made_after_the_leap() {
    let app = app().await.sandbox().await;
    let begun = UnitOfWork::scheduled_at(&app.context, app.tenant(), "a request that takes long", app.clock.now());
    advanced(&app, "2027-11-21T09:00:00Z").await;
    accepted(&app.get("/plans").await, 200);
    let record = begun.new_record(plan("Flex"), None);
    let mut transaction = begun.transaction();
    transaction.create(&record);
    app.context.store.commit(transaction).await.expect("a commit");
    // Its id is one of after the leap, and lists of a period look for records by the instants of their ids.
    let shown = &app.get(&format!("/plans/{}", record.id)).await.body["data"];
    assert_eq!(shown["created_at"], "2027-11-21T09:00:00.000Z");
}

#[tokio::test]
async fn one_merchants_clock_is_no_other_merchants() {
    let app = app().await;
    let (one, other) = (app.sandbox().await, app.sandbox().await);
    advanced(&one, "2027-11-21T09:00:00Z").await;
    assert_eq!(other.get("/test-clock").await.body["data"]["now"], "2026-11-21T09:00:00.000Z");
    assert_eq!(app.get("/plans").await.body["meta"]["timestamp"], "2026-11-21T09:00:00.000Z");
}

#[tokio::test]
async fn a_clock_is_only_ever_advanced_and_by_two_years_at_most() {
    let app = app().await.sandbox().await;
    for (to, refusal) in [
        ("2026-11-21T08:59:59Z", "422 rule_violation advance_to in_the_past"),
        ("2026-11-21T09:00:00Z", "422 rule_violation advance_to in_the_past"),
        ("2028-11-21T09:00:00.001Z", "422 rule_violation advance_to too_far_ahead"),
        ("9999-12-31T23:59:59Z", "422 rule_violation advance_to too_far_ahead"),
        ("tomorrow", "400 validation_error advance_to invalid_format"),
    ] {
        assert_eq!(advance(&app, to).await.refusal(), refusal, "{to}");
    }
    advanced(&app, "2028-11-21T09:00:00Z").await;
    advanced(&app, "2030-11-21T09:00:00Z").await;
    assert_eq!(advance(&app, "2029-01-01T00:00:00Z").await.refusal(), "422 rule_violation advance_to in_the_past");
    assert_eq!(app.get("/test-clock").await.body["data"]["now"], "2030-11-21T09:00:00.000Z");
}

#[tokio::test]
async fn a_yearly_subscription_renews_in_one_request() {
    let fixture = SubscriptionFixture::in_sandbox(json!({"cycle": "yearly", "price": 3000})).await;
    let id = fixture.subscribed(json!({})).await;
    let done = advanced(&fixture.app, "2028-01-02T00:00:00Z").await;
    // It is renewed, and it is written down that it is past due.
    assert!(done.contains(&"subscription 2".to_owned()), "{done:?}");
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 3000", "2028-01-01 3000"]);
    assert_eq!(fixture.get(&id).await["current_period_start"], "2027-12-31T23:00:00.000Z");
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_year_in_one_advance_is_a_year_in_twelve_each_period_at_its_instant() {
    let fields = || json!({"rollover_cycles": 1});
    let (at_once, stepwise) =
        tokio::join!(SubscriptionFixture::in_sandbox(fields()), SubscriptionFixture::in_sandbox(fields()));
    let (first, second) = (at_once.subscribed(json!({})).await, stepwise.subscribed(json!({})).await);
    advanced(&at_once.app, "2027-12-15T00:00:00Z").await;
    for month in 2..=12 {
        advanced(&stepwise.app, &format!("2027-{month:02}-15T00:00:00Z")).await;
    }
    let told = (at_once.invoices(&first).await, at_once.credits().await);
    assert_eq!(told.0.len(), 12, "{:?}", told.0);
    assert_eq!(told, (stepwise.invoices(&second).await, stepwise.credits().await));
    for invoice in at_once.invoice_bodies(&first).await.iter().filter(|invoice| invoice["period_start"] != "2027-01-01")
    {
        assert_eq!(invoice["issue_date"], invoice["period_start"], "issued when it fell due");
    }
    books_add_up(&at_once.app).await;
    books_add_up(&stepwise.app).await;
}

#[tokio::test]
async fn api_clients_and_idempotency_keys_go_by_real_time() {
    let app = app().await.sandbox().await;
    let key = [("idempotency-key", "one")];
    let plan = json!({"name": "Flex", "price": 100, "currency": "EUR", "billing_cycle": "monthly"});
    let first = app.send("POST", "/plans", Some(plan.clone()), &key).await;
    accepted(&first, 201);
    advanced(&app, "2028-11-01T00:00:00Z").await;
    let again = app.send("POST", "/plans", Some(plan.clone()), &key).await;
    assert_eq!((again.header("idempotent-replayed"), again.id()), ("true", first.id()));
    let kiosk = json!({"name": "Kiosk", "scopes": ["plans:read"], "expires_at": "2026-11-22T09:00:00Z"});
    let kiosk = TestApp::made(&app.post("/api-clients", kiosk).await);
    let caller = app.as_client(&super::credentials(&kiosk));
    assert_eq!(caller.get("/plans").await.status, 200);
    assert_eq!(
        app.get(&format!("/api-clients/{}", super::text(&kiosk, "id"))).await.body["data"]["status"],
        "active"
    );
    app.clock.advance(Duration::hours(25));
    assert_eq!(caller.get("/plans").await.status, 401);
    let other = app
        .send(
            "POST",
            "/plans",
            Some(json!({"name": "Day", "price": 1, "currency": "EUR", "billing_cycle": "monthly"})),
            &key,
        )
        .await;
    accepted(&other, 201);
}

/// Writes the clock of the merchant past every rule.
async fn set(app: &TestApp, clock: SandboxClock) {
    let work = UnitOfWork::scheduled(&app.context, app.tenant(), "test");
    let before = read_sandbox_clock(&work.store, work.tenant()).await.unwrap().unwrap();
    let mut transaction = work.transaction();
    transaction.replace(&before, &work.next_version(&before, clock, None));
    work.store.commit(transaction).await.unwrap();
}

#[tokio::test]
async fn while_a_request_advances_the_clock_others_wait_and_one_that_died_keeps_them_for_seconds() {
    let app = app().await.sandbox().await;
    let real = app.clock.now();
    let month = real.plus(Duration::days(30));
    set(&app, SandboxClock::standing(month, real)).await;
    let waits = app.get("/plans").await;
    assert_eq!((waits.refusal(), waits.header("retry-after")), ("503 service_unavailable".to_owned(), "1"));
    assert_eq!(advance(&app, "2027-11-21T09:00:00Z").await.refusal(), "409 invalid_state");
    let shown = app.get("/test-clock").await.body["data"].clone();
    assert_eq!((&shown["now"], &shown["is_advancing"]), (&json!("2026-12-21T09:00:00.000Z"), &json!(true)));
    app.clock.advance(Duration::seconds(20));
    assert_eq!(app.get("/plans").await.status, 200);
    advanced(&app, "2027-11-21T09:00:00Z").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_sixteen_that_advance_at_once_the_clock_comes_there_once() {
    let fixture = SubscriptionFixture::in_sandbox(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let body = json!({"advance_to": "2027-06-15T00:00:00Z"});
    let answers = sixteen(&fixture.app, "POST", "/test-clock", Some(body)).await;
    let complete = answers.iter().filter(|answer| answer.status == 200).count();
    let refused: Vec<String> = answers.iter().filter(|one| one.status != 200).map(TestResponse::refusal).collect();
    assert_eq!(complete, 1, "{refused:?}");
    let documented = ["409 invalid_state", "422 rule_violation advance_to in_the_past"];
    assert!(refused.iter().all(|refusal| documented.contains(&refusal.as_str())), "{refused:?}");
    assert_eq!(fixture.invoices(&id).await.len(), 6);
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_advance_that_cannot_be_finished_leaves_the_clock_where_it_came_to() {
    let fixture = SubscriptionFixture::in_sandbox(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    member(&fixture.app, "bo@example.com").await;
    // The index cannot be read once.
    fixture.app.faults.next("Query", 1, Fault::Fail(400, "ValidationException"));
    assert_eq!(advance(&fixture.app, "2027-06-15T00:00:00Z").await.status, 500);
    assert_eq!(fixture.app.get("/test-clock").await.body["data"]["is_advancing"], false);
    advanced(&fixture.app, "2027-06-15T00:00:00Z").await;
    assert_eq!(fixture.invoices(&id).await.len(), 6);
    books_add_up(&fixture.app).await;
}
