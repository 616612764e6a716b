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
    check(&fixture, "reschedule", ("POST", &format!("{path}/reschedule")), moved, (200, (3, 8, 38.0))).await;
    let month =
        format!("/bookings?resource_id={}&start_date=2026-11-01&end_date=2026-11-30&per_page=100", fixture.ids[0]);
    check(&fixture, "list of a resource's month", ("GET", &month), None, (200, (1, 1, 1.0))).await;
    check(&fixture, "cancel", ("POST", &format!("{path}/cancel")), Some(json!({})), (200, (3, 4, 20.0))).await;
}

#[tokio::test]
async fn what_invoices_cost() {
    let fixture = Fixture::new(&places()).await;
    let draft = || Some(fixture.invoice());
    let path = |invoice: &Value, action: &str| format!("/invoices/{}{action}", invoice["id"].as_str().unwrap());
    let first = "create draft of one item, first at its location";
    check(&fixture, first, ("POST", "/invoices"), draft(), (201, (0, 0, 0.0))).await;
    let invoice = check(&fixture, "create draft of one item", ("POST", "/invoices"), draft(), (201, (0, 0, 0.0))).await;
    check(
        &fixture,
        "issue, first of its merchant",
        ("POST", &path(&invoice, "/issue")),
        None,
        (200, (0, 0, 0.0)),
    )
    .await;
    let invoice = check(&fixture, "create draft of one item", ("POST", "/invoices"), draft(), (201, (0, 0, 0.0))).await;
    check(&fixture, "issue", ("POST", &path(&invoice, "/issue")), None, (200, (0, 0, 0.0))).await;
    let paid = Some(json!({"method": "cash"}));
    check(&fixture, "pay", ("POST", &path(&invoice, "/pay")), paid, (200, (0, 0, 0.0))).await;
    check(&fixture, "get invoice", ("GET", &path(&invoice, "")), None, (200, (0, 0, 0.0))).await;
}
