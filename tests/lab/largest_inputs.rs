//! What the largest legal inputs ask of DynamoDB, and that no request and no step costs more than one may: golden, in
//! `docs/OPERATION-COSTS.md` behind the operations' examples.

use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use testing::Account;
use tests::{RoomFixture, carried_out, company, hastened_step, resource};

use crate::operation_costs::{LARGEST, PAGE, told};

/// Most capacity units of one request and of one step after it.
const UNITS_MAX: f64 = 5_000.0;

/// Operations whose cost grows with their input, in the order of their rows, and how their inputs begin.
const ROWS: [(&str, &str); 13] = [
    ("create_booking_series", "200 on six rooms"),
    ("update_booking_series", "all 200 on six rooms"),
    ("cancel_booking_series", "all 200 on six rooms"),
    ("archive_company", "its 200 bookings"),
    ("delete_company", "its 200 bookings"),
    ("anonymise_member", "the 200 bookings"),
    ("delete_member", "the 200 bookings"),
    ("update_resource", "deactivated, with 200 bookings"),
    ("update_location", "deactivated, with 200 bookings"),
    ("archive_company", "its 60 bookings with the most metadata"),
    ("archive_company", "its 50 waiting-list entries with the most metadata"),
    ("anonymise_member", "60 bookings with the most metadata are kept"),
    ("update_resource", "deactivated, with 50 bookings on an invoice"),
];
/// One test at a time writes its rows into the page.
static RECORDING: Mutex<()> = Mutex::new(());

/// What a request and the steps after it cost.
#[derive(Debug)]
pub struct Whole {
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
pub async fn whole(fixture: &RoomFixture, method: &str, path: &str, body: Value) -> (Value, Whole) {
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
pub type Row = (&'static str, &'static str, Whole);

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

#[tokio::test]
async fn the_largest_series_costs_what_its_rows_say_to_make_to_move_and_to_cancel() {
    let (fixture, rooms) = six_rooms().await;
    let body = largest_series(&fixture, &rooms, &fixture.member);
    let (series, made) = whole(&fixture, "POST", "/booking-series", body).await;
    let path = format!("/booking-series/{}", series["id"].as_str().unwrap_or_default());
    let later = json!({"scope": "all", "start_time_of_day": "14:00"});
    let (_, moved) = whole(&fixture, "PUT", &path, later).await;
    let (_, cancelled) = whole(&fixture, "POST", &format!("{path}/cancel"), json!({})).await;
    compare(&("create_booking_series", "200 on six rooms", made));
    compare(&("update_booking_series", "all 200 on six rooms get another time", moved));
    compare(&("cancel_booking_series", "all 200 on six rooms", cancelled));
}

#[tokio::test]
async fn archiving_a_company_with_the_most_bookings_costs_what_its_row_says() {
    let (fixture, company) = booked(true).await;
    let path = format!("/companies/{company}/archive?on_future_bookings=cancel");
    let (_, cost) = whole(&fixture, "POST", &path, json!({})).await;
    compare(&("archive_company", "its 200 bookings of six rooms are cancelled", cost));
}

#[tokio::test]
async fn deleting_a_company_with_the_most_bookings_costs_what_its_row_says() {
    let (fixture, company) = booked(true).await;
    let path = format!("/companies/{company}?on_future_bookings=cancel");
    let (_, cost) = whole(&fixture, "DELETE", &path, Value::Null).await;
    compare(&("delete_company", "its 200 bookings of six rooms are cancelled", cost));
}

#[tokio::test]
async fn anonymising_a_member_with_the_most_bookings_costs_what_its_row_says() {
    let (fixture, member) = booked(false).await;
    let path = format!("/members/{member}/anonymise?on_future_bookings=cancel");
    let (_, cost) = whole(&fixture, "POST", &path, json!({})).await;
    compare(&("anonymise_member", "the 200 bookings of six rooms are cancelled", cost));
}

#[tokio::test]
async fn deleting_a_member_with_the_most_bookings_costs_what_its_row_says() {
    let (fixture, member) = booked(false).await;
    let path = format!("/members/{member}?on_future_bookings=cancel");
    let (_, cost) = whole(&fixture, "DELETE", &path, Value::Null).await;
    compare(&("delete_member", "the 200 bookings of six rooms are cancelled", cost));
}

#[tokio::test]
async fn deactivating_a_resource_with_the_most_bookings_costs_what_its_row_says() {
    let (fixture, _) = booked(false).await;
    let body = json!({"is_active": false, "on_future_bookings": "cancel"});
    let (_, cost) = whole(&fixture, "PUT", &format!("/resources/{}", fixture.room), body).await;
    compare(&("update_resource", "deactivated, with 200 bookings that have five more rooms", cost));
}

#[tokio::test]
async fn deactivating_a_location_with_the_most_bookings_costs_what_its_row_says() {
    let (fixture, _) = booked(false).await;
    let path = format!("/locations/{}?on_future_bookings=cancel", fixture.location);
    let (_, cost) = whole(&fixture, "PUT", &path, json!({"is_active": false})).await;
    compare(&("update_location", "deactivated, with 200 bookings of six rooms", cost));
}

#[test]
fn the_page_has_one_row_for_each_of_these_operations() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (_, largest) = page.split_once(LARGEST).unwrap();
    let rows: Vec<&str> = largest.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), ROWS.len());
    assert!(rows.iter().zip(ROWS).all(|(line, row)| is_row(line, row)), "{rows:?}");
}

fn is_row(line: &str, (operation, input): (&str, &str)) -> bool {
    line.starts_with(&format!("| `{operation}` | {input}"))
}

/// Six rooms with the largest series, for a company or for a member; also the customer's id.
async fn booked(is_company: bool) -> (RoomFixture, String) {
    let (fixture, rooms) = six_rooms().await;
    let customer = if is_company { company(&fixture.app, &fixture.location).await } else { fixture.member.clone() };
    let made = fixture.app.post("/booking-series", largest_series(&fixture, &rooms, &customer)).await;
    carried_out(&fixture.app, &made).await;
    (fixture, customer)
}

/// Compares a row with the page, or writes it there; no request and no step costs more than it may.
pub fn compare(row: &Row) {
    let (operation, input, Whole { status, request, steps, dearest, all }) = row;
    let (of_request, Account { round_trips, calls, .. }) = (units(request), request);
    assert!(of_request <= UNITS_MAX && *dearest <= UNITS_MAX, "{operation}: {of_request}, {dearest}");
    let begin = format!("| `{operation}` | {input} |");
    let measured = format!("{begin} {status} | {round_trips} | {calls} | {of_request} | {steps} | {dearest} | {all} |");
    let _one_at_a_time = RECORDING.lock().unwrap_or_else(PoisonError::into_inner);
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (others, largest) = page.split_once(LARGEST).unwrap();
    if let Some(file) = told("LAB_RECORD_OPERATION_COSTS") {
        let mut lines: Vec<&str> = largest.lines().filter(|line| !line.starts_with(&begin)).collect();
        lines.push(&measured);
        lines.sort_by_key(|line| ROWS.iter().position(|row| is_row(line, *row)).map_or(0, |position| position + 1));
        let written = lines.join("\n");
        std::fs::write(file, format!("{others}{LARGEST}{written}\n")).unwrap();
        return;
    }
    let known = largest.lines().find(|line| line.starts_with(&begin));
    assert_eq!(known, Some(measured.as_str()), "it costs something else: infra/record/operation-costs");
}
