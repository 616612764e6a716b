//! Totals and pages of lists of events (decision 46): exact after any history, whether changes are counted yet or not.

use ::events::Event;
use chrono::Duration;
use serde_json::{Value, json};
use testing::TestApp;
use tests::{
    EventFixture, NOBODY, accepted,
    calendar_history::{CalendarHistory, Expected, goes_on, survives_counts_that_die},
    location_with, resource,
    time_lists::{Dice, every_page, in_order, page_costs, text},
};
use values::{Id, Timestamp};

/// A business of two locations with a history of events.
struct History {
    fixture: EventFixture,
    locations: [String; 2],
    rooms: [String; 2],
    events: Vec<String>,
    series: Vec<String>,
    dice: Dice,
}

impl History {
    async fn new(seed: u64) -> Self {
        let fixture = EventFixture::alone().await;
        let far = location_with(&fixture.app, json!({"name": "Yak House", "time_zone": "Asia/Kathmandu"})).await;
        let locations = [fixture.location.clone(), far];
        let near_room = resource(&fixture.app, &locations[0], "Hall", "event_space", json!({})).await;
        let far_room = resource(&fixture.app, &locations[1], "Yard", "event_space", json!({})).await;
        let rooms = [near_room, far_room];
        Self { fixture, locations, rooms, events: Vec::new(), series: Vec::new(), dice: Dice(seed) }
    }

    fn times(&mut self) -> Value {
        let now = self.fixture.app.context.clock.now();
        let begin = Timestamp::from_millis(now.millis() / 900_000 * 900_000 + 900_000).unwrap_or(now);
        let minutes = |quarters: u64| Duration::minutes(15 * i64::try_from(quarters).unwrap_or_default());
        let start = begin.plus(minutes(self.dice.below(6 * 24 * 4)));
        let end = start.plus(minutes(1 + self.dice.below(8)));
        json!({"start_time": start.to_string(), "end_time": end.to_string()})
    }

    async fn make(&mut self, fields: Value) {
        let place = usize::from(self.dice.below(3) == 0);
        let category = self.dice.one(&["workshop", "talk"]);
        let body = json!({"location_id": self.locations[place], "category": category, "price": 0});
        let room = (self.dice.below(3) == 0).then(|| json!({"resource_id": self.rooms[place]}));
        let body = self.fixture.body(&tests::with(tests::with(fields, &body), &room.unwrap_or_else(|| json!({}))));
        let made = self.fixture.app.post("/events", body).await;
        accepted(&made, 201);
        let series = text(&made.body["data"], "series_id");
        if series.is_empty() {
            return self.events.push(made.id());
        }
        self.events.extend(every_page(&self.fixture.app, &format!("/events?series_id={series}")).await);
        self.series.push(series);
    }
}

impl CalendarHistory for History {
    type Kind = Event;
    const LIST: &'static str = "/events";
    const STATES: &'static [&'static str] = &["draft", "published", "cancelled", "completed"];

    fn app(&self) -> &TestApp {
        &self.fixture.app
    }

    async fn step(&mut self) {
        let chosen = self.dice.one(&self.events.clone());
        let times = self.times();
        let app = self.fixture.app.clone();
        match (self.dice.below(12), chosen) {
            (4..=6, Some(id)) => drop(app.post(&format!("/events/{id}/publish"), json!({})).await),
            (7, Some(id)) => drop(app.post(&format!("/events/{id}/cancel"), json!({"reason": "Ill."})).await),
            (8, Some(id)) => drop(app.put(&format!("/events/{id}"), times).await),
            (9, Some(id)) => {
                if app.delete(&format!("/events/{id}")).await.status == 200 {
                    self.events.retain(|event| *event != id);
                }
            }
            (10, Some(_)) => {
                let passed = i64::try_from(self.dice.below(900)).unwrap_or_default();
                app.clock.advance(Duration::minutes(passed));
            }
            (11, Some(_)) => {
                self.make(tests::with(times, &json!({"recurrence": {"frequency": "daily", "count": 3}}))).await;
            }
            _ => self.make(times).await,
        }
    }

    async fn expected(&self) -> Expected {
        let app = &self.fixture.app;
        let mut events = Vec::new();
        for id in &self.events {
            events.push(app.get(&format!("/events/{id}")).await.body["data"].clone());
        }
        let expected = |filter: &dyn Fn(&Value) -> bool| in_order(&events, "start_time", filter);
        let far = &self.locations[1];
        // Neither begins ten minutes.
        let (from, to) = ("2026-12-01T18:17:00.000Z", "2026-12-04T18:04:00.000Z");
        let is_within = |event: &Value| (from..to).contains(&text(event, "start_time").as_str());
        let mut lists: Vec<(String, Vec<String>)> = vec![
            (String::new(), expected(&|_| true)),
            (format!("location_id={far}"), expected(&|one| one["location_id"] == **far)),
            (format!("location_id={NOBODY}"), Vec::new()),
            (format!("from={from}&to={to}"), expected(&is_within)),
            (format!("from={from}"), expected(&|one| *text(one, "start_time") >= *from)),
            (
                format!("location_id={far}&from={from}&to={to}"),
                expected(&|one| one["location_id"] == **far && is_within(one)),
            ),
            ("category=talk".to_owned(), expected(&|one| one["category"] == "talk")),
            (format!("resource_id={}", self.rooms[0]), expected(&|one| one["resource_id"] == *self.rooms[0])),
            (format!("resource_id={}&location_id={far}", self.rooms[0]), Vec::new()),
        ];
        if let Some(series) = self.series.last() {
            lists.push((format!("series_id={series}"), expected(&|one| one["series_id"] == **series)));
        }
        Expected { records: events, lists }
    }
}

#[tokio::test]
async fn every_page_of_every_filter_is_exact_whatever_has_happened_to_events() {
    goes_on(&mut History::new(tests::setting("LAB_SEED", 7)).await).await;
}

#[tokio::test]
async fn a_count_of_events_that_dies_at_any_of_its_calls_leaves_every_total_right() {
    survives_counts_that_die(&mut History::new(11).await).await;
}

/// Stores so many events like one, one an hour from five years ago on, at one of two locations.
async fn many(fixture: &EventFixture, number: u64) {
    let app = &fixture.app;
    let samples = [fixture.draft(json!({})).await, fixture.event(json!({})).await, fixture.event(json!({})).await];
    accepted(&app.post(&format!("/events/{}/cancel", samples[2]), json!({"reason": "Ill."})).await, 200);
    let mut bodies = Vec::new();
    for id in &samples {
        let id = Id::<Event>::parse(id).expect("an id");
        bodies.push(app.context.store.find(&app.tenant(), id).await.expect("a read").expect("an event").body);
    }
    let now = app.context.clock.now();
    let event = |number: u64| {
        let sample = if number.is_multiple_of(10) { 2 } else { usize::from(!number.is_multiple_of(7)) };
        let mut event = bodies[sample].clone();
        let hours = i64::try_from(number).unwrap_or_default() - 5 * 365 * 24;
        event.fields.start_time = now.plus(Duration::hours(hours));
        event.fields.end_time = event.fields.start_time.plus(Duration::hours(2));
        event.closing_due = None;
        if event.end_time <= now && sample == 1 {
            return store::Entity::settled(event, now);
        }
        event
    };
    for first in (0..number).step_by(980) {
        app.stored_all((first..number.min(first + 980)).map(event).collect()).await;
        if first % 9_800 == 0 {
            fold(fixture, 10).await;
        }
    }
    fold(fixture, 40).await;
}

async fn fold(fixture: &EventFixture, times: usize) {
    let app = &fixture.app;
    for _ in 0..times {
        app.clock.advance(Duration::minutes(2));
        app.context.store.fold_calendar::<Event>(&app.tenant()).await.expect("a fold");
    }
}

#[expect(clippy::print_stdout, reason = "its figures are the result")]
#[tokio::test]
async fn a_page_costs_the_same_however_many_events_there_are() {
    let fixture = EventFixture::alone().await;
    let events = tests::setting("CALENDAR_EVENTS", 1_500);
    many(&fixture, events).await;
    println!("{events} events");
    println!("| Filter | Page | Total | Round trips | Calls | Units | KB of the answer |");
    let location = &fixture.location;
    for filter in [
        String::new(),
        format!("location_id={location}"),
        "from=2021-12-15T10:01:00Z&to=2021-12-28T10:02:00Z".to_owned(),
        format!("location_id={location}&from=2021-12-15T10:01:00Z"),
        "status=published".to_owned(),
        "status=draft".to_owned(),
        "status=completed".to_owned(),
        format!("status=cancelled&location_id={location}"),
    ] {
        // With the seats of each event, which are read after it.
        page_costs(&fixture.app, "/events", &filter, (3, 30.0)).await;
    }
}

#[tokio::test]
async fn what_is_not_counted_of_events_is_looked_through_in_a_thousand_at_most() {
    let fixture = EventFixture::alone().await;
    many(&fixture, 1_001).await;
    let app = &fixture.app;
    let room = resource(app, &fixture.location, "Hall", "event_space", json!({})).await;
    for (query, refusal) in [
        ("category=talk", "422 rule_violation category too_many_to_read"),
        ("visibility=public", "422 rule_violation visibility too_many_to_read"),
        ("q=tax", "422 rule_violation q too_many_to_read"),
        (&format!("resource_id={room}"), "422 rule_violation resource_id too_many_to_read"),
    ] {
        assert_eq!(app.get(&format!("/events?{query}")).await.refusal(), refusal, "{query}");
    }
    for (query, total) in [
        ("q=tax&to=2021-12-31T00:00:00Z", true),
        ("category=talk&status=cancelled", false),
        (&format!("q=tax&location_id={NOBODY}"), false),
        (&format!("resource_id={NOBODY}"), false),
    ] {
        let list = app.get(&format!("/events?{query}")).await;
        assert_eq!(list.body["pagination"]["total"] != 0, total, "{query} {}", list.text);
    }
}
