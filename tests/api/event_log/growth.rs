//! What a page of the event log costs does not grow with the log. `EVENTS=100000` makes a long one.

use records::{
    LoggedEvent,
    logged_event::{EventActor, EventActorType, JsonText},
};
use serde_json::json;
use store::Record;
use testing::TestApp;
use tests::{app_alone, setting};
use values::{Id, Timestamp};
use webhooks::DeliveriesOfEvents;
use work::UnitOfWork;

/// Days over which the events are spread.
const DAYS: u64 = 80;
/// Read units that a page of ten events takes at most, wherever it lies.
const UNITS_MAX: f64 = 45.0;
/// Calls of the store that it takes at most.
const CALLS_MAX: u64 = 4;

/// The id of a record.
fn object(number: u64) -> String {
    format!("01990000-0000-7000-8000-{number:012x}")
}

/// Event number `number` of `count`, about one of five records.
fn event(work: &UnitOfWork, number: u64, count: u64) -> Record<LoggedEvent> {
    let back_ms = i64::try_from(number * (DAYS * 86_400_000) / count).expect("a small number");
    let at = work.now.plus(chrono::Duration::milliseconds(-1 - back_ms));
    let body = LoggedEvent {
        event_type: ["floor.created", "floor.updated"][usize::from(number.is_multiple_of(10))].to_owned(),
        object_type: "floor".to_owned(),
        object_id: Id::parse(&object(number % 5)).expect("an id"),
        object_version: 1,
        object: JsonText::of(&json!({"id": number.to_string(), "name": "x".repeat(300)})),
        previous_attributes: JsonText::empty(),
        actor: Some(EventActor { r#type: EventActorType::Schedule, id: None, client_id: None }),
        request_id: Some("growth".to_owned()),
        occurred_at: at,
        people: Vec::new(),
        expanded: JsonText::absent(),
        location_ids: Vec::new(),
    };
    let millis = at.millis();
    let id = format!("{:08x}-{:04x}-7000-8000-{number:012x}", millis >> 16, millis & 0xffff);
    let id = Id::parse(&id).expect("an id");
    Record { id, created_at: at, updated_at: at, ..work.new_record(body, None) }
}

/// A log of so many events.
async fn filled(count: u64) -> TestApp {
    let app = app_alone().await;
    let work = UnitOfWork::scheduled(&app.context, app.tenant(), "growth");
    let deliveries = DeliveriesOfEvents { queue: app.context.queue.clone() };
    for beginning in (0..count).step_by(1_000) {
        let some = (beginning..count.min(beginning + 1_000)).map(|number| event(&work, number, count)).collect();
        event_history::write(&work, &deliveries, some).await.expect("a commit");
    }
    app
}

/// Calls and units of a page, and the total that it says.
#[expect(clippy::print_stdout, reason = "the figures of a longer run are read here")]
async fn cost(app: &TestApp, path: &str) -> (u64, f64, u64) {
    let answer = app.get(path).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let line = app.logged().last().expect("a line").clone();
    let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    let (calls, units) = (line["store_calls"].as_u64().expect("calls"), line["store_units"].as_f64().expect("units"));
    println!("{path}: {calls} calls, {units} units, {}", answer.body["pagination"]);
    (calls, units, answer.body["pagination"]["total"].as_u64().unwrap_or_default())
}

#[tokio::test]
async fn a_page_of_the_log_costs_the_same_however_long_the_log_is_and_wherever_the_page_lies() {
    let count = setting("EVENTS", 300);
    let app = filled(count).await;
    let last = count / 10;
    let middle = app.context.clock.now().plus(chrono::Duration::days(-30));
    for (filter, total) in [
        (String::new(), count),
        ("type=floor.updated&".to_owned(), count / 10),
        ("object_type=floor&".to_owned(), count),
        (format!("object_id={}&", object(3)), count / 5),
    ] {
        let pages = total.div_ceil(10);
        for page in [1, pages / 2, pages, last + 1_000] {
            let (calls, units, told) =
                cost(&app, &format!("/event-log?{filter}per_page=10&page={}", page.max(1))).await;
            assert!(calls <= CALLS_MAX && units <= UNITS_MAX, "{filter} {page}: {calls} calls, {units} units");
            assert_eq!(told, total, "{filter} {page}");
        }
        let (calls, units, _) = cost(&app, &format!("/event-log?{filter}limit=10&to={middle}")).await;
        assert!(calls <= CALLS_MAX + 2 && units <= UNITS_MAX, "{filter}: {calls} calls, {units} units");
    }
    let oldest: Timestamp = app.context.clock.now().plus(chrono::Duration::days(-100));
    cost(&app, &format!("/event-log?limit=10&order=asc&from={oldest}")).await;
}
