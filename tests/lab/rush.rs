//! A rush: many want units of one pool at the same hour, and overlapping transactions conflict on every item that they
//! name, as DynamoDB may do. What is free is sold, and nobody is turned away while something is.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Instant,
};

use platform::config::TimeLimits;
use tests::setting;
use tokio::task::JoinSet;

use crate::{fixture::Fixture, model::Place};

/// How much of a rush.
#[derive(Clone, Copy)]
struct Rush {
    units: u32,
    workers: u32,
    /// Requests, of all workers together.
    requests: u32,
    /// How long a transaction is open, in milliseconds.
    open_for: u64,
}

/// Runs a rush, and counts its answers by HTTP status.
async fn run(rush: Rush, fixture: &Fixture) -> BTreeMap<u16, u32> {
    fixture.app.faults.overlaps_conflict(rush.open_for);
    let (asked, begun) = (Arc::new(AtomicU32::new(0)), Instant::now());
    let mut workers = JoinSet::new();
    for _ in 0..rush.workers {
        let (fixture, asked) = (fixture.clone(), Arc::clone(&asked));
        workers.spawn(async move {
            let mut answers = Vec::new();
            while asked.fetch_add(1, Ordering::SeqCst) < rush.requests {
                let begun = Instant::now();
                let answer = fixture.send("POST", "/bookings", Some(fixture.booking(0, 60, 120, 1))).await;
                answers.push((begun.elapsed().as_millis(), answer.status, answer.code().to_owned()));
            }
            answers
        });
    }
    let mut answers: Vec<_> = workers.join_all().await.into_iter().flatten().collect();
    answers.sort();
    let mut statuses = BTreeMap::new();
    for (_, status, code) in &answers {
        assert!(*status == 201 || *status == 503 || code == "booking_conflict", "{status} {code}");
        *statuses.entry(*status).or_default() += 1;
    }
    let attempts = fixture.app.faults.seen().iter().filter(|seen| seen.operation == "TransactWriteItems").count();
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!(
        "{} workers, {} requests, {} units, transactions open for {} ms more: {statuses:?}; {attempts} transactions in {} ms; median {} \
         ms, slowest {} ms; load {}",
        rush.workers,
        rush.requests,
        rush.units,
        rush.open_for,
        begun.elapsed().as_millis(),
        answers[answers.len() / 2].0,
        answers[answers.len() - 1].0,
        load.trim(),
    );
    statuses
}

/// `LAB_WORKERS=64 LAB_UNITS=200 LAB_LIMITED=1` is the measurement in `docs/PERFORMANCE.md`, within the service's own
/// limits of time; those of the gate's rush are far away, so that it does not depend on how fast the machine is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rush_on_one_pool_sells_what_is_free_although_transactions_conflict() {
    let number = |name: &str, gate: u64| u32::try_from(setting(name, gate)).expect("a small number");
    let units = number("LAB_UNITS", 12);
    let rush = Rush {
        units,
        workers: number("LAB_WORKERS", 8),
        requests: units + number("LAB_WORKERS", 8),
        open_for: setting("LAB_OPEN_MS", 5),
    };
    let mut fixture = Fixture::new(&[Place { units, before: 0, after: 0, approval: false, parts: Vec::new() }]).await;
    let limited = setting("LAB_LIMITED", 0) == 1;
    if limited {
        fixture.app = fixture.app.limited(TimeLimits::default()).await;
    }
    let answers = run(rush, &fixture).await;
    let of = |status: u16| answers.get(&status).copied().unwrap_or(0);
    assert_eq!(of(201), units, "{answers:?}");
    assert!(of(503) * 100 < rush.requests, "{answers:?}");
    assert!(limited || of(503) == 0, "{answers:?}");
}
