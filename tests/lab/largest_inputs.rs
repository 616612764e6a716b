//! What the largest legal inputs ask of DynamoDB, and that no request and no step costs more than one may: golden, in
//! `docs/OPERATION-COSTS.md` behind the operations' examples.

use std::fmt::Write as _;

use serde_json::{Value, json};
use testing::Account;
use tests::{RoomFixture, carried_out, company, hastened_step, resource};

use crate::operation_costs::{LARGEST, PAGE, told};

/// Most capacity units of one request and of one step after it.
const UNITS_MAX: f64 = 5_000.0;

/// What a request and the steps after it cost.
#[derive(Debug)]
struct Whole {
    status: u16,
    request: Account,
    steps: u32,
    dearest: f64,
    all: f64,
}

#[expect(clippy::float_arithmetic, reason = "DynamoDB reports capacity as a float")]
fn units(account: &Account) -> f64 {
    account.read_units + account.write_units
}

/// Sends a request and carries it out; the answer, and what it cost.
#[expect(clippy::float_arithmetic, reason = "DynamoDB reports capacity as a float")]
async fn whole(fixture: &RoomFixture, method: &str, path: &str, body: Value) -> (Value, Whole) {
    let app = &fixture.app;
    let _ = app.faults.account();
    let answer = app.send(method, path, Some(body).filter(|body| !body.is_null()), &[]).await;
    let request = app.faults.account();
    assert!(answer.status < 300, "{path}: {}", answer.text);
    let (mut steps, mut dearest, mut all) = (0, 0.0_f64, units(&request));
    while hastened_step(&app.context).await {
        let used = units(&app.faults.account());
        (steps, dearest, all) = (steps + 1, dearest.max(used), all + used);
    }
    (answer.body["data"].clone(), Whole { status: answer.status, request, steps, dearest, all })
}

/// A row: the operation, its input, and what it cost.
type Row = (&'static str, &'static str, Whole);

/// A room, and five more.
async fn six_rooms() -> (RoomFixture, Vec<String>) {
    let fixture = RoomFixture::with_room(json!({"book_ahead_days": null})).await;
    let mut rooms = Vec::new();
    for number in 1..6 {
        let name = format!("Room {number}");
        rooms.push(
            resource(&fixture.app, &fixture.location, &name, "meeting_room", json!({"book_ahead_days": null})).await,
        );
    }
    (fixture, rooms)
}

/// The largest series there may be.
fn largest_series(fixture: &RoomFixture, rooms: &[String], customer: &str) -> Value {
    json!({"resource_id": fixture.room, "additional_resource_ids": rooms, "customer_id": customer,
        "first_start_time": "2026-12-01T10:00:00Z", "duration_minutes": 60, "rule": {"frequency": "daily", "count": 200}})
}

/// It is made, moved and cancelled.
async fn measured_series() -> Vec<Row> {
    let (fixture, rooms) = six_rooms().await;
    let body = largest_series(&fixture, &rooms, &fixture.member);
    let (series, made) = whole(&fixture, "POST", "/booking-series", body).await;
    let path = format!("/booking-series/{}", series["id"].as_str().unwrap_or_default());
    let later = json!({"scope": "all", "start_time_of_day": "14:00"});
    let (_, moved) = whole(&fixture, "PUT", &path, later).await;
    let (_, cancelled) = whole(&fixture, "POST", &format!("{path}/cancel"), json!({})).await;
    vec![
        ("create_booking_series", "200 on six rooms", made),
        ("update_booking_series", "all 200 on six rooms get another time", moved),
        ("cancel_booking_series", "all 200 on six rooms", cancelled),
    ]
}

/// What it rests on goes.
async fn measured_going() -> Vec<Row> {
    let mut rows = Vec::new();
    for (operation, input) in [
        ("archive_company", "its 200 bookings of six rooms are cancelled"),
        ("delete_company", "its 200 bookings of six rooms are cancelled"),
        ("anonymise_member", "the 200 bookings of six rooms are cancelled"),
        ("delete_member", "the 200 bookings of six rooms are cancelled"),
        ("update_resource", "deactivated, with 200 bookings that have five more rooms"),
        ("update_location", "deactivated, with 200 bookings of six rooms"),
    ] {
        let (fixture, rooms) = six_rooms().await;
        let is_company = operation.ends_with("company");
        let customer = if is_company { company(&fixture.app, &fixture.location).await } else { fixture.member.clone() };
        let made = fixture.app.post("/booking-series", largest_series(&fixture, &rooms, &customer)).await;
        carried_out(&fixture.app, &made).await;
        let cancel = "on_future_bookings=cancel";
        let (method, path, body) = match operation {
            "archive_company" => ("POST", format!("/companies/{customer}/archive?{cancel}"), json!({})),
            "delete_company" => ("DELETE", format!("/companies/{customer}?{cancel}"), Value::Null),
            "anonymise_member" => ("POST", format!("/members/{customer}/anonymise?{cancel}"), json!({})),
            "delete_member" => ("DELETE", format!("/members/{customer}?{cancel}"), Value::Null),
            "update_resource" => {
                let body = json!({"is_active": false, "on_future_bookings": "cancel"});
                ("PUT", format!("/resources/{}", fixture.room), body)
            }
            _ => ("PUT", format!("/locations/{}?{cancel}", fixture.location), json!({"is_active": false})),
        };
        rows.push((operation, input, whole(&fixture, method, &path, body).await.1));
    }
    rows
}

fn table(rows: &[Row]) -> String {
    let mut text = "\n## The largest legal inputs\n\n| Operation | Input | Answer | Round trips in sequence | Calls | Units of the request | \
                    Steps after it | Units of the dearest step | Units of all |\n|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for (operation, input, Whole { status, request, steps, dearest, all }) in rows {
        let (of_request, Account { round_trips, calls, .. }) = (units(request), request);
        let _ = writeln!(
            text,
            "| `{operation}` | {input} | {status} | {round_trips} | {calls} | {of_request} | {steps} | {dearest} | {all} |"
        );
    }
    text
}

#[tokio::test]
async fn the_largest_inputs_cost_what_their_rows_say_and_no_request_or_step_more_than_it_may() {
    let rows: Vec<Row> = measured_series().await.into_iter().chain(measured_going().await).collect();
    for (operation, _, whole) in &rows {
        assert!(units(&whole.request) <= UNITS_MAX && whole.dearest <= UNITS_MAX, "{operation}: {whole:?}");
    }
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (others, known) = page.split_once(LARGEST).unwrap();
    let measured = table(&rows);
    if let Some(file) = told("LAB_RECORD_OPERATION_COSTS") {
        std::fs::write(file, format!("{others}{LARGEST}{measured}")).unwrap();
        return;
    }
    assert_eq!(known, measured, "the largest inputs cost something else: infra/record/operation-costs");
}
