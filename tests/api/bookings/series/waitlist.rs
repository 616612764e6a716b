//! Occurrences that wait: their entries, and the bookings that come of them.

use chrono::Duration;
use platform::config::ListCountSizes;
use serde_json::{Value, json};
use testing::{Fault, TestApp};
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
    let answer = make(&fixture, 175, json!({"on_conflict": "waitlist"})).await;
    fixture.app.faults.clear();
    let series = TestApp::made(&answer);
    let without = |series: &Value| {
        let all = series["skipped"].as_array().unwrap().iter();
        all.filter(|one| one["waitlist_entry_id"].is_null()).count()
    };
    assert_eq!((&series["created_count"], without(&series)), (&json!(82), 3));
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

/// What an occurrence has besides its time and its place in the series.
fn kept(booking: &Value) -> Value {
    let names = [
        "resource_id",
        "additional_resource_ids",
        "customer_id",
        "member_id",
        "title",
        "notes",
        "attendees",
        "units",
        "payment_source",
        "overridden",
        "total_amount",
        "status",
        "series_id",
    ];
    names.iter().map(|name| ((*name).to_owned(), booking[*name].clone())).collect::<serde_json::Map<_, _>>().into()
}

async fn booking(fixture: &RoomFixture, id: &str) -> Value {
    fixture.app.get(&format!("/bookings/{id}")).await.body["data"].clone()
}

#[tokio::test]
async fn what_is_booked_of_an_offer_is_what_the_occurrence_would_have_been() {
    let fixture = RoomFixture::with_room(json!({"units": 3, "rates": [{"from_minutes": 0, "flat_amount": 7}]})).await;
    let projector = fixture.resource("Projector", json!({"type": "equipment"})).await;
    let taken = fixture.book_with("2026-12-02T10:00:00Z", "2026-12-02T11:00:00Z", json!({"units": 3})).await.id();
    let fields = json!({"on_conflict": "waitlist", "title": "Stand-up", "notes": "Coffee", "attendees": 4, "units": 2,
        "additional_resource_ids": [projector], "payment_source": "external", "member_id": fixture.member});
    let series = made(&fixture, 3, fields).await;
    let entry = format!("/waitlist-entries/{}", series["skipped"][0]["waitlist_entry_id"].as_str().unwrap());
    // What is said of all occurrences is said of the one that waits, too.
    accepted(&fixture.app.put(&path(&series), json!({"scope": "all", "title": "Retro"})).await, 200);
    accepted(&fixture.act(&taken, "cancel").await, 200);
    let during = json!({"resource_id": projector});
    let refused = fixture.book_with("2026-12-02T10:00:00Z", "2026-12-02T11:00:00Z", during).await;
    assert_eq!(refused.status, 409, "the offer holds the projector, too: {}", refused.text);
    let id = accept(&fixture, &entry).await;
    let (booked, other) = (booking(&fixture, &id).await, booking(&fixture, &ids(&series)[0]).await);
    assert_eq!(kept(&booked), kept(&other));
    assert_eq!((&booked["title"], &booked["additional_resource_ids"]), (&json!("Retro"), &json!([projector])));
}

#[tokio::test]
async fn what_is_given_when_an_offer_is_accepted_is_taken_instead_of_what_the_series_says() {
    let fixture = RoomFixture::new().await;
    let (_, taken, entry) = waiting(&fixture).await;
    accepted(&fixture.act(&taken, "cancel").await, 200);
    let given =
        json!({"title": "", "attendees": 2, "notes": "Quiet", "payment_source": "external", "metadata": {"a": "b"}});
    let answer = fixture.app.post(&format!("{entry}/accept"), given.clone()).await;
    accepted(&answer, 200);
    let booked = booking(&fixture, answer.body["data"]["booking_id"].as_str().unwrap()).await;
    for (name, value) in given.as_object().unwrap() {
        assert_eq!(booked[name], *value, "{name}");
    }
}

#[tokio::test]
async fn an_occurrence_that_lacked_only_an_additional_resource_is_offered_when_that_comes_free() {
    let fixture = RoomFixture::new().await;
    let projector = fixture.resource("Projector", json!({"type": "equipment"})).await;
    let during = json!({"resource_id": projector});
    let taken = fixture.book_with("2026-12-02T10:00:00Z", "2026-12-02T11:00:00Z", during).await.id();
    let fields = json!({"on_conflict": "waitlist", "additional_resource_ids": [projector]});
    let series = made(&fixture, 3, fields).await;
    let entry = format!("/waitlist-entries/{}", series["skipped"][0]["waitlist_entry_id"].as_str().unwrap());
    accepted(&fixture.act(&taken, "cancel").await, 200);
    assert_eq!(fixture.app.get(&entry).await.body["data"]["status"], "offered");
    let id = accept(&fixture, &entry).await;
    assert_eq!(booking(&fixture, &id).await["additional_resource_ids"], json!([projector]));
}

#[tokio::test]
async fn nothing_is_offered_while_an_additional_resource_is_taken() {
    let fixture = RoomFixture::new().await;
    let projector = fixture.resource("Projector", json!({"type": "equipment"})).await;
    let during = json!({"resource_id": projector});
    let at = ("2026-12-02T10:00:00Z", "2026-12-02T11:00:00Z");
    let room = fixture.booked(at.0, at.1).await;
    let beside = fixture.book_with(at.0, at.1, during).await.id();
    let fields = json!({"on_conflict": "waitlist", "additional_resource_ids": [projector]});
    let series = made(&fixture, 3, fields).await;
    let entry = format!("/waitlist-entries/{}", series["skipped"][0]["waitlist_entry_id"].as_str().unwrap());
    for (freed, status) in [(&room, "waiting"), (&beside, "offered")] {
        accepted(&fixture.act(freed, "cancel").await, 200);
        assert_eq!(fixture.app.get(&entry).await.body["data"]["status"], status);
    }
}

#[tokio::test]
async fn an_occurrence_of_a_series_that_sets_policy_aside_is_offered_by_the_same_word() {
    let fixture = RoomFixture::with_room(json!({"max_minutes": 30, "min_minutes": 15})).await;
    let at = ("2026-12-02T10:00:00Z", "2026-12-02T10:30:00Z");
    let taken = fixture.booked(at.0, at.1).await;
    let series = made(&fixture, 3, json!({"on_conflict": "waitlist", "override": true})).await;
    let entry = format!("/waitlist-entries/{}", series["skipped"][0]["waitlist_entry_id"].as_str().unwrap());
    accepted(&fixture.act(&taken, "cancel").await, 200);
    let id = accept(&fixture, &entry).await;
    assert_eq!(kept(&booking(&fixture, &id).await), kept(&booking(&fixture, &ids(&series)[0]).await));
}
