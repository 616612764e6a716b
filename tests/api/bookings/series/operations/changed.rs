//! Series that stand and are changed or cancelled by more than one request may do.

use chrono::Duration;
use serde_json::{Value, json};
use testing::Fault;
use tests::{RoomFixture, accepted, books_add_up, carried_out, hastened_step, made, uses_credits};

use super::{MANY, asked, dying_at_every_write, units};
use crate::bookings::series::{bookings, count, get, ids, path, skipped};

/// Moving so many bookings of one room is just too much for one request.
const TO_MOVE: u32 = 180;

/// A series that stands, of so many bookings.
async fn standing(fixture: &RoomFixture, occurrences: u32, fields: Value) -> Value {
    let answer = super::make(fixture, occurrences, fields).await;
    carried_out(&fixture.app, &answer).await
}

/// A series of six rooms, of so many bookings of each.
async fn of_six_rooms(fixture: &RoomFixture, occurrences: u32) -> Value {
    let mut rooms = Vec::new();
    for number in 1..6 {
        rooms.push(fixture.resource(&format!("Room {number}"), json!({})).await);
    }
    standing(fixture, occurrences, json!({"additional_resource_ids": rooms})).await
}

#[tokio::test]
async fn a_move_that_is_too_much_is_accepted_and_moves_all() {
    let fixture = RoomFixture::new().await;
    let series = standing(&fixture, TO_MOVE, json!({})).await;
    let change = json!({"scope": "all", "start_time_of_day": "14:00", "title": "Later", "metadata": {"team": "blue"}});
    let version = format!("\"{}\"", series["version"]);
    let stale = fixture.app.send("PUT", &path(&series), Some(change.clone()), &[("if-match", "\"1\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
    let _ = units(&fixture);
    let headers = [("if-match", version.as_str())];
    let answer = fixture.app.send("PUT", &path(&series), Some(change.clone()), &headers).await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (202, format!("/v1{}", path(&series)).as_str()),
        "{}",
        answer.text
    );
    assert!(units(&fixture) <= super::UNITS_MAX);
    let operation = &answer.body["data"]["operation"];
    assert_eq!((&operation["type"], &operation["status"]), (&json!("update_series"), &json!("queued")));
    assert_eq!((&operation["done"], &operation["total"]), (&json!(0), &json!(TO_MOVE)));
    assert_eq!(answer.body["data"]["metadata"], json!({"team": "blue"}));
    let again = fixture.app.send("PUT", &path(&series), Some(change), &headers).await;
    assert_eq!(again.refusal(), "412 version_mismatch");
    let other = fixture.app.put(&path(&series), json!({"scope": "all", "title": "Other"})).await;
    assert_eq!(other.refusal(), "409 invalid_state");
    let _ = units(&fixture);
    while hastened_step(&fixture.app.context).await {
        assert!(units(&fixture) <= super::UNITS_MAX);
    }
    let after = get(&fixture.app, &series).await;
    let operation = &after["operation"];
    assert_eq!((&operation["status"], &operation["done"]), (&json!("succeeded"), &json!(TO_MOVE)), "{operation}");
    assert_eq!((&after["title"], &after["first_start_time"]), (&json!("Later"), &json!("2026-12-01T13:00:00.000Z")));
    assert_eq!((skipped(&after).len(), &after["created_count"]), (0, &json!(TO_MOVE)));
    let shown = bookings(&fixture.app, &ids(&after)[TO_MOVE as usize - 1..]).await;
    assert_eq!(shown, ["2027-05-29T12:00 confirmed"]);
    fixture.booked("10:00", "11:00").await;
}

#[tokio::test]
async fn a_move_that_one_booking_refuses_is_refused_at_once_and_one_that_loses_time_later_lists_it() {
    let fixture = RoomFixture::new().await;
    let series = standing(&fixture, TO_MOVE, json!({})).await;
    let taken = fixture.booked("2027-01-10T13:30:00Z", "2027-01-10T14:30:00Z").await;
    let change = json!({"scope": "all", "start_time_of_day": "14:00"});
    let refused = fixture.app.put(&path(&series), change.clone()).await;
    assert_eq!(refused.refusal(), "409 booking_conflict occurrences[40] booking_conflict");
    assert_eq!(fixture.act(&taken, "cancel").await.status, 200);
    let answer = fixture.app.put(&path(&series), change).await;
    fixture.booked("2027-01-10T13:30:00Z", "2027-01-10T14:30:00Z").await;
    let after = carried_out(&fixture.app, &answer).await;
    assert_eq!(skipped(&after), ["2027-01-10T13:00 booking_conflict"]);
    assert_eq!(
        (&after["operation"]["status"], &after["operation"]["done"]),
        (&json!("succeeded"), &json!(TO_MOVE - 1))
    );
    let shown = bookings(&fixture.app, &ids(&after)[40..41]).await;
    assert_eq!(shown, ["2027-01-10T10:00 confirmed"], "it stays where it was");
}

#[tokio::test]
async fn words_of_many_bookings_are_changed_in_steps() {
    let fixture = RoomFixture::new().await;
    let series = of_six_rooms(&fixture, 70).await;
    let answer = fixture.app.put(&path(&series), json!({"scope": "all", "title": "Stand-up"})).await;
    let after = carried_out(&fixture.app, &answer).await;
    assert_eq!((&after["operation"]["status"], &after["operation"]["done"]), (&json!("succeeded"), &json!(70)));
    assert_eq!(after["title"], "Stand-up");
    let last = fixture.app.get(&format!("/bookings/{}", ids(&after)[69])).await;
    assert_eq!(last.body["data"]["title"], "Stand-up");
}

#[tokio::test]
async fn a_cancellation_that_is_too_much_is_accepted_and_costs_what_it_did_when_it_was_asked_for() {
    let rates = json!({"rates": [{"unit_amount": 20}], "credit_rates": [{"unit_amount": 2}],
        "cancellation_policy": {"free_minutes": 60}});
    let fixture = RoomFixture::with_room(rates).await;
    uses_credits(&fixture.app).await;
    let granted = json!({"customer_id": fixture.member, "type": "admin_allocation", "amount": 2 * MANY});
    made(&fixture.app, "/credit-transactions", granted).await;
    let balance = async || {
        let balances = fixture.app.get(&format!("/customers/{}/balances", fixture.member)).await;
        balances.body["data"]["credits"]["total"].clone()
    };
    let (answer, _) = asked(&fixture, json!({"payment_source": "credits"})).await;
    let series = carried_out(&fixture.app, &answer).await;
    assert_eq!(balance().await, 0);
    // An hour and a minute before the first: free; and free is what it stays while the steps wait.
    fixture.clock("08:59");
    let _ = units(&fixture);
    let answer = fixture.app.post(&format!("{}/cancel", path(&series)), json!({"comment": "We move."})).await;
    assert_eq!((answer.status, units(&fixture) <= super::UNITS_MAX), (202, true), "{}", answer.text);
    assert_eq!(answer.body["data"]["operation"]["type"], "cancel_series");
    fixture.app.clock.advance(Duration::minutes(30));
    let _ = units(&fixture);
    while hastened_step(&fixture.app.context).await {
        assert!(units(&fixture) <= super::UNITS_MAX);
    }
    let after = get(&fixture.app, &series).await;
    assert_eq!((&after["status"], &after["operation"]["status"]), (&json!("cancelled"), &json!("succeeded")));
    assert_eq!((count(&fixture.app, "cancelled").await, balance().await), (json!(MANY), json!(2 * MANY)));
    let first = fixture.app.get(&format!("/bookings/{}", ids(&after)[0])).await.body["data"].clone();
    assert_eq!(
        (&first["cancellation_comment"], &first["cancellation_reason"]),
        (&json!("We move."), &json!("customer"))
    );
    assert_eq!(
        fixture.app.post(&format!("{}/cancel", path(&series)), json!({})).await.refusal(),
        "409 invalid_state"
    );
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_change_that_waits_is_cancelled_and_changes_nothing_and_one_that_has_begun_is_not() {
    let fixture = RoomFixture::new().await;
    let series = of_six_rooms(&fixture, 60).await;
    let operation = json!({"scope": "operation"});
    let path = format!("{}/cancel", path(&series));
    for change in ["cancel", "update"] {
        let answer = match change {
            "cancel" => fixture.app.post(&path, json!({"scope": "all"})).await,
            _ => {
                fixture.app.put(path.trim_end_matches("/cancel"), json!({"scope": "all", "duration_minutes": 30})).await
            }
        };
        assert_eq!(answer.status, 202, "{}", answer.text);
        let cancelled = fixture.app.post(&path, operation.clone()).await;
        assert_eq!(cancelled.status, 202, "{}", cancelled.text);
        let after = carried_out(&fixture.app, &cancelled).await;
        assert_eq!((&after["status"], &after["operation"]["status"]), (&json!("active"), &json!("cancelled")));
        assert_eq!(count(&fixture.app, "confirmed").await, 60);
    }
    let answer = fixture.app.post(&path, json!({"scope": "all"})).await;
    assert!(hastened_step(&fixture.app.context).await);
    assert_eq!(fixture.app.post(&path, operation).await.refusal(), "409 invalid_state");
    assert_eq!(carried_out(&fixture.app, &answer).await["status"], "cancelled");
    assert_eq!(count(&fixture.app, "cancelled").await, 60);
}

#[tokio::test]
async fn a_change_that_dies_at_every_write_is_resumed_and_changes_each_booking_once() {
    for (change, fault) in [("move", Fault::DropAfter), ("cancel", Fault::DropBefore)] {
        let fixture = RoomFixture::alone().await;
        let series = of_six_rooms(&fixture, 52).await;
        let answer = match change {
            "cancel" => fixture.app.post(&format!("{}/cancel", path(&series)), json!({})).await,
            _ => fixture.app.put(&path(&series), json!({"scope": "all", "start_time_of_day": "14:00"})).await,
        };
        accepted(&answer, 202);
        let (after, deaths) = dying_at_every_write(&fixture, &series, &fault).await;
        assert!(deaths >= 2, "{deaths} deaths");
        let operation = &after["operation"];
        assert_eq!((&operation["status"], &operation["done"]), (&json!("succeeded"), &json!(52)), "{change} {fault:?}");
        let list = fixture.app.get("/bookings?per_page=100").await;
        let versions = list.body["data"].as_array().unwrap().iter().map(|booking| booking["version"].clone());
        // Made, made final, and changed once.
        assert_eq!(versions.collect::<Vec<_>>(), vec![json!(3); 52], "{change} {fault:?}");
    }
}
