//! Many people wait for the same hours while others book them, once or in series, and cancel them: no time is given
//! twice, nobody is served twice, and what comes free does not stay free while somebody waits for it.

use std::{collections::HashSet, sync::Arc};

use serde_json::{Value, json};
use tests::setting;
use tokio::{sync::Mutex, task::JoinSet};

use crate::{
    fixture::Fixture,
    model::{Place, Slot, overfull},
    random::Random,
};

/// Workers, and steps of each.
const WORKERS: u64 = 12;
const STEPS: u64 = 24;
/// Hours that everybody wants, counted from the beginning.
const HOURS: std::ops::Range<i64> = 20..23;

struct Worker {
    fixture: Fixture,
    random: Random,
    bookings: Arc<Mutex<Vec<String>>>,
}

impl Worker {
    async fn work(mut self) {
        for _ in 0..STEPS {
            let place = self.random.index(self.fixture.places.len());
            let hour = HOURS.start + self.random.minutes(HOURS.end - HOURS.start);
            match self.random.below(9) {
                0 | 1 => {
                    let body = self.fixture.booking(place, hour * 60, hour * 60 + 60, 1);
                    let booked = self.fixture.send("POST", "/bookings", Some(body)).await;
                    if booked.status == 201 {
                        self.bookings.lock().await.push(booked.id());
                    }
                }
                2 | 3 => {
                    let bookings = self.bookings.lock().await.clone();
                    self.act("bookings", bookings, "cancel").await;
                }
                4 => self.act("waitlist-entries", self.offered().await, "accept").await,
                5 => self.act("waitlist-entries", self.offered().await, "decline").await,
                6 => self.repeat(place, hour).await,
                _ => self.wait(place, hour).await,
            }
        }
    }

    /// Books the hour on two days, or waits for it.
    async fn repeat(&self, place: usize, hour: i64) {
        let mut body = self.fixture.booking(place, hour * 60, hour * 60 + 60, 1);
        body["first_start_time"] = body["start_time"].clone();
        body.as_object_mut().unwrap().retain(|field, _| !matches!(field.as_str(), "start_time" | "end_time"));
        body["duration_minutes"] = json!(60);
        body["rule"] = json!({"frequency": "daily", "count": 2});
        body["on_conflict"] = json!("waitlist");
        let made = self.fixture.send("POST", "/booking-series", Some(body)).await;
        assert!(matches!(made.status, 201 | 409 | 503), "{}", made.text);
        for id in made.body["data"]["booking_ids"].as_array().into_iter().flatten() {
            self.bookings.lock().await.push(id.as_str().unwrap().to_owned());
        }
    }

    async fn wait(&self, place: usize, hour: i64) {
        let person =
            json!({"email": format!("{}@example.com", self.fixture.app.context.ids.token()), "name": "Waiting"});
        let person = self.fixture.send("POST", "/members", Some(person)).await.id();
        let mut body = self.fixture.window(place, hour * 60, (hour + 1) * 60);
        body["customer_id"] = json!(person);
        // On a machine that is too busy the answer is 503: then nothing was written, or all of it.
        let joined = self.fixture.send("POST", "/waitlist-entries", Some(body)).await;
        assert!(matches!(joined.status, 201 | 409 | 503), "{}", joined.text);
    }

    async fn offered(&self) -> Vec<String> {
        let offered = self.fixture.app.get("/waitlist-entries?status=offered&per_page=100").await;
        offered.body["data"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|entry| entry["id"].as_str().unwrap().to_owned())
            .collect()
    }

    async fn act(&mut self, list: &str, ids: Vec<String>, action: &str) {
        if ids.is_empty() {
            return;
        }
        let path = format!("/{list}/{}/{action}", self.random.pick(&ids));
        let done = self.fixture.send("POST", &path, Some(json!({}))).await;
        assert!(matches!(done.status, 200 | 409 | 503), "{path}: {}", done.text);
    }
}

async fn all(fixture: &Fixture, list: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for page in 1.. {
        let path = format!("/{list}?per_page=100&page={page}");
        let rows = fixture.app.get(&path).await.body["data"].as_array().unwrap().clone();
        if rows.is_empty() {
            return all;
        }
        all.extend(rows);
    }
    all
}

/// What is taken of each resource: live bookings and offers.
fn standing(fixture: &Fixture, bookings: &[Value], entries: &[Value]) -> Vec<Vec<Slot>> {
    let mut places = vec![Vec::new(); fixture.places.len()];
    let live = bookings.iter().filter(|booking| matches!(booking["status"].as_str(), Some("pending" | "confirmed")));
    let booked = live.map(|booking| (&booking["resource_id"], &booking["start_time"], &booking["end_time"]));
    let offers = entries.iter().filter(|entry| entry["status"] == "offered");
    let offered =
        offers.map(|entry| (&entry["offered_resource_id"], &entry["offered_start_time"], &entry["offered_end_time"]));
    for (resource, start, end) in booked.chain(offered) {
        let (start, end) = (fixture.minute(start), fixture.minute(end));
        places[fixture.place(resource)].push(Slot { start, end, before: 0, after: 0, units: 1 });
    }
    places
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_is_served_once_and_nothing_is_held_twice() {
    let seed = setting("LAB_SEED", 4);
    let place = |units| Place { units, ..Place::default() };
    let fixture = Fixture::new(&[place(1), place(2), place(1)]).await;
    let bookings = Arc::default();
    let mut workers = JoinSet::new();
    for number in 0..setting("LAB_WAITING", WORKERS) {
        let random = Random(seed.wrapping_mul(1_000_003).wrapping_add(number));
        let worker = Worker { fixture: fixture.clone(), random, bookings: Arc::clone(&bookings) };
        workers.spawn(worker.work());
    }
    workers.join_all().await;
    // The sweep looks at the location's waiting list every ten minutes.
    fixture.app.clock.advance(chrono::Duration::minutes(10));
    let mut swept = tests::sweep(&fixture.app.context).await;
    for _ in 0..5 {
        if swept.failed() > 0 {
            // The next run, a minute later, tries again what failed.
            fixture.app.clock.advance(chrono::Duration::minutes(1));
            swept = tests::sweep(&fixture.app.context).await;
        }
    }
    assert_eq!(swept.failed(), 0);
    let (bookings, entries) = (all(&fixture, "bookings").await, all(&fixture, "waitlist-entries").await);
    let standing = standing(&fixture, &bookings, &entries);
    for (slots, place) in standing.iter().zip(&fixture.places) {
        assert_eq!(overfull(slots, place.units), None, "seed {seed}: {slots:?}");
    }
    let accepted: Vec<&Value> = entries.iter().filter(|entry| entry["status"] == "accepted").collect();
    let made: HashSet<&str> = accepted.iter().map(|entry| entry["booking_id"].as_str().unwrap()).collect();
    assert_eq!(made.len(), accepted.len(), "seed {seed}: a booking was made of two offers");
    let known: HashSet<&str> = bookings.iter().map(|booking| booking["id"].as_str().unwrap()).collect();
    assert!(made.is_subset(&known), "seed {seed}: an accepted offer has no booking");
    for entry in entries.iter().filter(|entry| entry["status"] == "waiting") {
        let place = fixture.place(&entry["resource_id"]);
        let (start, end) = (fixture.minute(&entry["earliest_start"]), fixture.minute(&entry["latest_end"]));
        let mut with = standing[place].clone();
        with.push(Slot { start, end, before: 0, after: 0, units: 1 });
        assert!(
            overfull(&with, fixture.places[place].units).is_some(),
            "seed {seed}: {entry} waits for what is free"
        );
    }
    let count = |status: &str| entries.iter().filter(|entry| entry["status"] == status).count();
    println!(
        "seed {seed}: {} bookings, {} entries: {} accepted, {} declined, {} offered, {} waiting; {} looks of the sweep",
        bookings.len(),
        entries.len(),
        accepted.len(),
        count("declined"),
        count("offered"),
        count("waiting"),
        swept.done_of("waiting_list")
    );
    assert!(accepted.len() + count("declined") + count("offered") > 0, "seed {seed}: nobody was served");
}
