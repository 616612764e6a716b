//! Many workers compete for the same resources and hours, through HTTP; then the checker judges.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use serde_json::json;
use tests::setting;
use tokio::task::JoinSet;

use crate::{
    checker::{Rest, faults},
    fixture::Fixture,
    history::{Event, History, Operation, Outcome},
    model::Place,
    random::Random,
};

/// How large a race is.
#[derive(Clone, Copy)]
struct Plan {
    seed: u64,
    attempts: u64,
    workers: u64,
    places: usize,
    /// Minutes over which an attempt's start is spread, at a moment of the race.
    spread: i64,
}

/// What came of it.
struct Report {
    events: Vec<Event>,
    faults: Vec<String>,
    milliseconds: u128,
}

impl Report {
    fn count(&self, is_counted: impl Fn(&Event) -> bool) -> u64 {
        self.events.iter().filter(|event| is_counted(event)).count() as u64
    }

    /// How many faults of a rule there are.
    fn of(&self, rule: &str) -> usize {
        self.faults.iter().filter(|fault| fault.starts_with(rule)).count()
    }

    fn print(&self, plan: Plan) {
        let wanted = self.count(Event::takes_time);
        let accepted = self.count(|event| event.takes_time() && event.outcome == Outcome::Ok);
        let conflicts = self.count(|event| event.code() == "booking_conflict");
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        println!(
            "seed {}, {} attempts by {} workers on {} resources: {} asked for time, {accepted} accepted, {conflicts} refused \
             (409 booking_conflict), {} other refusals; {} overlaps, {} unjustified 409s, {} lost, {} strangers, {} unread, \
             {} answers of 5xx; {} bookings made in {} ms, {} a second; load {}",
            plan.seed,
            plan.attempts,
            plan.workers,
            plan.places,
            wanted,
            wanted - accepted - conflicts,
            self.of("C1"),
            self.of("C4"),
            self.of("C2"),
            self.of("C3"),
            self.of("C5"),
            self.count(|event| event.status >= 500),
            self.bookings(),
            self.milliseconds,
            u128::from(self.bookings()) * 1_000 / self.milliseconds.max(1),
            load.trim(),
        );
    }

    fn bookings(&self) -> u64 {
        self.count(|event| event.operation == Operation::Book && event.outcome == Outcome::Ok)
    }
}

/// Rooms, desks, rooms with buffers, rooms with approval, and halls with two children, in turn.
fn places(count: usize) -> Vec<Place> {
    let place = |units, before, after| Place { units, before, after, ..Place::default() };
    let one = |number: usize| match number % 8 {
        1 => place(3, 0, 0),
        2 => place(1, 5, 15),
        3 => Place { approval: true, ..place(1, 0, 10) },
        4 if number + 2 < count => Place { parts: vec![number + 1, number + 2], ..place(1, 0, 0) },
        6 => place(3, 0, 5),
        _ => place(1, 0, 0),
    };
    (0..count).map(one).collect()
}

/// Runs a race, and judges it.
async fn run(plan: Plan) -> Report {
    let fixture = Fixture::new(&places(plan.places)).await;
    let (history, next, made) = (History::default(), Arc::new(AtomicU64::new(0)), Arc::default());
    let begun = Instant::now();
    let mut workers = JoinSet::new();
    for process in 0..plan.workers {
        let worker = Worker {
            plan,
            fixture: fixture.clone(),
            history: history.clone(),
            made: Arc::clone(&made),
            random: Random(plan.seed.wrapping_mul(1_000_003).wrapping_add(process)),
            process,
        };
        workers.spawn(worker.work(Arc::clone(&next)));
    }
    workers.join_all().await;
    let milliseconds = begun.elapsed().as_millis();
    let (rest, events) = (Rest::read(&fixture).await, history.events());
    let report = Report { faults: faults(&fixture, &events, &rest), events, milliseconds };
    report.print(plan);
    report
}

struct Worker {
    plan: Plan,
    fixture: Fixture,
    history: History,
    made: Arc<Mutex<Vec<Event>>>,
    random: Random,
    process: u64,
}

impl Worker {
    async fn work(mut self, next: Arc<AtomicU64>) {
        loop {
            let attempt = next.fetch_add(1, Ordering::SeqCst);
            if attempt >= self.plan.attempts {
                return;
            }
            let event = self.attempt(attempt.cast_signed()).await;
            let made = matches!(event.operation, Operation::Book | Operation::Hold | Operation::Block);
            if event.outcome != Outcome::Ok || !made {
                continue;
            }
            if event.operation == Operation::Book {
                let path = format!("/bookings/{}", event.id());
                self.send(Operation::Get, path, json!(null)).await;
            }
            self.made.lock().unwrap().push(event);
        }
    }

    /// Later attempts want later hours, so that workers want the same hours at the same time. Each attempt advances the
    /// clock by 20 ms, so that an index which lags a second lags fifty attempts.
    async fn attempt(&mut self, attempt: i64) -> Event {
        self.fixture.app.clock.advance(chrono::Duration::milliseconds(20));
        let length = 15 + self.random.minutes(46) * 5;
        let start = 60 + attempt * 3 + self.random.minutes(self.plan.spread);
        let (place, end) = (self.random.index(self.plan.places), start + length);
        let units = 1 + u32::try_from(self.random.below(2)).unwrap().min(self.fixture.places[place].units - 1);
        let kind = self.random.below(20);
        let earlier = self.earlier();
        match (kind, earlier) {
            (0..=1, Some(earlier)) if earlier.operation == Operation::Book => {
                self.act(&earlier, Operation::Cancel, "cancel", json!({})).await
            }
            (2..=3, Some(earlier)) if earlier.operation == Operation::Book => {
                let moved = self.fixture.time(place, start, end);
                self.act(&earlier, Operation::Move, "reschedule", moved).await
            }
            (4, Some(earlier)) if earlier.operation == Operation::Book => {
                self.act(&earlier, Operation::Confirm, "confirm", json!({})).await
            }
            (0..=4, Some(earlier)) if earlier.operation == Operation::Hold && kind.is_multiple_of(2) => {
                let mut body = self.fixture.booking(self.fixture.place(&earlier.request["resource_id"]), 0, 1, 1);
                for field in ["start_time", "end_time", "units"] {
                    body[field] = earlier.request[field].clone();
                }
                body["hold_id"] = json!(earlier.id());
                self.send(Operation::Book, "/bookings".to_owned(), body).await
            }
            (0..=4, Some(earlier)) if earlier.operation != Operation::Book => {
                let list = if earlier.operation == Operation::Hold { "booking-holds" } else { "calendar-blocks" };
                self.send(Operation::Release, format!("/{list}/{}", earlier.id()), json!(null)).await
            }
            (5, _) => {
                let body = self.fixture.time(place, start, end);
                self.send(Operation::Block, "/calendar-blocks".to_owned(), body).await
            }
            (6..=7, _) => {
                let mut body = self.fixture.time(place, start, end);
                body["units"] = json!(units);
                self.send(Operation::Hold, "/booking-holds".to_owned(), body).await
            }
            _ => {
                let body = self.fixture.booking(place, start, end, units);
                self.send(Operation::Book, "/bookings".to_owned(), body).await
            }
        }
    }

    /// One of the last 100 records that the workers made.
    fn earlier(&mut self) -> Option<Event> {
        let made = self.made.lock().unwrap();
        let lately = &made[made.len().saturating_sub(100)..];
        (!lately.is_empty()).then(|| self.random.pick(lately).clone())
    }

    async fn act(&self, on: &Event, operation: Operation, action: &str, body: serde_json::Value) -> Event {
        self.send(operation, format!("/bookings/{}/{action}", on.id()), body).await
    }

    async fn send(&self, operation: Operation, path: String, body: serde_json::Value) -> Event {
        self.history.send(&self.fixture, (self.plan.seed, self.process), operation, path, body).await
    }
}

/// Few resources and hours, so that all workers compete.
const CROWD: Plan = Plan { seed: 4, attempts: 150, workers: 32, places: 4, spread: 240 };

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_at_few_places_gets_no_more_than_there_is() {
    let plan = Plan { seed: setting("LAB_SEED", CROWD.seed), ..CROWD };
    let report = run(plan).await;
    assert!(report.faults.is_empty(), "seed {}: {:#?}", plan.seed, report.faults);
    assert!(report.count(|event| event.code() == "booking_conflict") > 0, "seed {}: nobody competed", plan.seed);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_who_races_gets_what_somebody_has() {
    let (seed, attempts) = (setting("LAB_SEED", 4), setting("LAB_ATTEMPTS", 400));
    let plan = Plan { seed, attempts, workers: setting("LAB_WORKERS", 64), places: 50, spread: 600 };
    let report = run(plan).await;
    assert!(report.faults.is_empty(), "seed {seed}: {:#?}", report.faults);
    // A request is answered 503 when others came first in all its attempts: its outcome counts as unknown, and the
    // checker must still find nothing.
    let errors: Vec<&Event> = report.events.iter().filter(|event| event.status >= 500 && event.status != 503).collect();
    assert!(errors.is_empty(), "seed {seed}: {errors:#?}");
    let wanted = report.count(Event::takes_time);
    let accepted = report.count(|event| event.takes_time() && event.outcome == Outcome::Ok);
    assert!(accepted * 10 >= wanted * 3, "seed {seed}: only {accepted} of {wanted} were accepted");
    let refused = report.count(|event| event.code() == "booking_conflict");
    assert!(refused * 20 >= wanted, "seed {seed}: only {refused} of {wanted} were refused, nobody competed");
}
