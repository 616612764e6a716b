//! The door of the boardroom: it breaks, the room cannot be booked, somebody repairs it, it breaks again, and in the end it is closed for
//! good.

use serde_json::{Value, json};

use super::{Story, id};

/// What became of the ticket, as its activity tells it.
async fn told(story: &Story, ticket: &str) -> Vec<String> {
    let list = story.get(&format!("/tickets/{ticket}/activity?per_page=100")).await;
    let text = |entry: &Value, field: &str| entry[field].as_str().unwrap_or_default().to_owned();
    let of_status = |entry: &&Value| ["status_changed", "blocked", "unblocked"].contains(&text(entry, "kind").as_str());
    let told = list.as_array().into_iter().flatten().filter(of_status);
    told.map(|entry| if text(entry, "to").is_empty() { text(entry, "kind") } else { text(entry, "to") }).collect()
}

#[tokio::test]
async fn a_broken_door_goes_from_ticket_to_block_to_solved_and_is_reopened() {
    let story = Story::from("2027-03-01T08:00:00Z").await;
    let hours = ["monday", "tuesday", "wednesday", "thursday", "friday"]
        .map(|day| json!({"weekday": day, "opens": "09:00", "closes": "17:00"}));
    story.app.put(&format!("/locations/{}", story.location), json!({"public_hours": hours})).await;
    let ann = story.make("/members", json!({"email": "ann@example.com", "name": "Ann"})).await;
    let manager =
        json!({"email": "otto@example.com", "name": "Otto", "role": "manager", "location_ids": [story.location]});
    let otto = story.make("/members", manager).await;
    let room = json!({"location_id": story.location, "name": "Boardroom", "type": "meeting_room"});
    let room = story.make("/resources", room).await;
    let book = async |from: &str, to: &str| {
        let booking = json!({"resource_id": room, "customer_id": ann, "start_time": from, "end_time": to});
        story.app.post("/bookings", booking).await.refusal()
    };

    // Monday, 15:00 in Amsterdam: Ann says that the door is broken, and the room is taken out of use until tomorrow noon.
    story.until("2027-03-01T14:00:00Z").await;
    let ticket = json!({"location_id": story.location, "requester_id": ann, "type": "repair_and_maintenance",
        "subject": "The door does not close", "description": "The handle came off.", "priority": "urgent", "resource_id": room,
        "maintenance_block": {"start_time": "2027-03-01T14:00:00Z", "end_time": "2027-03-02T11:00:00Z"}});
    let ticket = story.act("/tickets", ticket).await;
    assert_eq!(ticket["due_at"], "2027-03-02T10:00:00.000Z", "two hours today, two tomorrow");
    let path = format!("/tickets/{}", id(&ticket));
    assert_eq!(
        book("2027-03-02T09:00:00Z", "2027-03-02T10:00:00Z").await,
        "409 booking_conflict start_time booking_conflict"
    );

    // Otto takes it, answers, orders a part and waits; then he repairs it, in time, and the room is free at once.
    story.act(&format!("{path}/assign"), json!({"assignee_id": otto})).await;
    story.act(&format!("{path}/start"), json!({})).await;
    story.until("2027-03-01T14:30:00Z").await;
    story.act(&format!("{path}/comments"), json!({"author_id": otto, "text": "A new handle comes tomorrow."})).await;
    let waiting = story.act(&format!("{path}/wait"), json!({})).await;
    assert_eq!((&waiting["status"], &waiting["due_at"]), (&json!("pending"), &json!(null)));
    story.until("2027-03-02T08:00:00Z").await;
    let started = story.act(&format!("{path}/start"), json!({})).await;
    assert_eq!(started["due_at"], "2027-03-02T11:30:00.000Z", "half an hour had run");
    story.until("2027-03-02T08:45:00Z").await;
    let solved = story.act(&format!("{path}/solve"), json!({})).await;
    assert_eq!((&solved["breached"], &solved["closes_at"]), (&json!(false), &json!("2027-03-06T08:45:00.000Z")));
    assert_eq!(book("2027-03-02T09:00:00Z", "2027-03-02T10:00:00Z").await, "201 ");

    // On Thursday it is broken again: Ann says so, and the ticket goes on where it was. What is booked is not in Otto's way.
    story.until("2027-03-04T08:00:00Z").await;
    story.act(&format!("{path}/comments"), json!({"author_id": ann, "text": "It came off again."})).await;
    let reopened = story.get(&path).await;
    assert_eq!((&reopened["status"], &reopened["reopened_count"]), (&json!("in_progress"), &json!(1)));
    assert_eq!(reopened["due_at"], "2027-03-04T10:45:00.000Z", "2:45 of four hours are left");
    let block = json!({"start_time": "2027-03-04T09:00:00Z", "end_time": "2027-03-04T15:00:00Z"});
    story.act(&format!("{path}/block"), block).await;
    assert_eq!(
        book("2027-03-04T10:00:00Z", "2027-03-04T11:00:00Z").await,
        "409 booking_conflict start_time booking_conflict"
    );
    story.until("2027-03-04T11:00:00Z").await;
    let solved = story.act(&format!("{path}/solve"), json!({})).await;
    assert_eq!(solved["breached"], true, "a quarter of an hour too late");

    // Four days later it is closed by itself; a month later the story is told by the figures, and a new door is a new ticket.
    story.until("2027-03-09T08:00:00Z").await;
    let closed = story.get(&path).await;
    assert_eq!((&closed["status"], &closed["closed_at"]), (&json!("closed"), &json!("2027-03-08T11:00:00.000Z")));
    let expected = [
        "blocked",
        "in_progress",
        "pending",
        "in_progress",
        "solved",
        "unblocked",
        "in_progress",
        "blocked",
        "solved",
        "unblocked",
        "closed",
    ];
    assert_eq!(told(&story, id(&ticket)).await, expected);
    let figures = story.get("/tickets/metrics?from=2027-03-01&to=2027-03-31").await["total"].clone();
    let response = json!({"tickets": 1, "total_minutes": 30, "average_minutes": 30});
    let resolution = json!({"tickets": 1, "total_minutes": 255, "average_minutes": 255});
    assert_eq!(figures, json!({"created": 1, "first_response": response, "resolution": resolution, "breached": 1}));
    let again = json!({"author_id": ann, "text": "And again."});
    let refused = story.app.post(&format!("{path}/comments"), again).await;
    assert_eq!(refused.refusal(), "409 invalid_state follow_up_of closed");
    let follow_up = json!({"location_id": story.location, "requester_id": ann, "type": "repair_and_maintenance",
        "description": "And again.", "follow_up_of": ticket["id"]});
    assert_eq!(story.act("/tickets", follow_up).await["number"], 2);
}
