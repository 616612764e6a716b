//! Many workers compete for the same resources and hours, through HTTP; then the checker judges.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use serde_json::json;
use shared::planted::Bug;
use tokio::task::JoinSet;

use crate::{
    checker::{Rest, faults},
    dice::{Dice, setting},
    history::{Event, History, Operation, Outcome},
    model::Place,
    site::Site,
};

/// How much of a race.
#[derive(Clone, Copy)]
pub struct Plan {
    pub seed: u64,
    pub attempts: u64,
    pub workers: u64,
    pub places: usize,
    /// Minutes over which an attempt's start is spread, at a moment of the race.
    pub spread: i64,
}

/// What came of it.
pub struct Report {
    pub events: Vec<Event>,
    pub faults: Vec<String>,
    milliseconds: u128,
}

impl Report {
    fn count(&self, is_counted: impl Fn(&Event) -> bool) -> u64 {
        self.events.iter().filter(|event| is_counted(event)).count() as u64
    }

    /// Faults of a rule.
    pub fn of(&self, rule: &str) -> usize {
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

/// Rooms, desks, rooms with gaps, rooms that ask, and halls with two parts, in turn.
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
pub async fn run(plan: Plan, bug: Option<Bug>) -> Report {
    let site = Site::new(&places(plan.places), bug).await;
    let (history, next, made) = (History::default(), Arc::new(AtomicU64::new(0)), Arc::default());
    let begun = Instant::now();
    let mut workers = JoinSet::new();
    for process in 0..plan.workers {
        let worker = Worker {
            plan,
            site: site.clone(),
            history: history.clone(),
            made: Arc::clone(&made),
            dice: Dice(plan.seed.wrapping_mul(1_000_003).wrapping_add(process)),
            process,
        };
        workers.spawn(worker.work(Arc::clone(&next)));
    }
    workers.join_all().await;
    let milliseconds = begun.elapsed().as_millis();
    let (rest, events) = (Rest::read(&site).await, history.events());
    let report = Report { faults: faults(&site, &events, &rest), events, milliseconds };
    report.print(plan);
    report
}

struct Worker {
    plan: Plan,
    site: Site,
    history: History,
    made: Arc<Mutex<Vec<Event>>>,
    dice: Dice,
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

    /// Hours come up one after the other, so that those who are at it at the same time want the same ones.
    async fn attempt(&mut self, attempt: i64) -> Event {
        let length = 15 + self.dice.minutes(46) * 5;
        let start = 60 + attempt * 3 + self.dice.minutes(self.plan.spread);
        let (place, end) = (self.dice.index(self.plan.places), start + length);
        let units = 1 + u32::try_from(self.dice.below(2)).unwrap().min(self.site.places[place].units - 1);
        let kind = self.dice.below(20);
        let earlier = self.earlier();
        match (kind, earlier) {
            (0..=1, Some(earlier)) if earlier.operation == Operation::Book => {
                self.act(&earlier, Operation::Cancel, "cancel", json!({})).await
            }
            (2..=3, Some(earlier)) if earlier.operation == Operation::Book => {
                let moved = self.site.time(place, start, end);
                self.act(&earlier, Operation::Move, "reschedule", moved).await
            }
            (4, Some(earlier)) if earlier.operation == Operation::Book => {
                self.act(&earlier, Operation::Confirm, "confirm", json!({})).await
            }
            (0..=4, Some(earlier)) if earlier.operation == Operation::Hold && kind.is_multiple_of(2) => {
                let mut body = self.site.booking(self.site.place(&earlier.request["resource_id"]), 0, 1, 1);
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
                let body = self.site.time(place, start, end);
                self.send(Operation::Block, "/calendar-blocks".to_owned(), body).await
            }
            (6..=7, _) => {
                let mut body = self.site.time(place, start, end);
                body["units"] = json!(units);
                self.send(Operation::Hold, "/booking-holds".to_owned(), body).await
            }
            _ => {
                let body = self.site.booking(place, start, end, units);
                self.send(Operation::Book, "/bookings".to_owned(), body).await
            }
        }
    }

    /// Something that was made lately, by whomever.
    fn earlier(&mut self) -> Option<Event> {
        let made = self.made.lock().unwrap();
        let lately = &made[made.len().saturating_sub(100)..];
        (!lately.is_empty()).then(|| self.dice.pick(lately).clone())
    }

    async fn act(&self, on: &Event, operation: Operation, action: &str, body: serde_json::Value) -> Event {
        self.send(operation, format!("/bookings/{}/{action}", on.id()), body).await
    }

    async fn send(&self, operation: Operation, path: String, body: serde_json::Value) -> Event {
        self.history.send(&self.site, (self.plan.seed, self.process), operation, path, body).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_who_races_gets_what_somebody_has() {
    let (seed, attempts) = (setting("LAB_SEED", 4), setting("LAB_ATTEMPTS", 2_000));
    let plan = Plan { seed, attempts, workers: setting("LAB_WORKERS", 64), places: 50, spread: 600 };
    let report = run(plan, None).await;
    assert!(report.faults.is_empty(), "seed {seed}: {:#?}", report.faults);
    // 64 workers can keep a small machine busy beyond the service's deadline: 503 says so honestly, its outcome counts
    // as unknown, and the checker must still find nothing.
    let errors: Vec<&Event> = report.events.iter().filter(|event| event.status >= 500 && event.status != 503).collect();
    assert!(errors.is_empty(), "seed {seed}: {errors:#?}");
    let wanted = report.count(Event::takes_time);
    let accepted = report.count(|event| event.takes_time() && event.outcome == Outcome::Ok);
    assert!(accepted * 10 >= wanted * 3, "seed {seed}: only {accepted} of {wanted} were accepted");
    let refused = report.count(|event| event.code() == "booking_conflict");
    assert!(refused * 20 >= wanted, "seed {seed}: only {refused} of {wanted} were refused, nobody competed");
}
