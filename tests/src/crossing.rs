//! Bookings that cross with a change which they do not know of.

use serde_json::Value;
use testing::{Fault, Seen, TestApp, TestResponse};
use tokio::task::JoinSet;

/// Rounds of each race: at least, and at most while one side has not won any.
pub const ROUNDS: u64 = 6;
const ROUNDS_MAX: u64 = 30;

/// Waits until something is being written.
pub async fn first_write(app: &TestApp) {
    let is_write = |seen: &Seen| matches!(seen.operation.as_str(), "PutItem" | "TransactWriteItems");
    while !app.faults.seen().iter().any(is_write) {
        tokio::task::yield_now().await;
    }
}

/// Sends the bookings at the same time as the change: how many were accepted, and whether the change was. Writes are
/// delayed by random times, so that they overtake each other and follow reads that are out of date. By the round, the
/// change is about to write when the bookings come; or `ahead` of them are made when it comes; or all are sent at once.
///
/// # Panics
/// When an answer is neither a success nor a refusal for the other side's sake.
#[expect(clippy::expect_used, reason = "a race without its bookings cannot go on")]
pub async fn cross(
    app: &TestApp,
    round: u64,
    change: impl Future<Output = TestResponse>,
    (bookings, ahead): (Vec<Value>, usize),
) -> (usize, bool) {
    let send = |running: &mut JoinSet<u16>| {
        for body in bookings {
            let app = app.clone();
            running.spawn(async move { app.post("/bookings", body).await.status });
        }
    };
    let (mut running, mut statuses) = (JoinSet::new(), Vec::new());
    drop(app.faults.seen());
    for operation in ["TransactWriteItems", "PutItem"] {
        app.faults.random(
            operation,
            round,
            vec![(300, Fault::Late(20)), (300, Fault::Late(50)), (400, Fault::Late(90))],
        );
    }
    let change = if round.is_multiple_of(3) {
        let (change, ()) = tokio::join!(change, async {
            first_write(app).await;
            send(&mut running);
        });
        change
    } else {
        send(&mut running);
        while round % 3 == 1 && statuses.len() < ahead {
            statuses.extend(running.join_next().await.expect("a booking"));
        }
        change.await
    };
    statuses.extend(running.join_all().await);
    app.faults.clear();
    assert!(statuses.iter().all(|status| matches!(status, 201 | 409 | 422)), "{statuses:?}");
    assert!(matches!(change.status, 200 | 201 | 409), "{}", change.text);
    (statuses.iter().filter(|status| **status == 201).count(), change.status < 300)
}

/// Runs rounds, each of which answers whether the change won, until both sides have won one; otherwise the two have not
/// crossed.
///
/// # Panics
/// When one side has won all.
pub async fn until_each_side_won(mut race: impl AsyncFnMut(u64) -> bool) {
    let (mut rounds, mut changes) = (0, 0);
    while rounds < ROUNDS || (rounds < ROUNDS_MAX && (changes == 0 || changes == rounds)) {
        changes += u64::from(race(rounds).await);
        rounds += 1;
    }
    assert!(changes > 0 && changes < rounds, "the change won {changes} of {rounds} rounds");
}

/// Runs rounds of 16 bookings against a change that always comes through and cancels: how many each accepted before it.
/// Some must come before it, and some be refused after it; and none is left.
///
/// # Panics
/// When a booking is left, or all came on one side.
pub async fn until_some_were_cancelled(app: &TestApp, mut race: impl AsyncFnMut(u64) -> (usize, bool)) {
    let (mut rounds, mut booked, mut refused) = (0, 0, 0);
    while rounds < ROUNDS || (rounds < ROUNDS_MAX && (booked == 0 || refused == 0)) {
        let (accepted, changed) = race(rounds).await;
        assert!(changed);
        let left = app.get("/bookings?status=confirmed&per_page=100").await;
        assert_eq!(left.body["pagination"]["total"], 0, "round {rounds}: {}", left.text);
        (booked, refused, rounds) = (booked + accepted, refused + 16 - accepted, rounds + 1);
    }
    assert!(booked > 0 && refused > 0, "{booked} bookings came before the change, {refused} after it");
}
