//! What the largest legal inputs ask of DynamoDB, and that no request and no step costs more than one may: golden, in
//! `docs/OPERATION-COSTS.md` behind the operations' examples.

use std::fmt::Write as _;

use serde_json::{Value, json};
use testing::Account;
use tests::{RoomFixture, hastened_step, resource};

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
    let answer = app.send(method, path, Some(body), &[]).await;
    let request = app.faults.account();
    assert!(answer.status < 300, "{path}: {}", answer.text);
    let (mut steps, mut dearest, mut all) = (0, 0.0_f64, units(&request));
    while hastened_step(&app.context).await {
        let used = units(&app.faults.account());
        (steps, dearest, all) = (steps + 1, dearest.max(used), all + used);
    }
    (answer.body["data"].clone(), Whole { status: answer.status, request, steps, dearest, all })
}

/// The largest series there may be, made, moved and cancelled.
async fn measured() -> Vec<(&'static str, &'static str, Whole)> {
    let fixture = RoomFixture::with_room(json!({"book_ahead_days": null})).await;
    let mut rooms = Vec::new();
    for number in 1..6 {
        let name = format!("Room {number}");
        rooms.push(
            resource(&fixture.app, &fixture.location, &name, "meeting_room", json!({"book_ahead_days": null})).await,
        );
    }
    let body = json!({"resource_id": fixture.room, "additional_resource_ids": rooms, "customer_id": fixture.member,
        "first_start_time": "2026-12-01T10:00:00Z", "duration_minutes": 60, "rule": {"frequency": "daily", "count": 200}});
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

fn table(rows: &[(&str, &str, Whole)]) -> String {
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
    let rows = measured().await;
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
