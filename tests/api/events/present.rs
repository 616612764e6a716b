//! Whoever was scanned in is inside: on the evacuation list and in the occupancy, once, until that is undone or the
//! local day is over on which the event ended or was cancelled.

use serde_json::{Value, json};
use tests::{EventFixture, accepted, made, sweep};

async fn data(fixture: &EventFixture, suffix: &str) -> Value {
    let answer = fixture.app.get(&format!("/locations/{}/{suffix}", fixture.location)).await;
    accepted(&answer, 200);
    answer.body["data"].clone()
}

/// People altogether by the evacuation list and by the occupancy, which agree.
async fn inside(fixture: &EventFixture) -> i64 {
    let (list, occupancy) = (data(fixture, "evacuation-list").await, data(fixture, "occupancy").await);
    assert_eq!(list["people"], occupancy["people_on_site"], "{list} {occupancy}");
    list["people"].as_i64().unwrap_or(-1)
}

async fn scanned(fixture: &EventFixture, event: &str, quantity: i64, fields: Value) -> testing::TestResponse {
    let registration = fixture.registered(event, quantity, fields).await;
    accepted(&fixture.act(&registration, "check-in", json!({"quantity": quantity})).await, 200);
    registration
}

fn guest(name: &str, email: &str) -> Value {
    json!({"customer_id": null, "guest": {"name": name, "email": email}, "payment_source": null})
}

#[tokio::test]
async fn whoever_was_scanned_in_is_inside_until_the_local_day_of_the_end_is_over() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"price": 0})).await;
    assert_eq!(inside(&fixture).await, 0);
    fixture.clock("2026-12-10T17:30:00Z");
    let registration = fixture.registered(&event, 3, json!({"payment_source": null})).await;
    assert_eq!(inside(&fixture).await, 0, "who has registered is not there yet");
    accepted(&fixture.act(&registration, "check-in", json!({"quantity": 2})).await, 200);
    scanned(&fixture, &event, 1, guest("Gil", "gil@example.com")).await;
    assert_eq!(inside(&fixture).await, 3);
    let list = data(&fixture, "evacuation-list").await;
    assert_eq!(
        (&list["present"][0]["member_id"], &list["present"][0]["people"]),
        (&json!(fixture.member), &json!(2))
    );
    assert_eq!((&list["event_guests"][0]["name"], &list["event_guests"][0]["people"]), (&json!("Gil"), &json!(1)));
    let csv = fixture.app.get(&format!("/locations/{}/evacuation-list.csv", fixture.location)).await;
    assert!(csv.text.contains("\r\n,Gil,1,,event,,"), "{}", csv.text);
    accepted(&fixture.act(&registration, "undo-check-in", json!({"quantity": 2})).await, 200);
    assert_eq!(inside(&fixture).await, 1);
    // The event goes on for longer.
    accepted(
        &fixture.app.put(&format!("/events/{event}"), json!({"end_time": "2026-12-10T22:00:00Z"})).await,
        200,
    );
    fixture.clock("2026-12-10T21:00:00Z");
    assert_eq!(inside(&fixture).await, 1);
    fixture.clock("2026-12-10T22:00:00Z");
    assert_eq!(inside(&fixture).await, 1, "nobody has left because the event is over");
    fixture.clock("2026-12-10T22:59:59Z");
    assert_eq!(inside(&fixture).await, 1);
    fixture.clock("2026-12-10T23:00:00Z");
    assert_eq!(inside(&fixture).await, 0, "midnight in Amsterdam");
}

#[tokio::test]
async fn whoever_was_scanned_in_is_inside_after_the_end_was_written_down() {
    let fixture = EventFixture::alone().await;
    let event = fixture.event(json!({"price": 0})).await;
    fixture.clock("2026-12-10T17:30:00Z");
    let registration = scanned(&fixture, &event, 2, guest("Late", "late@example.com")).await;
    fixture.clock("2026-12-10T20:00:06Z");
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    assert_eq!(fixture.ticket(&registration).await["status"], "attended");
    assert_eq!(inside(&fixture).await, 2);
    let list = data(&fixture, "evacuation-list").await;
    assert_eq!(list["event_guests"][0]["name"], "Late");
    fixture.clock("2026-12-10T23:00:00Z");
    assert_eq!(inside(&fixture).await, 0);
}

#[tokio::test]
async fn who_is_there_by_a_ticket_and_otherwise_too_counts_once() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"price": 0})).await;
    fixture.clock("2026-12-10T17:30:00Z");
    scanned(&fixture, &event, 2, json!({"payment_source": null})).await;
    let pass = json!({"customer_id": fixture.member, "type": "admin_allocation", "amount": 1});
    made(&fixture.app, "/day-pass-transactions", pass).await;
    made(&fixture.app, "/check-ins", json!({"member_id": fixture.member, "location_id": fixture.location})).await;
    assert_eq!(inside(&fixture).await, 2, "by the member");
    let bo = fixture.other("bo").await;
    let pass = json!({"customer_id": bo, "type": "admin_allocation", "amount": 1});
    made(&fixture.app, "/day-pass-transactions", pass).await;
    made(&fixture.app, "/check-ins", json!({"member_id": bo, "location_id": fixture.location})).await;
    let renamed = fixture.app.put(&format!("/members/{bo}"), json!({"name": "Bo", "surname": "Berg"})).await;
    accepted(&renamed, 200);
    scanned(&fixture, &event, 1, guest("bo  BERG", "BO@example.com")).await;
    assert_eq!(inside(&fixture).await, 3, "by the address and the name of a member");
    let visit = json!({"location_id": fixture.location, "host_id": fixture.member,
        "visitor": {"name": "Vera", "email": "vera@example.com"}, "expected_at": "2026-12-10T17:30:00Z"});
    let visit = made(&fixture.app, "/visitor-visits", visit).await;
    accepted(&fixture.app.post(&format!("/visitor-visits/{visit}/check-in"), json!({})).await, 200);
    scanned(&fixture, &event, 1, guest("Vera", "vera@example.com")).await;
    assert_eq!(inside(&fixture).await, 4, "by the address and the name of a visitor");
    // Somebody else comes by a ticket of the member.
    let event = fixture.event(json!({"price": 0, "title": "Rates"})).await;
    scanned(&fixture, &event, 1, json!({"payment_source": null, "attendee_name": "Cleo"})).await;
    assert_eq!(inside(&fixture).await, 5, "by another name");
}

#[tokio::test]
async fn two_tickets_for_one_event_and_two_visits_are_two_people_whatever_their_names_are() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"price": 0, "max_per_customer": 9})).await;
    let other = fixture.event(json!({"price": 0, "title": "Rates"})).await;
    fixture.clock("2026-12-10T17:30:00Z");
    for quantity in [1, 1, 2] {
        scanned(&fixture, &event, quantity, json!({"payment_source": null})).await;
    }
    assert_eq!(inside(&fixture).await, 4, "three tickets of a member, one of them for two");
    scanned(&fixture, &other, 1, json!({"payment_source": null})).await;
    assert_eq!(inside(&fixture).await, 4, "the member has come to another event, too");
    for _ in 0..2 {
        scanned(&fixture, &event, 1, guest("Gil", "gil@example.com")).await;
    }
    assert_eq!(inside(&fixture).await, 6, "two tickets of a guest");
    for name in ["Vera", "Willem", "Vera"] {
        let visit = json!({"location_id": fixture.location, "host_id": fixture.member,
            "visitor": {"name": name, "email": "office@example.com"}, "expected_at": "2026-12-10T17:30:00Z"});
        let visit = made(&fixture.app, "/visitor-visits", visit).await;
        accepted(&fixture.app.post(&format!("/visitor-visits/{visit}/check-in"), json!({})).await, 200);
    }
    assert_eq!(inside(&fixture).await, 9, "three visits");
    scanned(&fixture, &event, 1, guest("Vera", "office@example.com")).await;
    assert_eq!(inside(&fixture).await, 9, "one of the visitors has come to the event");
    let list = data(&fixture, "evacuation-list").await;
    assert_eq!(list["present"].as_array().map(Vec::len), Some(6), "{list}");
}

#[tokio::test]
async fn people_who_share_an_e_mail_address_are_each_inside_by_name() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"price": 0})).await;
    let later = fixture.event(json!({"price": 0, "title": "Rates", "max_per_customer": 5})).await;
    fixture.clock("2026-12-10T17:30:00Z");
    let mail = "family@example.com";
    for (event, name) in [(&event, "Anna"), (&later, "Ben"), (&later, "anna")] {
        scanned(&fixture, event, 1, guest(name, mail)).await;
    }
    assert_eq!(inside(&fixture).await, 2, "Anna has come to two events");
    for name in ["Vera", "Ben"] {
        let visit = json!({"location_id": fixture.location, "host_id": fixture.member,
            "visitor": {"name": name, "email": mail}, "expected_at": "2026-12-10T17:30:00Z"});
        let visit = made(&fixture.app, "/visitor-visits", visit).await;
        accepted(&fixture.app.post(&format!("/visitor-visits/{visit}/check-in"), json!({})).await, 200);
    }
    assert_eq!(inside(&fixture).await, 3, "Ben is there as a visitor, too");
    // A member with a ticket for two, and a guest of another name under the address of the member.
    let member = fixture.app.get(&format!("/members/{}", fixture.member)).await.body["data"].clone();
    scanned(&fixture, &event, 2, json!({"payment_source": null})).await;
    scanned(&fixture, &event, 1, guest("Gast", member["email"].as_str().unwrap_or_default())).await;
    assert_eq!(inside(&fixture).await, 6);
    let list = data(&fixture, "evacuation-list").await;
    let names = |field: &str| {
        let entries = list[field].as_array().into_iter().flatten();
        entries.map(|one| (one["name"].clone(), one["people"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(names("event_guests"), [(json!("Anna"), json!(1)), (json!("Gast"), json!(1))]);
    let of_member = (member["name"].clone(), json!(2));
    assert_eq!(names("present"), [of_member, (json!("Ben"), json!(1)), (json!("Vera"), json!(1))]);
}

#[tokio::test]
async fn whoever_was_scanned_in_is_inside_after_the_event_was_cancelled() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"price": 0})).await;
    fixture.clock("2026-12-10T17:30:00Z");
    let registration = scanned(&fixture, &event, 1, json!({"payment_source": null})).await;
    scanned(&fixture, &event, 2, guest("Gil", "gil@example.com")).await;
    assert_eq!(inside(&fixture).await, 3);
    accepted(&fixture.app.post(&format!("/events/{event}/cancel"), json!({"reason": "fire"})).await, 200);
    assert_eq!(fixture.ticket(&registration).await["status"], "cancelled");
    assert_eq!(inside(&fixture).await, 3);
    fixture.clock("2026-12-10T22:59:59Z");
    assert_eq!(inside(&fixture).await, 3);
    fixture.clock("2026-12-10T23:00:00Z");
    assert_eq!(inside(&fixture).await, 0);
}
