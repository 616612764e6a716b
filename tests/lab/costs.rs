//! What an operation asks of DynamoDB: round trips in sequence, calls and capacity units. A golden table: a change of
//! it is a change of what every request costs.

use serde_json::{Value, json};

use crate::{fixture::Fixture, state_machine::places};

/// Has these figures in a table.
const PERFORMANCE: &str = include_str!("../../docs/PERFORMANCE.md");

/// Round trips in sequence, calls, and units (`docs/PERFORMANCE.md`).
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cost {
    depth: u32,
    calls: u64,
    units: f64,
}

/// Sends a request that must answer `status` at this cost, and gives its data.
async fn check(
    fixture: &Fixture,
    name: &str,
    (method, path): (&str, &str),
    body: Option<Value>,
    (status, expected): (u16, (u32, u64, f64)),
) -> Value {
    let _ = fixture.app.faults.depth();
    let answer = fixture.send(method, path, body).await;
    let line: Value = serde_json::from_str(fixture.app.logged().last().unwrap()).unwrap();
    let (depth, calls) = (fixture.app.faults.depth(), line["store_calls"].as_u64().unwrap());
    let cost = Cost { depth, calls, units: line["store_units"].as_f64().unwrap() };
    println!("{name}: {depth} round trips, {calls} calls, {} units", cost.units);
    assert_eq!(answer.status, status, "{name}: {}", answer.body);
    let (depth, calls, units) = expected;
    assert_eq!(cost, Cost { depth, calls, units }, "{name}");
    let row = format!("| {name} | {depth} | {calls} | {units} |");
    assert!(PERFORMANCE.contains(&row), "docs/PERFORMANCE.md lacks the row {row}");
    answer.body["data"].clone()
}

#[tokio::test]
async fn what_bookings_cost() {
    let fixture = Fixture::new(&places()).await;
    let wish = |start: i64| Some(fixture.booking(0, start, start + 60, 1));
    let first = "create, first of its resource in the process";
    let booking = check(&fixture, first, ("POST", "/bookings"), wish(60), (201, (3, 6, 29.0))).await;
    check(&fixture, "create", ("POST", "/bookings"), wish(600), (201, (2, 6, 29.0))).await;
    check(&fixture, "create, conflict", ("POST", "/bookings"), wish(90), (409, (1, 5, 8.0))).await;
    let quote = check(&fixture, "quote", ("POST", "/bookings/quote"), wish(700), (200, (2, 6, 9.0))).await;
    let mut quoted = fixture.booking(0, 700, 760, 1);
    quoted["quote_id"] = quote["id"].clone();
    check(&fixture, "create by a quote", ("POST", "/bookings"), Some(quoted), (201, (2, 7, 30.0))).await;
    let path = format!("/bookings/{}", booking["id"].as_str().unwrap());
    check(&fixture, "get", ("GET", &path), None, (200, (1, 1, 1.0))).await;
    let moved = Some(json!({"start_time": fixture.instant(120), "end_time": fixture.instant(180)}));
    check(&fixture, "reschedule", ("POST", &format!("{path}/reschedule")), moved, (200, (3, 8, 40.0))).await;
    let month =
        format!("/bookings?resource_id={}&start_date=2026-11-01&end_date=2026-11-30&per_page=100", fixture.ids[0]);
    check(&fixture, "list of a resource's month", ("GET", &month), None, (200, (1, 1, 1.0))).await;
    check(&fixture, "cancel", ("POST", &format!("{path}/cancel")), Some(json!({})), (200, (3, 4, 20.0))).await;
}

#[tokio::test]
async fn what_it_costs_to_know_a_subscriber() {
    let fixture = Fixture::new(&places()).await;
    let (app, location) = (&fixture.app, fixture.location());
    let rates = json!({"rates": [{"unit_amount": 10}]});
    tests::accepted(&app.put(&format!("/resources/{}", fixture.ids[0]), rates).await, 200);
    let plan = json!({"location_id": location, "name": "Flex", "cycle": "monthly", "price": 300, "currency": "EUR",
        "discount_rooms": 50});
    let plan = tests::made(app, "/memberships", plan).await;
    let today = fixture.instant(0)[..10].to_owned();
    let subscription = json!({"customer_id": fixture.customer(), "membership_plan_id": plan, "start_date": today});
    tests::made(app, "/subscriptions", subscription).await;
    let wish = |start: i64| Some(fixture.booking(0, start, start + 60, 1));
    fixture.send("POST", "/bookings", wish(60)).await;
    let made = check(&fixture, "create by a subscriber", ("POST", "/bookings"), wish(600), (201, (3, 7, 30.0))).await;
    assert_eq!(made["total_amount"], json!(5));
    let company = tests::company(app, location).await;
    let place = json!({"member_id": fixture.customer(), "role": "manager"});
    tests::accepted(&app.post(&format!("/companies/{company}/members"), place).await, 201);
    let by_member = "create by a member of a company";
    check(&fixture, by_member, ("POST", "/bookings"), wish(700), (201, (3, 8, 32.0))).await;
}

#[tokio::test]
async fn what_transactions_cost() {
    let fixture = Fixture::new(&[]).await;
    tests::uses_credits(&fixture.app).await;
    let customer = fixture.customer();
    let grant = json!({"customer_id": customer, "type": "admin_allocation", "amount": 9});
    let charge = json!({"customer_id": customer, "type": "admin_charge", "amount": 1});
    let pay = json!({"customer_id": customer, "amount": 10, "currency": "EUR", "method": "cash"});
    let path = "/credit-transactions";
    check(&fixture, "first grant of a wallet", ("POST", path), Some(grant.clone()), (201, (2, 4, 11.0))).await;
    check(&fixture, "grant", ("POST", path), Some(grant), (201, (2, 4, 11.0))).await;
    check(&fixture, "charge", ("POST", path), Some(charge), (201, (2, 4, 11.0))).await;
    check(
        &fixture,
        "first payment of a process",
        ("POST", "/payment-transactions"),
        Some(pay.clone()),
        (201, (5, 5, 17.0)),
    )
    .await;
    let paid = check(&fixture, "payment", ("POST", "/payment-transactions"), Some(pay), (201, (3, 3, 14.0))).await;
    let refund = format!("/payment-transactions/{}/refund", paid["id"].as_str().unwrap());
    check(&fixture, "refund", ("POST", &refund), Some(json!({"amount": 1})), (200, (3, 3, 11.0))).await;
    let balances = format!("/customers/{customer}/balances");
    check(&fixture, "balances", ("GET", &balances), None, (200, (1, 2, 5.0))).await;
    check(&fixture, "trial balance", ("GET", "/ledger/trial-balance"), None, (200, (2, 2, 2.0))).await;
}
