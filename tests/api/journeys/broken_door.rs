//! The door of the boardroom: it breaks, the room cannot be booked, somebody repairs it, it breaks again, and in the
//! end it is closed for good.

use serde_json::{Value, json};

use super::{Story, id};

/// What became of the ticket, as its activity tells it.
async fn told(story: &Story, path: &str) -> Vec<String> {
    let list = story.get(&format!("{path}/activity?per_page=100")).await;
    let text = |entry: &Value, field: &str| entry[field].as_str().unwrap_or_default().to_owned();
    let of_status = |entry: &&Value| ["status_changed", "blocked", "unblocked"].contains(&text(entry, "kind").as_str());
    let told = list.as_array().into_iter().flatten().filter(of_status);
    told.map(|entry| if text(entry, "to").is_empty() { text(entry, "kind") } else { text(entry, "to") }).collect()
}

/// A room, somebody who uses it, and the manager who takes care of the location.
struct Door {
    story: Story,
    ann: String,
    otto: String,
    room: String,
}

const TAKEN: &str = "409 booking_conflict start_time booking_conflict";

impl Door {
    /// On Monday morning at a location that is open to everybody from nine to five.
    async fn whole() -> Self {
        let story = Story::from("2027-03-01T08:00:00Z").await;
        let hours = ["monday", "tuesday", "wednesday", "thursday", "friday"]
            .map(|day| json!({"weekday": day, "opens": "09:00", "closes": "17:00"}));
        story.app.put(&format!("/locations/{}", story.location), json!({"public_hours": hours})).await;
        let ann = story.make("/members", json!({"email": "ann@example.com", "name": "Ann"})).await;
        let places = json!([story.location]);
        let otto = json!({"email": "otto@example.com", "name": "Otto", "role": "manager", "location_ids": places});
        let otto = story.make("/members", otto).await;
        let room = json!({"location_id": story.location, "name": "Boardroom", "type": "meeting_room"});
        let room = story.make("/resources", room).await;
        Self { story, ann, otto, room }
    }

    /// How Ann's booking of a hour of March 2027 is answered.
    async fn book(&self, from: &str, to: &str) -> String {
        let at = |time: &str| format!("2027-03-{time}:00:00Z");
        let booking =
            json!({"resource_id": self.room, "customer_id": self.ann, "start_time": at(from), "end_time": at(to)});
        self.story.app.post("/bookings", booking).await.refusal()
    }

    /// Ann says that the door is broken, and the room is taken out of use until tomorrow noon. The path of the ticket.
    async fn breaks(&self) -> String {
        self.story.until("2027-03-01T14:00:00Z").await;
        let block = json!({"start_time": "2027-03-01T14:00:00Z", "end_time": "2027-03-02T11:00:00Z"});
        let ticket = json!({"location_id": self.story.location, "requester_id": self.ann, "priority": "urgent",
            "type": "repair_and_maintenance", "subject": "The door does not close",
            "description": "The handle came off.", "resource_id": self.room, "maintenance_block": block});
        let ticket = self.story.act("/tickets", ticket).await;
        assert_eq!(ticket["due_at"], "2027-03-02T10:00:00.000Z", "two hours today, two tomorrow");
        assert_eq!(self.book("02T09", "02T10").await, TAKEN);
        format!("/tickets/{}", id(&ticket))
    }

    /// Otto takes it, answers, orders a part and waits; then he repairs it, in time, and the room is free at once.
    async fn is_repaired(&self, path: &str) {
        let act = async |action: &str, body: Value| self.story.act(&format!("{path}/{action}"), body).await;
        act("assign", json!({"assignee_id": self.otto})).await;
        act("start", json!({})).await;
        self.story.until("2027-03-01T14:30:00Z").await;
        act("comments", json!({"author_id": self.otto, "text": "A new handle comes tomorrow."})).await;
        let waiting = act("wait", json!({})).await;
        assert_eq!((&waiting["status"], &waiting["due_at"]), (&json!("pending"), &json!(null)));
        self.story.until("2027-03-02T08:00:00Z").await;
        let started = act("start", json!({})).await;
        assert_eq!(started["due_at"], "2027-03-02T11:30:00.000Z", "half an hour had run");
        self.story.until("2027-03-02T08:45:00Z").await;
        let solved = act("solve", json!({})).await;
        let closes_at = json!("2027-03-06T08:45:00.000Z");
        assert_eq!((&solved["breached"], &solved["closes_at"]), (&json!(false), &closes_at));
        assert_eq!(self.book("02T09", "02T10").await, "201 ");
    }

    /// It is broken again: Ann says so, and the ticket goes on where it was; this time it takes too long.
    async fn breaks_again(&self, path: &str) {
        let act = async |action: &str, body: Value| self.story.act(&format!("{path}/{action}"), body).await;
        self.story.until("2027-03-04T08:00:00Z").await;
        act("comments", json!({"author_id": self.ann, "text": "It came off again."})).await;
        let reopened = self.story.get(path).await;
        assert_eq!((&reopened["status"], &reopened["reopened_count"]), (&json!("in_progress"), &json!(1)));
        assert_eq!(reopened["due_at"], "2027-03-04T10:45:00.000Z", "2:45 of four hours are left");
        let block = json!({"start_time": "2027-03-04T09:00:00Z", "end_time": "2027-03-04T15:00:00Z"});
        act("block", block).await;
        assert_eq!(self.book("04T10", "04T11").await, TAKEN);
        self.story.until("2027-03-04T11:00:00Z").await;
        assert_eq!(act("solve", json!({})).await["breached"], true, "a quarter of an hour too late");
    }
}

#[tokio::test]
async fn a_broken_door_goes_from_ticket_to_block_to_solved_and_is_reopened() {
    let door = Door::whole().await;
    let path = door.breaks().await;
    door.is_repaired(&path).await;
    door.breaks_again(&path).await;

    // Four days later it is closed by itself; the figures tell the story, and what breaks then is a new ticket.
    door.story.until("2027-03-09T08:00:00Z").await;
    let closed = door.story.get(&path).await;
    assert_eq!((&closed["status"], &closed["closed_at"]), (&json!("closed"), &json!("2027-03-08T11:00:00.000Z")));
    let first = ["blocked", "in_progress", "pending", "in_progress", "solved", "unblocked"];
    let second = ["in_progress", "blocked", "solved", "unblocked", "closed"];
    assert_eq!(told(&door.story, &path).await, [&first[..], &second[..]].concat());
    let figures = door.story.get("/tickets/metrics?from=2027-03-01&to=2027-03-31").await["total"].clone();
    let response = json!({"tickets": 1, "total_minutes": 30, "average_minutes": 30});
    let resolution = json!({"tickets": 1, "total_minutes": 255, "average_minutes": 255});
    assert_eq!(figures, json!({"created": 1, "first_response": response, "resolution": resolution, "breached": 1}));
    let again = json!({"author_id": door.ann, "text": "And again."});
    let refused = door.story.app.post(&format!("{path}/comments"), again).await;
    assert_eq!(refused.refusal(), "409 invalid_state follow_up_of closed");
    let follow_up = json!({"location_id": door.story.location, "requester_id": door.ann, "type": "repair_and_maintenance",
        "description": "And again.", "follow_up_of": closed["id"]});
    assert_eq!(door.story.act("/tickets", follow_up).await["number"], 2);
}
