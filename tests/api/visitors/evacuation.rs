//! Visitors among those who are at a location.

use serde_json::{Value, json};
use tests::{accepted, made, resource};

use super::Door;

async fn data(door: &Door, suffix: &str) -> Value {
    let answer = door.app().get(&format!("/locations/{}/{suffix}", door.fixture.location)).await;
    accepted(&answer, 200);
    answer.body["data"].clone()
}

#[tokio::test]
async fn the_evacuation_list_and_the_occupancy_have_everybody_once() {
    let door = Door::new().await;
    let app = door.app();
    let hours = json!({"check_in": {"enabled": true, "opens_minutes": 15}});
    let room = resource(app, &door.fixture.location, "Room", "meeting_room", hours).await;
    let booking = json!({"resource_id": room, "customer_id": door.fixture.member, "attendees": 3,
        "start_time": "2027-01-01T11:00:00Z", "end_time": "2027-01-01T13:00:00Z"});
    let booking = made(app, "/bookings", booking).await;
    accepted(&app.post(&format!("/bookings/{booking}/check-in"), json!({})).await, 200);
    // The host, who is there by the booking, checks in at the location too.
    made(app, "/check-ins", json!({"member_id": door.fixture.member, "location_id": door.fixture.location})).await;
    let ben =
        made(app, "/members", json!({"email": "ben@example.com", "name": "=Ben", "phone": "+31 20 555 0100"})).await;
    made(app, "/day-pass-transactions", json!({"customer_id": ben, "type": "admin_allocation", "amount": 1})).await;
    made(app, "/check-ins", json!({"member_id": ben, "location_id": door.fixture.location})).await;
    let vera = door.invited(json!({"booking_id": booking})).await;
    let vera = door.acted(&vera, "check-in", json!({})).await;
    let zoe = door.invited(json!({"visitor": {"name": "Zoe \"Z\", jr."}})).await;
    door.acted(&zoe, "check-in", json!({})).await;
    door.invited(json!({"visitor": {"name": "Not here"}})).await;
    let list = data(&door, "evacuation-list").await;
    let names: Vec<&str> =
        list["present"].as_array().into_iter().flatten().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["=Ben", "Ann", "Vera Lang", "Zoe \"Z\", jr."]);
    assert_eq!((&list["people"], &list["is_complete"]), (&json!(6), &json!(true)));
    let told = &list["present"][2];
    assert_eq!((&told["visit_id"], &told["customer_id"]), (&vera["id"], &json!(door.fixture.member)));
    assert_eq!((&told["badge_number"], &told["phone"]), (&vera["badge_number"], &json!("+49 30 555 0100")));
    assert_eq!(list["present"][1]["visit_id"], Value::Null);
    let occupancy = data(&door, "occupancy").await;
    assert_eq!(
        (&occupancy["visitors_on_site"], &occupancy["people_on_site"]),
        (&json!(2), &json!(6)),
        "{occupancy}"
    );
    assert_eq!((&occupancy["people_checked_in"], &occupancy["check_ins_open"]), (&json!(3), &json!(2)));
    door.acted(&vera, "check-out", json!({})).await;
    assert_eq!(data(&door, "evacuation-list").await["people"], 5);
    assert_eq!(data(&door, "occupancy").await["people_on_site"], 5);
}

#[tokio::test]
async fn the_list_is_printed_as_csv_that_no_spreadsheet_takes_for_formulas() {
    let door = Door::new().await;
    let ben = made(door.app(), "/members", json!({"email": "ben@example.com", "name": "=Ben"})).await;
    made(
        door.app(),
        "/day-pass-transactions",
        json!({"customer_id": ben, "type": "admin_allocation", "amount": 1}),
    )
    .await;
    made(door.app(), "/check-ins", json!({"member_id": ben, "location_id": door.fixture.location})).await;
    let zoe = door.invited(json!({"visitor": {"name": "Zoe \"Z\", jr.", "phone": "020 1"}})).await;
    let zoe = door.acted(&zoe, "check-in", json!({})).await;
    let path = format!("/locations/{}/evacuation-list.csv", door.fixture.location);
    let answer = door.app().get(&path).await;
    accepted(&answer, 200);
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    let lines: Vec<&str> = answer.text.lines().collect();
    assert_eq!(lines[0], "seen,name,people,phone,kind,badge,since,resources");
    assert_eq!(lines[1], ",'=Ben,1,,check_in,,2027-01-01T11:00:00.000Z,");
    let badge = zoe["badge_number"].as_u64().unwrap_or_default();
    assert_eq!(lines[2], format!(r#","Zoe ""Z"", jr.",1,020 1,visitor,{badge:04},2027-01-01T11:00:00.000Z,"#));
    assert_eq!(lines.len(), 3);
    let stranger = door.app().as_client(&door.app().stranger);
    assert_eq!(stranger.get(&path).await.refusal(), "404 not_found");
}

#[tokio::test]
async fn who_has_checked_in_to_two_bookings_is_there_once() {
    let door = Door::new().await;
    let app = door.app();
    let hours = json!({"check_in": {"enabled": true, "opens_minutes": 15}});
    for (name, people) in [("Desk", 1), ("Room", 4)] {
        let room = resource(app, &door.fixture.location, name, "meeting_room", hours.clone()).await;
        let booking = json!({"resource_id": room, "customer_id": door.fixture.member, "attendees": people,
            "start_time": "2027-01-01T11:00:00Z", "end_time": "2027-01-01T13:00:00Z"});
        let booking = made(app, "/bookings", booking).await;
        accepted(&app.post(&format!("/bookings/{booking}/check-in"), json!({})).await, 200);
    }
    made(app, "/check-ins", json!({"member_id": door.fixture.member, "location_id": door.fixture.location})).await;
    let list = data(&door, "evacuation-list").await;
    let present = list["present"].as_array().cloned().unwrap_or_default();
    assert_eq!((present.len(), &list["people"], &present[0]["people"]), (1, &json!(4), &json!(4)), "{list}");
    assert_eq!(present[0]["resources"].as_array().map(Vec::len), Some(2));
    assert_eq!(data(&door, "occupancy").await["people_on_site"], 4);
}

#[tokio::test]
async fn no_character_of_a_name_turns_the_order_of_a_printed_line() {
    let door = Door::new().await;
    let name = "\u{200e}Eve\u{200f}d\u{61c}da";
    let eve = door.invited(json!({"visitor": {"name": name}})).await;
    let eve = door.acted(&eve, "check-in", json!({})).await;
    assert_eq!(eve["visitor"]["name"], name, "it is kept as it came");
    let path = format!("/locations/{}/evacuation-list.csv", door.fixture.location);
    let text = door.app().get(&path).await.text;
    assert!(text.contains("\n,Evedda,1,"), "{text}");
}
