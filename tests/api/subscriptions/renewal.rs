//! Renewals: once for each period, and late as on time.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, sixteen};

/// Everything that a subscription has made, as far as it does not depend on when it was written down.
async fn made_by(fixture: &SubscriptionFixture, id: &str) -> (Vec<String>, Vec<String>) {
    (fixture.invoices(id).await, fixture.credits().await)
}

#[tokio::test]
async fn ten_periods_renewed_late_are_those_that_are_renewed_on_time() {
    let (on_time, late) = tokio::join!(
        SubscriptionFixture::alone(json!({"rollover_cycles": 1})),
        SubscriptionFixture::alone(json!({"rollover_cycles": 1}))
    );
    let (first, second) = (on_time.subscribed(json!({})).await, late.subscribed(json!({})).await);
    for month in 2..=11 {
        on_time.clock(&format!("2027-{month:02}-01T00:00:30Z"));
        tests::sweep(&on_time.app.context).await;
    }
    late.clock("2027-11-01T00:00:30Z");
    tests::sweep(&late.app.context).await;
    let (expected, found) = (made_by(&on_time, &first).await, made_by(&late, &second).await);
    assert_eq!(expected.0.len(), 11, "{:?}", expected.0);
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_balance_that_is_read_late_is_the_one_of_those_who_read_it_each_month() {
    let plan = json!({"rollover_cycles": 1});
    let (on_time, late) = tokio::join!(SubscriptionFixture::new(plan.clone()), SubscriptionFixture::new(plan.clone()));
    on_time.subscribed(json!({})).await;
    late.subscribed(json!({})).await;
    for month in 2..=6 {
        on_time.clock(&format!("2027-{month:02}-01T00:00:30Z"));
        on_time.credits().await;
    }
    late.clock("2027-06-01T00:00:30Z");
    assert_eq!(late.credits().await, on_time.credits().await);
}

#[tokio::test]
async fn a_wallet_in_which_nothing_was_left_has_what_a_new_period_grants() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.subscribed(json!({})).await;
    let left = async || {
        let balances = fixture.app.get(&format!("/customers/{}/balances", fixture.member)).await;
        balances.body["data"]["credits"]["total"].clone()
    };
    let granted = left().await;
    let body = json!({"customer_id": fixture.member, "type": "admin_charge", "amount": granted});
    for month in 2..=3 {
        accepted(&fixture.app.post("/credit-transactions", body.clone()).await, 201);
        assert_eq!(left().await, 0);
        fixture.clock(&format!("2027-{month:02}-01T00:00:30Z"));
    }
    assert_eq!(left().await, granted);
}

#[tokio::test]
async fn whoever_touches_a_wallet_late_finds_in_it_what_was_there_on_time() {
    let touches: [(&str, Value); 4] = [
        ("/credit-transactions", json!({"type": "admin_charge", "amount": 1})),
        ("/credit-transactions", json!({"type": "admin_allocation", "amount": 1})),
        ("/payment-transactions", json!({"amount": 5, "currency": "EUR", "method": "cash"})),
        (
            "/bookings",
            json!({"payment_source": "credits", "start_time": "2027-06-02T10:00:00Z",
            "end_time": "2027-06-02T11:00:00Z"}),
        ),
    ];
    for (path, body) in touches {
        let mut found = Vec::new();
        for months in [vec![2, 3, 4, 5, 6], vec![6]] {
            let fixture = SubscriptionFixture::new(json!({"rollover_cycles": 1})).await;
            fixture.subscribed(json!({})).await;
            let room = json!({"credit_rates": [{"unit_amount": 1}]});
            let room = tests::resource(&fixture.app, &fixture.location, "Room", "meeting_room", room).await;
            for month in &months[..months.len() - 1] {
                fixture.clock(&format!("2027-{month:02}-01T00:00:30Z"));
                fixture.credits().await;
            }
            fixture.clock("2027-06-01T00:00:30Z");
            let mut body = tests::with(body.clone(), &json!({"customer_id": fixture.member}));
            if path == "/bookings" {
                body["resource_id"] = json!(room);
            }
            accepted(&fixture.app.post(path, body).await, 201);
            found.push(fixture.credits().await);
        }
        assert_eq!(found[1], found[0], "{path}");
    }
}

#[tokio::test]
async fn reading_renews_what_no_sweep_has_renewed() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.clock("2027-03-31T23:00:00Z");
    let shown = fixture.get(&id).await;
    assert_eq!(shown["current_period_start"], "2027-03-31T22:00:00.000Z");
    assert_eq!(
        fixture.invoices(&id).await,
        ["2027-01-01 300", "2027-02-01 300", "2027-03-01 300", "2027-04-01 300"]
    );
    assert_eq!(fixture.credits().await.len(), 7, "four grants and three expiries");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_readers_and_the_sweep_make_one_renewal() {
    let fixture = SubscriptionFixture::alone(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.clock("2027-02-01T10:00:00Z");
    let path = format!("/subscriptions/{id}");
    let (answers, _) = tokio::join!(sixteen(&fixture.app, "GET", &path, None), tests::sweep(&fixture.app.context));
    assert!(
        answers.iter().all(|answer| answer.status == 200),
        "{:?}",
        answers.iter().map(|answer| answer.status)
    );
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-02-01 300"]);
    let expected = [
        "2026-12-31 subscription_allocation 10 10",
        "2027-01-31 subscription_expiration 10 0",
        "2027-01-31 subscription_allocation 10 10",
    ];
    assert_eq!(fixture.credits().await, expected);
}

#[tokio::test]
async fn what_was_used_is_not_expired_and_what_rolls_over_lives_on() {
    let fixture = SubscriptionFixture::new(json!({"rollover_cycles": 1})).await;
    let id = fixture.subscribed(json!({})).await;
    let charge = json!({"customer_id": fixture.member, "type": "admin_charge", "amount": 4, "reason": "Locker"});
    accepted(&fixture.app.post("/credit-transactions", charge).await, 201);
    fixture.clock("2027-03-01T10:00:00Z");
    fixture.get(&id).await;
    let told = fixture.credits().await;
    let expected = [
        "2027-01-31 subscription_allocation 10 16",
        "2027-02-28 subscription_expiration 6 10",
        "2027-02-28 subscription_allocation 10 20",
    ];
    assert_eq!(told[told.len() - 3..], expected);
}

#[tokio::test]
async fn an_invoice_in_advance_is_written_before_its_period_and_the_grant_when_it_begins() {
    let fixture = SubscriptionFixture::alone(json!({})).await;
    let id = fixture.subscribed(json!({"invoice_days_in_advance": 7})).await;
    fixture.clock("2027-01-24T22:59:00Z");
    tests::sweep(&fixture.app.context).await;
    assert_eq!(fixture.invoices(&id).await.len(), 1);
    fixture.clock("2027-01-24T23:00:00Z");
    tests::sweep(&fixture.app.context).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-02-01 300"]);
    assert_eq!(fixture.credits().await.len(), 1);
    fixture.clock("2027-02-01T00:00:00Z");
    tests::sweep(&fixture.app.context).await;
    assert_eq!(fixture.invoices(&id).await.len(), 2);
    assert_eq!(fixture.credits().await.len(), 3);
}

#[tokio::test]
async fn renew_now_invoices_the_next_period_once() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let renewed = fixture.acted(&id, "renew-now", Value::Null).await;
    assert_eq!(renewed["current_period_start"], "2026-12-31T23:00:00.000Z");
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-02-01 300"]);
    assert_eq!(fixture.act(&id, "renew-now", Value::Null).await.refusal(), "409 invalid_state");
    fixture.clock("2027-02-01T00:00:00Z");
    fixture.get(&id).await;
    assert_eq!(fixture.invoices(&id).await.len(), 2);
    assert_eq!(fixture.credits().await.len(), 3);
}
