//! What a ticket has, and what of it changes.

use serde_json::{Value, json};
use tests::{TicketFixture, accepted, location, made, resource, with};

#[tokio::test]
async fn a_ticket_needs_little_and_shows_everything() {
    let fixture = TicketFixture::new().await;
    let asked = fixture.ask(json!({})).await;
    accepted(&asked, 201);
    assert_eq!(asked.header("location"), format!("/v1/tickets/{}", asked.id()));
    let mut shown = asked.body["data"].clone();
    for field in ["id", "created_at", "updated_at", "location_id", "requester_id"] {
        assert!(shown[field].is_string(), "{field}");
        shown.as_object_mut().expect("an object").remove(field);
    }
    assert_eq!(
        shown,
        json!({"type": "repair_and_maintenance", "subject": "Door", "description": "The door does not close.",
            "priority": "normal", "assignee_id": null, "resource_id": null, "booking_id": null, "follow_up_of": null,
            "maintenance_block": null, "tags": [], "number": 1, "status": "new", "block_id": null,
            "due_at": "2026-11-25T16:00:00.000Z", "breached": false, "first_response_at": null, "solved_at": null,
            "closes_at": null, "closed_at": null, "reopened_count": 0, "metadata": {}, "version": 1})
    );
}

#[tokio::test]
async fn of_a_ticket_these_fields_change_and_the_change_is_told() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({"metadata": {"door": "3"}})).await;
    let path = format!("/tickets/{id}");
    let fields = json!({"subject": "Lock", "type": "access", "priority": "high", "tags": ["lock", "ground floor"],
        "metadata": {"floor": "0"}});
    let changed = fixture.app.put(&path, fields.clone()).await;
    accepted(&changed, 200);
    for field in ["subject", "type", "priority", "tags"] {
        assert_eq!(changed.body["data"][field], fields[field], "{field}");
    }
    assert_eq!(changed.body["data"]["metadata"], json!({"door": "3", "floor": "0"}));
    let told = [
        "created",
        "type_changed repair_and_maintenance>access",
        "priority_changed normal>high",
        "subject_changed",
        "tags_changed",
    ];
    assert_eq!(fixture.activity(&id).await, told);
    let same = fixture.app.put(&path, fields).await;
    assert_eq!((same.status, &same.body["data"]["version"]), (200, &changed.body["data"]["version"]));
    assert_eq!(fixture.app.put(&path, json!({})).await.status, 200);
    assert_eq!(fixture.activity(&id).await.len(), 5);
    for field in
        ["description", "location_id", "requester_id", "assignee_id", "resource_id", "status", "maintenance_block"]
    {
        let refused = fixture.app.put(&path, json!({field: "x"})).await;
        assert_eq!(refused.refusal(), format!("400 validation_error {field} unknown_field"));
    }
}

#[tokio::test]
async fn tags_stand_once_and_are_at_most_twenty() {
    let fixture = TicketFixture::new().await;
    let twice = fixture.ask(json!({"tags": ["a", "a"]})).await;
    assert!(twice.refusal().starts_with("400 validation_error tags"), "{}", twice.text);
    let many: Vec<String> = (0..21).map(|number| format!("t{number}")).collect();
    assert_eq!(fixture.ask(json!({"tags": many})).await.refusal(), "400 validation_error tags too_many");
}

#[tokio::test]
async fn hostile_text_is_given_back_as_it_came() {
    let fixture = TicketFixture::new().await;
    for text in [
        format!("a{}", "\u{301}".repeat(4_999)),
        "\u{200f}\u{5d8}\u{5e7}\u{5e1}\u{5d8}\u{200e} &lt;b&gt;<b onclick='x'>".to_owned(),
        "\u{1f6aa}".repeat(5_000),
        "\"\\".repeat(2_500),
    ] {
        let subject: String = text.chars().take(200).collect();
        let id = fixture.ticket(json!({"subject": subject, "description": text})).await;
        let shown = fixture.shown(&id).await;
        assert_eq!((&shown["subject"], &shown["description"]), (&json!(subject), &json!(text)));
        let list = fixture.app.get("/tickets?per_page=1").await;
        assert_eq!(list.body["data"][0]["description"], json!(text));
    }
    let blank = fixture.ask(json!({"description": " \n"})).await;
    assert_eq!(blank.refusal(), "422 rule_violation description blank");
    let cut = fixture.ask(json!({"description": "x".repeat(5_001)})).await;
    assert_eq!(cut.refusal(), "400 validation_error description too_long");
}

#[tokio::test]
async fn the_resource_and_the_booking_are_at_the_location_and_the_booking_is_the_requesters() {
    let fixture = TicketFixture::new().await;
    let (app, place) = (&fixture.app, &fixture.location);
    let room = resource(app, place, "Oak", "meeting_room", json!({})).await;
    let other_room = resource(app, place, "Elm", "meeting_room", json!({})).await;
    let elsewhere = location(app).await;
    let far_room = resource(app, &elsewhere, "Ash", "meeting_room", json!({})).await;
    let employer = tests::company(app, place).await;
    accepted(
        &app.post(&format!("/companies/{employer}/members"), json!({"member_id": fixture.member, "role": "manager"}))
            .await,
        201,
    );
    let bob = tests::member(app, "bob@example.com").await;
    let booked = async |resource: &str, customer: &str, hour: u32, fields: Value| {
        let body = json!({"resource_id": resource, "customer_id": customer, "start_time": format!("2026-12-01T{hour:02}:00:00Z"),
            "end_time": format!("2026-12-01T{:02}:00:00Z", hour + 1)});
        made(app, "/bookings", with(body, &fields)).await
    };
    let own = booked(&room, &fixture.member, 9, json!({})).await;
    let of_company = booked(&room, &employer, 10, json!({"member_id": fixture.member})).await;
    let others = booked(&room, &bob, 11, json!({})).await;
    let far = booked(&far_room, &fixture.member, 12, json!({})).await;
    for (fields, expected) in [
        (json!({"resource_id": room}), "201 "),
        (json!({"resource_id": room, "booking_id": own}), "201 "),
        (json!({"booking_id": of_company}), "201 "),
        (json!({"resource_id": far_room}), "422 rule_violation resource_id other_location"),
        (json!({"booking_id": far}), "422 rule_violation booking_id other_location"),
        (json!({"booking_id": others}), "422 rule_violation booking_id other_customer"),
        (
            json!({"resource_id": other_room, "booking_id": own}),
            "422 rule_violation booking_id other_resource",
        ),
        (json!({"resource_id": tests::NOBODY}), "422 rule_violation resource_id reference_not_found"),
        (json!({"booking_id": tests::NOBODY}), "422 rule_violation booking_id reference_not_found"),
    ] {
        assert_eq!(fixture.ask(fields.clone()).await.refusal(), expected, "{fields}");
    }
}

#[tokio::test]
async fn tickets_of_a_location_are_numbered_and_a_refused_one_takes_no_number() {
    let fixture = TicketFixture::new().await;
    let elsewhere = location(&fixture.app).await;
    let number = async |fields: Value| fixture.ask(fields).await.body["data"]["number"].clone();
    assert_eq!(number(json!({})).await, 1);
    assert_eq!(number(json!({"requester_id": tests::NOBODY})).await, json!(null));
    assert_eq!(number(json!({})).await, 2);
    assert_eq!(number(json!({"location_id": elsewhere})).await, 1);
    assert_eq!(number(json!({})).await, 3);
}
