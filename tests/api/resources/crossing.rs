//! Bookings that cross with a change which does not allow them: at most one side is accepted.

use std::time::Duration;

use platform::config::TimeLimits;
use serde_json::{Value, json};
use testing::{Fault, TestApp};
use tests::{
    app,
    crossing::{ROUNDS, cross, first_write, until_each_side_won, until_some_were_cancelled},
    location, member, resource, resource_path,
};
use tokio::task::JoinSet;

/// A change that is sent at the same time as sixteen bookings.
struct Race {
    kind: &'static str,
    settings: Value,
    /// The change's method and body; it goes to the resource, unless it is a new assignment.
    change: (&'static str, Value),
    /// How many of the bookings the change allows.
    room: usize,
}

impl Race {
    /// Runs a round: how many bookings were accepted, and whether the change was.
    async fn run(&self, app: &TestApp, (location, customer): (&str, &str), round: u64) -> (usize, bool) {
        let name = format!("{} {round} {}", self.kind, self.change.1);
        let id = resource(app, location, &name[..name.len().min(100)], self.kind, self.settings.clone()).await;
        let (method, mut body) = self.change.clone();
        let at = if method == "POST" { "/resource-assignments".to_owned() } else { resource_path(&id) };
        if method == "POST" {
            (body["resource_id"], body["customer_id"]) = (json!(id), json!(customer));
        }
        let body = (method != "DELETE").then_some(body);
        let bookings = |day: u64| {
            let time = |minute: u32| format!("2027-03-{day:02}T10:{minute:02}:00Z");
            json!({"resource_id": id, "customer_id": customer, "start_time": time(0), "end_time": time(30)})
        };
        // At one time where the change leaves some units, otherwise on sixteen days: only the change refuses any.
        let bodies = (1..=16).map(|number| bookings(if self.room > 0 { 1 } else { number })).collect();
        // More bookings may be made than the change leaves room for when it comes.
        cross(app, round, app.send(method, &at, body, &[]), (bodies, self.room + 1)).await
    }

    /// With the change at most as many bookings are accepted as it allows, without it all of them.
    async fn check(&self) {
        let app = app().await;
        let (location, customer) = (location(&app).await, member(&app, "ann@example.com").await);
        until_each_side_won(async |round| {
            let (accepted, changed) = self.run(&app, (&location, &customer), round).await;
            if changed {
                assert!(accepted <= self.room, "round {round}: {accepted} bookings under {}", self.change.1);
            } else {
                assert_eq!(accepted, 16, "round {round}: a refused change must not be in anybody's way");
            }
            changed
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_deactivation_and_bookings_that_cross_one_side_is_accepted() {
    let change = ("PUT", json!({"is_active": false}));
    Race { kind: "meeting_room", settings: json!({}), change, room: 0 }.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_an_archiving_and_bookings_that_cross_one_side_is_accepted() {
    Race { kind: "meeting_room", settings: json!({}), change: ("DELETE", json!({})), room: 0 }.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn units_that_fall_while_bookings_cross_are_enough_for_all_that_were_accepted() {
    let change = ("PUT", json!({"units": 5}));
    Race { kind: "hot_desk", settings: json!({"units": 16}), change, room: 5 }.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_an_assignment_and_bookings_that_cross_one_side_is_accepted() {
    let change = ("POST", json!({"start_date": "2027-01-01", "entire": true}));
    Race { kind: "office", settings: json!({}), change, room: 0 }.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bookings_that_cross_with_a_deactivation_that_cancels_are_refused_or_cancelled() {
    let app = app().await;
    let (location, customer) = (location(&app).await, member(&app, "ann@example.com").await);
    let change = ("PUT", json!({"is_active": false, "on_future_bookings": "cancel"}));
    let race = Race { kind: "meeting_room", settings: json!({}), change, room: 0 };
    until_some_were_cancelled(&app, async |round| race.run(&app, (&location, &customer), round).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_part_that_comes_while_the_whole_is_being_booked_is_taken_with_it() {
    let app = app().await;
    let (location, customer) = (location(&app).await, member(&app, "ann@example.com").await);
    let mut parts = 0;
    for round in 0..ROUNDS {
        let hall = resource(&app, &location, &format!("Hall {round}"), "event_space", json!({})).await;
        let part = json!({"location_id": location, "name": format!("Part {round}"), "type": "studio", "parent_resource_id": hall});
        let booking = |resource: &str, day: usize| {
            json!({"resource_id": resource, "customer_id": customer, "start_time": format!("2027-03-{day:02}T10:00:00Z"),
                "end_time": format!("2027-03-{day:02}T11:00:00Z")})
        };
        app.faults.next("TransactWriteItems", u32::MAX, Fault::Late(20 + 30 * (round % 2)));
        drop(app.faults.seen());
        let mut bookings = JoinSet::new();
        let (made, ()) = tokio::join!(app.post("/resources", part), async {
            // In every other round the child is about to be written when the bookings come.
            if round % 2 == 0 {
                first_write(&app).await;
            }
            for day in 1..=16 {
                let (app, body) = (app.clone(), booking(&hall, day));
                bookings.spawn(async move { (day, app.post("/bookings", body).await.status) });
            }
        });
        let booked = bookings.join_all().await;
        app.faults.clear();
        assert!(matches!(made.status, 201 | 409), "{}", made.text);
        parts += u32::from(made.status == 201);
        for (day, status) in booked {
            assert_eq!(status, 201, "round {round}");
            if made.status == 201 {
                assert_eq!(app.post("/bookings", booking(&made.id(), day)).await.status, 409, "round {round}");
            }
        }
    }
    assert!(parts > 0, "no part came in {ROUNDS} rounds");
}

#[tokio::test]
async fn what_a_lost_change_has_closed_opens_by_the_clock() {
    let app = app().await;
    let (location, customer) = (location(&app).await, member(&app, "ann@example.com").await);
    let room = resource(&app, &location, "Room", "meeting_room", json!({})).await;
    let body = json!({"resource_id": room, "customer_id": customer, "start_time": "2027-03-01T10:00:00Z", "end_time": "2027-03-01T11:00:00Z"});
    // The room is closed, and every put after that fails.
    app.faults.next("PutItem", 1, Fault::Late(0));
    app.faults.next("PutItem", u32::MAX, Fault::Fail(500, "InternalServerError"));
    assert_eq!(
        app.put(&resource_path(&room), json!({"is_active": false})).await.refusal(),
        "503 service_unavailable"
    );
    app.faults.clear();
    assert_eq!(app.get(&resource_path(&room)).await.body["data"]["is_active"], true);
    let hurried = app.limited(TimeLimits { request: Duration::from_millis(500), ..TimeLimits::default() }).await;
    let meanwhile = hurried.post("/bookings", body.clone()).await;
    assert_eq!(meanwhile.refusal(), "503 service_unavailable", "nothing is decided while it is closed");
    app.clock.advance(chrono::Duration::seconds(30));
    assert_eq!(app.post("/bookings", body).await.status, 201);
    assert_eq!(
        app.put(&resource_path(&room), json!({"is_active": false})).await.refusal(),
        "409 in_use is_active in_use"
    );
}
