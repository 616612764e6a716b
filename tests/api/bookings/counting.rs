//! How changes of lists by time are counted (decision 46), and what goes wrong without anything being wrong.

use chrono::Duration;
use scheduling::{Booking, booking::BookingState};
use serde_json::{Value, json};
use testing::TestApp;
use tests::{
    RoomFixture, accepted, instant, made, sweep,
    time_lists::{every_page, in_order},
};
use values::Id;

/// Books a pool at ten so many times; the ids.
async fn booked(fixture: &RoomFixture, pool: &str, number: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for _ in 0..number {
        ids.push(made(&fixture.app, "/bookings", body(fixture, pool)).await);
    }
    ids
}

fn body(fixture: &RoomFixture, pool: &str) -> Value {
    json!({"resource_id": pool, "customer_id": fixture.member, "start_time": instant("10:00"), "end_time": instant("11:00")})
}

async fn with_pool() -> (RoomFixture, String) {
    let fixture = RoomFixture::alone().await;
    let pool = fixture.resource("Pool", json!({"units": 100})).await;
    (fixture, pool)
}

async fn fold(app: &TestApp) -> bool {
    app.context.store.fold_calendar::<Booking>(&app.tenant()).await.expect("a fold")
}

async fn total(app: &TestApp, filter: &str) -> Value {
    let list = app.get(&format!("/bookings?{filter}&per_page=2&page=2")).await;
    accepted(&list, 200);
    list.body["pagination"]["total"].clone()
}

#[tokio::test]
async fn a_row_of_counts_never_goes_back() {
    let (fixture, pool) = with_pool().await;
    let ids = booked(&fixture, &pool, 6).await;
    accepted(&fixture.act(&ids[0], "cancel").await, 200);
    let app = &fixture.app;
    app.clock.advance(Duration::minutes(3));
    let (store, tenant) = (&app.context.store, app.tenant());
    // One who has read fewer changes writes after another who has counted all of them.
    let slow = store.fold_slowly::<Booking>(&tenant, 3, async { assert!(fold(app).await) }).await;
    assert!(slow.is_err(), "somebody else has counted meanwhile: {slow:?}");
    for (filter, expected) in [("", 6), ("status=confirmed", 5), (&format!("resource_id={pool}"), 6)] {
        assert_eq!(total(app, filter).await, expected, "{filter}");
    }
    assert!(!fold(app).await, "everything is counted");
}

#[tokio::test]
async fn changes_of_merchants_that_are_not_counted_are_deleted() {
    let (fixture, pool) = with_pool().await;
    let app = &fixture.app;
    let (store, tenant) = (&app.context.store, app.tenant());
    store.uncount_calendar::<Booking>(&tenant).await.expect("nothing is counted any more");
    booked(&fixture, &pool, 5).await;
    app.clock.advance(Duration::minutes(11));
    booked(&fixture, &pool, 2).await;
    assert_eq!(store.stored_calendar_changes::<Booking>(&tenant).await, Ok(7));
    assert!(!fold(app).await, "nothing is counted");
    // Who begins to count them looks back a minute.
    assert_eq!(store.stored_calendar_changes::<Booking>(&tenant).await, Ok(2));
    assert_eq!(total(app, "").await, 7);
}

#[tokio::test]
async fn counts_that_do_not_decode_stop_their_own_list_and_the_log_names_them() {
    let (fixture, pool) = with_pool().await;
    booked(&fixture, &pool, 4).await;
    let app = &fixture.app;
    app.clock.advance(Duration::minutes(3));
    assert!(fold(app).await);
    app.context.store.spoil_calendar::<Booking>(&app.tenant(), "2026-12").await.expect("a row");
    let stopped = app.get("/bookings?per_page=2&page=2").await;
    assert_eq!(stopped.status, 500, "{}", stopped.text);
    let line = app.logged().pop().expect("a line");
    assert!(line.contains("the stored counts of all in 2026-12 do not decode"), "{line}");
    // Others are read, and counted on.
    let of_pool = format!("resource_id={pool}");
    assert_eq!(total(app, &of_pool).await, 4);
    booked(&fixture, &pool, 2).await;
    app.clock.advance(Duration::minutes(3));
    assert!(fold(app).await);
    assert!(!fold(app).await);
    assert_eq!(total(app, &of_pool).await, 6);
    local::calendar::count(&app.context, true, &mut Vec::new()).await.expect("a count");
    assert_eq!(total(app, "").await, 6);
}

#[tokio::test]
async fn rows_of_what_time_changes_are_deleted_once_they_are_empty() {
    let (fixture, pool) = with_pool().await;
    booked(&fixture, &pool, 30).await;
    let app = &fixture.app;
    let rows = async || app.context.store.stored_transitions::<Booking>(&app.tenant()).await.expect("rows");
    app.clock.advance(Duration::minutes(3));
    assert!(fold(app).await);
    assert!(rows().await > 0);
    fixture.clock("11:00");
    sweep(&app.context).await;
    for _ in 0..5 {
        app.clock.advance(Duration::minutes(4));
        fold(app).await;
    }
    assert_eq!(rows().await, 0);
    for (filter, expected) in [("status=completed", 30), ("status=confirmed", 0), ("", 30)] {
        assert_eq!(total(app, filter).await, expected, "{filter}");
    }
}

/// Stores so many bookings like one of the fixture, this many minutes after it, every third of them cancelled.
async fn stored(fixture: &RoomFixture, number: i64, minutes: impl Fn(i64) -> i64) -> Booking {
    let first = fixture.booked("10:00", "11:00").await;
    let id = Id::<Booking>::parse(&first).expect("an id");
    let app = &fixture.app;
    let sample = app.context.store.find(&app.tenant(), id).await.expect("a read").expect("a booking").body;
    let at = |number: i64| Booking {
        start: sample.start.plus(Duration::minutes(minutes(number))),
        end: sample.end.plus(Duration::minutes(minutes(number))),
        state: if number % 3 == 1 { BookingState::Cancelled } else { BookingState::Confirmed },
        taken: Vec::new(),
        ..sample.clone()
    };
    app.stored_all((0..number).map(at).collect()).await;
    sample
}

/// Units of a page.
async fn units(app: &TestApp, query: &str) -> f64 {
    accepted(&app.get(&format!("/bookings?{query}")).await, 200);
    let line: Value = serde_json::from_str(&app.logged().pop().expect("a line")).expect("JSON");
    line["store_units"].as_f64().expect("units")
}

/// Bookings that are cancelled, out of the list of all.
async fn cancelled_of_all(app: &TestApp) -> Vec<String> {
    let mut cancelled = Vec::new();
    for page in 1.. {
        let listed = app.get(&format!("/bookings?per_page=100&page={page}")).await;
        let bookings = listed.body["data"].as_array().cloned().unwrap_or_default();
        let of_status = bookings.iter().filter(|booking| booking["status"] == "cancelled");
        cancelled.extend(of_status.filter_map(|booking| booking["id"].as_str().map(str::to_owned)));
        if bookings.len() < 100 {
            break;
        }
    }
    cancelled
}

#[tokio::test]
async fn cancelled_bookings_are_found_by_their_state() {
    let fixture = RoomFixture::alone().await;
    stored(&fixture, 300, |number| number % 3 * 30 + number % 2 * 5).await;
    let (app, place) = (&fixture.app, &fixture.location);
    let pool = fixture
        .resource("Released", json!({"units": 50, "check_in": {"enabled": true, "auto_release_minutes": 15}}))
        .await;
    let own = booked(&fixture, &pool, 6).await;
    accepted(&fixture.act(&own[2], "cancel").await, 200);
    accepted(&fixture.act(&own[4], "cancel").await, 200);
    let check = async |expected: usize| {
        let cancelled = cancelled_of_all(app).await;
        assert_eq!(cancelled.len(), expected);
        for filter in ["", &format!("location_id={place}"), "start_date=2026-12-01", "end_date=2026-12-01"] {
            assert_eq!(every_page(app, &format!("/bookings?status=cancelled&{filter}")).await, cancelled, "{filter}");
        }
    };
    check(102).await;
    for _ in 0..10 {
        app.clock.advance(Duration::minutes(2));
        fold(app).await;
    }
    check(102).await;
    for page in [1, 3, 6] {
        let cost = units(app, &format!("status=cancelled&per_page=20&page={page}")).await;
        assert!(cost <= 18.0, "page {page}: {cost}");
    }
    // Nobody came: time has cancelled the others, which nobody has written down yet.
    fixture.clock("10:16");
    check(106).await;
    sweep(&app.context).await;
    check(106).await;
    // One that was stored before others were found by their state is read as it stands.
    app.context
        .store
        .forget_state::<Booking>(&app.tenant(), &Id::parse(&own[2]).expect("an id"))
        .await
        .expect("a write");
    check(106).await;
}

#[tokio::test]
async fn a_page_among_many_of_one_start_is_read_from_the_nearer_end() {
    let fixture = RoomFixture::alone().await;
    let app = &fixture.app;
    stored(&fixture, 230, |number| if number < 200 { 30 } else { 60 + 10 * (number - 200) }).await;
    let mut shown: Vec<Value> = Vec::new();
    let mut costs = Vec::new();
    for page in 1..=12 {
        let list = app.get(&format!("/bookings?per_page=20&page={page}")).await;
        costs.push(units(app, &format!("per_page=20&page={page}")).await);
        shown.extend(list.body["data"].as_array().cloned().unwrap_or_default());
    }
    let ids: Vec<String> = shown.iter().map(|booking| booking["id"].as_str().unwrap_or_default().to_owned()).collect();
    assert_eq!(in_order(&shown, "start_time", |_| true), ids);
    assert_eq!(every_page(app, "/bookings?").await, ids);
    // Pages 2 to 10 are among those of one start: the dearest is in their middle.
    let dearest = costs.iter().copied().fold(0.0, f64::max);
    assert!(costs[9] < dearest * 0.75 && costs[2] < dearest * 0.75, "{costs:?}");
}
