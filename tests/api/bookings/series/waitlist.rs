//! Occurrences that wait: their entries, and the bookings that come of them.

use chrono::Duration;
use serde_json::{Value, json};
use shared::{
    config::ListCountSizes,
    testing::{Fault, TestApp},
};
use tests::{RoomFixture, accepted, location_with, member, resource, routes, sweep};

use super::{get, ids, made, make, path};

/// A series of three days of which the second is taken and waited for; the booking that takes it, and the entry's path.
async fn waiting(fixture: &RoomFixture) -> (Value, String, String) {
    let taken = fixture.booked("2026-12-02T10:00:00Z", "2026-12-02T11:00:00Z").await;
    let series = made(fixture, 3, json!({"on_conflict": "waitlist", "title": "Stand-up"})).await;
    let entry = format!("/waitlist-entries/{}", series["skipped"][0]["waitlist_entry_id"].as_str().unwrap());
    assert_eq!(fixture.app.get(&entry).await.body["data"]["status"], "waiting");
    (series, taken, entry)
}

async fn accept(fixture: &RoomFixture, entry: &str) -> String {
    let answer = fixture.app.post(&format!("{entry}/accept"), json!({})).await;
    accepted(&answer, 200);
    answer.body["data"]["booking_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_waitlisted_occurrence_joins_its_series_when_its_offer_is_accepted() {
    let fixture = RoomFixture::new().await;
    let (series, taken, entry) = waiting(&fixture).await;
    accepted(&fixture.act(&taken, "cancel").await, 200);
    let id = accept(&fixture, &entry).await;
    let booking = fixture.app.get(&format!("/bookings/{id}")).await.body["data"].clone();
    assert_eq!(booking["series_id"], series["id"]);
    let after = get(&fixture.app, &series).await;
    assert_eq!((&after["skipped"], &after["created_count"]), (&json!([]), &json!(3)));
    let before = ids(&series);
    assert_eq!(ids(&after), [before[0].clone(), id.clone(), before[1].clone()]);
    // It is changed and cancelled with the others.
    accepted(&fixture.app.put(&path(&series), json!({"scope": "all", "title": "Retro"})).await, 200);
    assert_eq!(fixture.app.get(&format!("/bookings/{id}")).await.body["data"]["title"], "Retro");
    accepted(&fixture.app.post(&format!("{}/cancel", path(&series)), json!({})).await, 200);
    assert_eq!(fixture.status(&id).await, "cancelled");
}

#[tokio::test]
async fn an_offer_that_is_accepted_after_its_series_was_cancelled_is_a_booking_of_its_own() {
    let fixture = RoomFixture::new().await;
    let (series, taken, entry) = waiting(&fixture).await;
    accepted(&fixture.act(&taken, "cancel").await, 200);
    accepted(&fixture.app.post(&format!("{}/cancel", path(&series)), json!({})).await, 200);
    let id = accept(&fixture, &entry).await;
    assert_eq!(fixture.app.get(&format!("/bookings/{id}")).await.body["data"]["series_id"], Value::Null);
    assert_eq!(get(&fixture.app, &series).await["created_count"], 2);
}

/// In a table of its own whose lists are counted in segments of five records.
async fn counted_in_segments() -> RoomFixture {
    let sizes =
        ListCountSizes { segment_rows: 5, chunk_segments: 4, closed_at_once_max: 50, ..ListCountSizes::default() };
    let app = TestApp::alone_configured(|config| config.list_counts = sizes, routes()).await;
    let location = location_with(&app, json!({"name": "Canal House"})).await;
    let member = member(&app, "ann@example.com").await;
    let room = resource(&app, &location, "Room", "meeting_room", json!({})).await;
    RoomFixture { app, location, room, member }
}

#[tokio::test]
async fn an_entry_that_is_made_late_gets_its_id_then_so_that_totals_stay_exact() {
    let fixture = counted_in_segments().await;
    for (start, end) in [("2026-12-01", "2027-01-01"), ("2027-01-01", "2027-02-01"), ("2027-02-01", "2027-03-04")] {
        let block = json!({"resource_id": fixture.room, "start_time": format!("{start}T00:00:00Z"), "end_time": format!("{end}T00:00:00Z")});
        accepted(&fixture.app.post("/calendar-blocks", block).await, 201);
    }
    // 93 occurrences wait. Two steps make the others, and the series stands together with the first 90 entries.
    fixture.app.faults.after("TransactWriteItems", 3, Fault::DropBefore);
    let answer = make(&fixture, 183, json!({"on_conflict": "waitlist"})).await;
    fixture.app.faults.clear();
    let series = TestApp::made(&answer);
    let without = |series: &Value| {
        let all = series["skipped"].as_array().unwrap().iter();
        all.filter(|one| one["waitlist_entry_id"].is_null()).count()
    };
    assert_eq!((&series["created_count"], without(&series)), (&json!(90), 3));
    fixture.app.clock.advance(Duration::minutes(5));
    let total = || async {
        let list = fixture.app.get("/waitlist-entries?page=7&per_page=10").await;
        list.body["pagination"]["total"].clone()
    };
    assert_eq!(total().await, 90, "their counts are stored now");
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    assert_eq!(without(&get(&fixture.app, &series).await), 0);
    assert_eq!(total().await, 93);
}
