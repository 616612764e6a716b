//! Totals and pages of lists of bookings (decision 46): exact after any history, whether changes are counted yet or
//! not.

use chrono::Duration;
use scheduling::Booking;
use serde_json::{Value, json};
use testing::TestApp;
use tests::{
    RoomFixture,
    calendar_history::{CalendarHistory, Expected, goes_on, survives_counts_that_die},
    location_with, made, member, resource,
    time_lists::{Dice, in_order, text},
};
use values::{Id, Timestamp};

fn expected(bookings: &[Value], filter: impl Fn(&Value) -> bool) -> Vec<String> {
    in_order(bookings, "start_time", filter)
}

fn now(app: &TestApp) -> Timestamp {
    app.context.clock.now()
}

/// A business of two locations with a history of bookings.
struct History {
    fixture: RoomFixture,
    locations: [String; 2],
    rooms: Vec<(String, String)>,
    members: Vec<String>,
    bookings: Vec<String>,
    dice: Dice,
}

impl History {
    async fn new(seed: u64) -> Self {
        let fixture = RoomFixture::alone().await;
        let app = &fixture.app;
        let kathmandu = json!({"name": "Yak House", "time_zone": "Asia/Kathmandu"});
        let locations = [fixture.location.clone(), location_with(app, kathmandu).await];
        let mut rooms = vec![(fixture.room.clone(), locations[0].clone())];
        for (name, place, fields) in [
            ("Pool", 0, json!({"units": 30})),
            ("Approved", 0, json!({"units": 10, "requires_approval": true})),
            ("Released", 0, json!({"units": 10, "check_in": {"enabled": true, "auto_release_minutes": 15}})),
            ("Far", 1, json!({"units": 30})),
        ] {
            let id = resource(app, &locations[place], name, "meeting_room", fields).await;
            rooms.push((id, locations[place].clone()));
        }
        let mut members = vec![fixture.member.clone()];
        members.push(member(app, "zoe@example.com").await);
        Self { fixture, locations, rooms, members, bookings: Vec::new(), dice: Dice(seed) }
    }
}

impl CalendarHistory for History {
    type Kind = Booking;
    const LIST: &'static str = "/bookings";
    const STATES: &'static [&'static str] = &["pending", "confirmed", "cancelled", "completed"];

    fn app(&self) -> &TestApp {
        &self.fixture.app
    }

    async fn step(&mut self) {
        let rooms = self.rooms.clone();
        let members = self.members.clone();
        let chosen = self.dice.one(&self.bookings.clone());
        let minutes = i64::try_from(self.dice.below(6 * 24 * 4)).unwrap_or_default() * 15;
        let now = now(&self.fixture.app);
        let begin = Timestamp::from_millis(now.millis() / 900_000 * 900_000 + 900_000).unwrap_or(now);
        let start = begin.plus(Duration::minutes(minutes));
        let end = start.plus(Duration::minutes(15 + 15 * i64::try_from(self.dice.below(8)).unwrap_or_default()));
        let times = json!({"start_time": start.to_string(), "end_time": end.to_string()});
        match (self.dice.below(10), chosen) {
            (8, Some(id)) => drop(self.fixture.reschedule(&id, times).await),
            (6, Some(id)) => drop(self.fixture.act(&id, "cancel").await),
            (7, Some(id)) => drop(self.fixture.act(&id, "confirm").await),
            (9, Some(_)) => {
                let passed = i64::try_from(self.dice.below(900)).unwrap_or_default();
                self.fixture.app.clock.advance(Duration::minutes(passed));
            }
            _ => {
                let (room, place) = self.dice.one(&rooms).unwrap_or_default();
                let mut body =
                    tests::with(times, &json!({"resource_id": room, "customer_id": self.dice.one(&members)}));
                if let Some((other, _)) = self.dice.one(&rooms).filter(|other| other.0 != room && other.1 == place) {
                    body["additional_resource_ids"] = json!([other]);
                }
                let made = self.fixture.app.post("/bookings", body).await;
                if made.status == 201 {
                    self.bookings.push(made.id());
                }
            }
        }
    }

    async fn expected(&self) -> Expected {
        let app = &self.fixture.app;
        let mut bookings = Vec::new();
        for id in &self.bookings {
            bookings.push(app.get(&format!("/bookings/{id}")).await.body["data"].clone());
        }
        let takes = |booking: &Value, room: &str| {
            booking["resource_id"] == room
                || booking["additional_resource_ids"].as_array().is_some_and(|others| others.contains(&json!(room)))
        };
        let (room, place) = (&self.rooms[2].0, &self.locations[0]);
        let (far, member) = (&self.locations[1], &self.members[1]);
        let days = ["2026-12-02", "2026-12-04"];
        // Days of Kathmandu begin at 18:15 in UTC.
        let (begin, end) = ("2026-12-01T18:15:00.000Z", "2026-12-04T18:15:00.000Z");
        let is_far = |booking: &Value| booking["location_id"] == **far;
        let lists: Vec<(String, Vec<String>)> = vec![
            (String::new(), expected(&bookings, |_| true)),
            (format!("location_id={place}"), expected(&bookings, |one| one["location_id"] == **place)),
            (format!("resource_id={room}"), expected(&bookings, |one| takes(one, room))),
            (format!("customer_id={member}"), expected(&bookings, |one| one["customer_id"] == **member)),
            (
                format!("customer_id={member}&resource_id={room}"),
                expected(&bookings, |one| one["customer_id"] == **member && takes(one, room)),
            ),
            (
                format!("customer_id={member}&location_id={far}"),
                expected(&bookings, |one| one["customer_id"] == **member && is_far(one)),
            ),
            (format!("resource_id={room}&location_id={place}"), expected(&bookings, |one| takes(one, room))),
            (format!("resource_id={room}&location_id={far}"), Vec::new()),
            (
                format!("location_id={far}&start_date={}&end_date={}", days[0], days[1]),
                expected(&bookings, |one| is_far(one) && (begin..end).contains(&text(one, "start_time").as_str())),
            ),
            (
                format!("start_date={}&customer_id={member}", days[1]),
                expected(&bookings, |one| one["customer_id"] == **member && *text(one, "start_time") >= *days[1]),
            ),
        ];
        Expected { records: bookings, lists }
    }
}

#[tokio::test]
async fn every_page_of_every_filter_is_exact_whatever_has_happened() {
    goes_on(&mut History::new(tests::setting("LAB_SEED", 7)).await).await;
}

#[tokio::test]
async fn a_count_that_dies_at_any_of_its_calls_leaves_every_total_right() {
    survives_counts_that_die(&mut History::new(11).await).await;
}

#[tokio::test]
async fn several_count_at_once_while_others_book() {
    let mut history = History::new(13).await;
    history.steps(30).await;
    history.fixture.app.clock.advance(Duration::minutes(3));
    let (room, member) = (history.rooms[1].0.clone(), history.members[0].clone());
    let app = &history.fixture.app;
    let tenant = app.tenant();
    let fold = || async { drop(app.context.store.fold_calendar::<Booking>(&tenant).await) };
    let book = |hour: usize| {
        let body = json!({"resource_id": room, "customer_id": member,
            "start_time": format!("2026-12-20T{hour:02}:00:00Z"), "end_time": format!("2026-12-20T{hour:02}:30:00Z")});
        async move { made(app, "/bookings", body).await }
    };
    let booked = futures_util::future::join_all((0..20).map(book));
    let ((), (), (), booked) = tokio::join!(fold(), fold(), fold(), booked);
    history.bookings.extend(booked);
    history.check().await;
}

#[tokio::test]
async fn a_merchant_whose_bookings_were_never_counted_is_counted_beside_those_who_book() {
    let mut history = History::new(17).await;
    history.steps(40).await;
    let app = &history.fixture.app;
    app.clock.advance(Duration::minutes(3));
    let (store, tenant) = (&app.context.store, app.tenant());
    store.uncount_calendar::<Booking>(&tenant).await.expect("nothing is counted any more");
    history.check().await;
    history.steps(20).await;
    let app = &history.fixture.app;
    // While the records are read, what was read already is changed.
    let (_, booked) = tokio::join!(
        async {
            app.context
                .store
                .count_calendar::<Booking>(&tenant, std::collections::BTreeSet::default())
                .await
                .expect("a count")
        },
        made(
            app,
            "/bookings",
            json!({"resource_id": history.rooms[1].0, "customer_id": history.members[0],
            "start_time": "2027-01-20T10:00:00Z", "end_time": "2027-01-20T10:30:00Z"})
        )
    );
    history.bookings.push(booked);
    history.check().await;
    history.fold().await;
    history.check().await;
}

#[tokio::test]
async fn what_is_not_counted_is_looked_through_in_a_thousand_bookings_at_most() {
    let fixture = RoomFixture::alone().await;
    let id = fixture.booked("10:00", "11:00").await;
    let id = Id::<Booking>::parse(&id).expect("an id");
    let booking = fixture.app.context.store.find(&fixture.app.tenant(), id).await;
    let body = booking.expect("a read").expect("a booking").body;
    let later = |hours: i64| Booking {
        start: body.start.plus(Duration::hours(hours)),
        end: body.end.plus(Duration::hours(hours)),
        taken: Vec::new(),
        ..body.clone()
    };
    fixture.app.stored_all((1..=1_000).map(later).collect()).await;
    fixture.app.unchecked();
    for (query, refusal) in [
        ("resource_type=equipment", "422 rule_violation resource_type too_many_to_read"),
        ("ends_from=2026-12-01T00:00:00Z", "422 rule_violation ends_from too_many_to_read"),
        ("ends_before=2028-12-01T00:00:00Z", "422 rule_violation ends_before too_many_to_read"),
    ] {
        assert_eq!(fixture.app.get(&format!("/bookings?{query}")).await.refusal(), refusal, "{query}");
    }
    for (query, total) in [
        ("resource_type=meeting_room&end_date=2026-12-01", 14),
        ("ends_from=2026-12-05T00:00:00Z&ends_before=2026-12-06T00:00:00Z", 24),
        ("resource_type=equipment&start_date=2026-12-05&end_date=2026-12-06", 0),
    ] {
        let list = fixture.app.get(&format!("/bookings?{query}")).await;
        assert_eq!(list.body["pagination"]["total"], total, "{query} {}", list.text);
    }
}
