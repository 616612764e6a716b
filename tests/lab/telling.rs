//! Whether everything that happens is told: random writes of two merchants under faults, while the consumer of the
//! stream crashes at any of its calls and gets its records more than once. Afterwards each committed change of a told
//! record has exactly one event, and each event exactly one delivery for each endpoint that hears it, which was
//! received; all of it is of its own merchant; and the whole stream read once more changes nothing.

mod handing;
mod ledger;
mod writer;

use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, Instant},
};

use deliver::{Deliverer, WhenIdle};
use serde_json::{Value, json};
use testing::{Fault, TestApp};
use tests::{OutboxFixture, Receivers, member, setting, sweep};

use self::{
    handing::Handing,
    ledger::{Change, Counted, all, changes, check_totals, deliveries, items_without, told},
    writer::{Answered, Ground, Writer},
};

/// Writes of the gate; `LAB_WRITES` and `LAB_SEED` give more and others.
const WRITES: u64 = 240;
/// Attempts of the consumer that meet a fault, in the gate; with more writes more in proportion.
const FAULTS: u64 = 40;
/// Writers of each merchant.
const WRITERS: u64 = 2;
/// Workers of the queue of deliveries.
const WORKERS: usize = 8;
/// Receivers, with what they hear.
const HEARD: [(&str, &[&str]); 3] =
    [("all", &["*"]), ("bookings", &["booking.*"]), ("some", &["member.created", "invoice.issued", "ticket.solved"])];

/// A run with its service, receivers and writers, and what was seen so far.
struct Run {
    fixture: OutboxFixture,
    receivers: Receivers,
    grounds: Vec<Arc<Ground>>,
    handing: Handing,
    expected: Counted<Change>,
    /// Events of before there were endpoints.
    earlier: BTreeSet<String>,
    answered: Vec<Vec<Answered>>,
}

impl Run {
    async fn begin(seed: u64, faults: u64) -> Self {
        let mut fixture = OutboxFixture::new().await;
        let (app, mut grounds) = (fixture.app.clone(), Vec::new());
        let other = app.as_client(&app.stranger);
        let foreign = [member(&other, "zoe@example.com").await, member(&app, "zoe@example.com").await];
        for (app, foreign) in [app.clone(), other].into_iter().zip(foreign) {
            grounds.push(Arc::new(Ground::new(app, foreign).await));
        }
        // What was before the endpoints is told to none of them.
        fixture.consume().await;
        let mut earlier = BTreeSet::new();
        for (number, ground) in grounds.iter().enumerate() {
            earlier.extend(all(&ground.app, "/event-log").await.iter().map(|event| text(event, "id").to_owned()));
            for (name, event_types) in HEARD {
                let body = json!({"url": url(number, name), "event_types": event_types});
                let _ = TestApp::made(&ground.app.post("/webhook-endpoints", body).await);
            }
        }
        let (expected, answered) = (Counted::new(), vec![Vec::new(), Vec::new()]);
        let handing = Handing::new(app, seed, faults);
        Self { fixture, receivers: Receivers::default(), grounds, handing, expected, earlier, answered }
    }

    /// Lets all writers write at once, some of their calls failing, and then the consumer read what there is.
    async fn write(&mut self, seed: u64, writes: u64) {
        let writers =
            self.grounds.iter().flat_map(|ground| (0..WRITERS).map(move |name| Writer::new(ground, seed, name)));
        let mut writers: Vec<Writer> = writers.collect();
        let of_merchant = usize::try_from(WRITERS).unwrap();
        let faults = &self.fixture.app.faults.clone();
        for round in 0..writes / writers.len() as u64 {
            let chances = vec![
                (20, Fault::DropBefore),
                (20, Fault::DropAfter),
                (10, Fault::FailAfter(500, "InternalServerError")),
                (10, Fault::Fail(400, "ThrottlingException")),
            ];
            faults.random("TransactWriteItems", seed ^ round, chances);
            let answers = futures_util::future::join_all(writers.iter_mut().map(Writer::write)).await;
            faults.clear();
            for (number, answer) in answers.into_iter().enumerate() {
                self.answered[number / of_merchant].push(answer);
            }
            self.fixture.app.clock.advance(chrono::Duration::milliseconds(137));
            if round % 8 == 7 {
                self.read().await;
            }
        }
        self.read().await;
    }

    /// Hands the stream over up to its end; whether there was anything.
    async fn read(&mut self) -> bool {
        let mut is_more = false;
        loop {
            let mut batch = self.fixture.batch();
            let Some(records) = batch["Records"].as_array_mut().map(std::mem::take).filter(|all| !all.is_empty())
            else {
                return is_more;
            };
            is_more |= records.iter().any(handing::is_told);
            changes(&records, &mut self.expected);
            self.handing.hand_over(&records).await;
        }
    }

    /// Sends what is to be sent: also what a consumer that died had not handed over, and what the sweep has changed
    /// meanwhile.
    async fn deliver(&mut self) {
        let app = self.fixture.app.clone();
        let deliverer = Deliverer::new(app.context.clone(), Arc::new(self.receivers.clone()));
        loop {
            deliver::work(&deliverer, &app.queue, WORKERS, WhenIdle::Return).await;
            app.clock.advance(chrono::Duration::minutes(6));
            let swept = sweep(&app.context).await;
            assert_eq!(swept.failed(), 0);
            let is_more = self.read().await;
            if !is_more && app.queue.waiting().is_empty() {
                return;
            }
        }
    }

    /// Compares what happened with what is told.
    async fn check(&self) -> (usize, usize) {
        let (mut all_told, mut sums) = (Counted::new(), (0, 0));
        let mut own_ids: Vec<BTreeSet<String>> = Vec::new();
        for (number, ground) in self.grounds.iter().enumerate() {
            let merchant = ground.app.tenant().merchant().to_string();
            let events = all(&ground.app, "/event-log").await;
            check_totals(&ground.app, &events).await;
            own_ids.push(events.iter().map(|event| text(event, "id").to_owned()).collect());
            let later = |event: &Value| !self.earlier.contains(text(event, "id"));
            let events: Vec<Value> = events.into_iter().filter(later).collect();
            all_told.append(&mut told(&merchant, &events));
            self.check_answers(number, &events);
            let sent = self.check_deliveries(number, &events, &own_ids[number]).await;
            sums = (sums.0 + events.len(), sums.1 + sent);
        }
        let of = |one: &Counted<Change>, other: &Counted<Change>| -> Vec<(Change, u64)> {
            let differs = |(change, count): &(&Change, &u64)| other.get(*change) != Some(*count);
            one.iter().filter(differs).map(|(change, count)| (change.clone(), *count)).take(5).collect()
        };
        let (untold, unfounded) = (of(&self.expected, &all_told), of(&all_told, &self.expected));
        assert!(untold.is_empty() && unfounded.is_empty(), "happened {untold:?}, told {unfounded:?}");
        assert!(own_ids[0].is_disjoint(&own_ids[1]));
        sums
    }

    /// What was made has an event of its request, and what was refused has none.
    fn check_answers(&self, number: usize, events: &[Value]) {
        let of_request: BTreeSet<&str> = events.iter().filter_map(|event| event["request_id"].as_str()).collect();
        let ids: BTreeSet<&str> = events.iter().map(|event| text(event, "object_id")).collect();
        for answered in &self.answered[number] {
            let is_told = of_request.contains(answered.request_id.as_str());
            match answered.status {
                201 => assert!(is_told && ids.contains(answered.made.as_deref().unwrap()), "{}", answered.request),
                400..=499 => assert!(!is_told, "{} was refused and is told", answered.request),
                _ => {}
            }
        }
    }

    /// Each event has one delivery for each endpoint that hears it, which was received there; how many those are.
    async fn check_deliveries(&self, number: usize, events: &[Value], own: &BTreeSet<String>) -> usize {
        let app = &self.grounds[number].app;
        let deliveries = deliveries(app).await;
        let received: BTreeSet<(String, String)> =
            self.receivers.sent().into_iter().map(|sent| (sent.url, sent.headers[0].1.clone())).collect();
        let mut expected = Counted::new();
        let endpoints = all(app, "/webhook-endpoints").await;
        for event in events {
            for endpoint in &endpoints {
                let mut patterns = endpoint["event_types"].as_array().unwrap().iter().filter_map(Value::as_str);
                if !patterns.any(|pattern| hears(pattern, text(event, "type"))) {
                    continue;
                }
                let (url, id) = (text(endpoint, "url").to_owned(), text(event, "id").to_owned());
                assert!(received.contains(&(url, id.clone())), "not received: {event}");
                expected.insert((text(endpoint, "id").to_owned(), id), 1);
            }
        }
        assert!(deliveries == expected, "deliveries of merchant {number} are others");
        let strange = received.iter().find(|(url, id)| url.contains(&host(number)) && !own.contains(id));
        assert_eq!(strange, None, "a receiver heard of another merchant");
        expected.len()
    }
}

fn host(merchant: usize) -> String {
    format!("merchant-{merchant}.example.com")
}

fn url(merchant: usize, name: &str) -> String {
    format!("https://{}/{name}", host(merchant))
}

fn hears(pattern: &str, event_type: &str) -> bool {
    pattern == "*"
        || pattern == event_type
        || pattern.strip_suffix('*').is_some_and(|begin| event_type.starts_with(begin))
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap()
}

#[tokio::test]
async fn every_committed_change_is_told_once_and_to_everybody_who_hears_it() {
    let (seed, writes) = (setting("LAB_SEED", 4), setting("LAB_WRITES", WRITES));
    let mut run = Run::begin(seed, FAULTS * writes / WRITES).await;
    let begun = Instant::now();
    run.write(seed, writes).await;
    let written = begun.elapsed();
    run.deliver().await;
    let delivered = begun.elapsed();
    let (events, sent) = run.check().await;
    // The journal's days are counted a while after its entries: reading the stream again goes on with them, and twice
    // nothing is left to be counted.
    for left_out in [Some("#figures-"), None] {
        let stored = async || {
            let apps = [&run.grounds[0].app, &run.grounds[1].app];
            [items_without(apps[0], left_out).await, items_without(apps[1], left_out).await]
        };
        let before = stored().await;
        assert_eq!(run.fixture.replay().await, 0, "seed {seed}: the stream read again tells something new");
        assert!(before == stored().await, "seed {seed}: the stream read again changes something");
    }
    print(seed, &run, (events, sent), (written, delivered));
}

fn print(seed: u64, run: &Run, (events, sent): (usize, usize), (written, delivered): (Duration, Duration)) {
    let answers: Vec<&Answered> = run.answered.iter().flatten().collect();
    let of = |from: u16, to: u16| answers.iter().filter(|answer| (from..to).contains(&answer.status)).count();
    let (accepted, refused, unknown) = (of(200, 300), of(400, 500), of(500, 600));
    println!(
        "seed {seed}: {} writes, {accepted} accepted, {refused} refused, {unknown} of 5xx; {events} events and {sent} deliveries, each once; \
         {} attempts of the consumer failed, {} records were handed over again; written and told in {} ms, delivered in {} ms",
        answers.len(),
        run.handing.failures,
        run.handing.repeated,
        written.as_millis(),
        delivered.as_millis(),
    );
    assert!(accepted > answers.len() / 2 && refused > 0, "seed {seed}: {accepted} accepted, {refused} refused");
    assert!(run.handing.failures > 0 && run.handing.repeated > 0, "seed {seed}: the consumer never failed");
}
