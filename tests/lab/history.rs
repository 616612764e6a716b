//! What workers did and when, on one logical clock: enough to judge a run afterwards without the service's code.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};

use serde_json::Value;

use crate::fixture::Fixture;

/// How a request ended, in the three classes that Jepsen uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Ok,
    /// It certainly did not happen.
    Fail,
    /// It may have happened.
    Unknown,
}

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Book,
    Hold,
    Block,
    Confirm,
    Cancel,
    Move,
    Release,
    Get,
}

/// One request and its answer.
#[derive(Clone, Debug)]
pub struct Event {
    pub seed: u64,
    pub process: u64,
    pub operation: Operation,
    /// Moments before the request and after the answer: of two, the smaller came first.
    pub invoke: u64,
    pub complete: u64,
    pub path: String,
    pub request: Value,
    pub outcome: Outcome,
    pub status: u16,
    pub response: Value,
}

impl Event {
    /// Id of the record it made or changed.
    pub fn id(&self) -> &str {
        self.response["data"]["id"].as_str().unwrap_or_default()
    }

    /// Version of that record after it.
    pub fn version(&self) -> i64 {
        self.response["data"]["version"].as_i64().unwrap_or(0)
    }

    /// `error.code` of the answer; empty when it is no refusal.
    pub fn code(&self) -> &str {
        self.response["error"]["code"].as_str().unwrap_or_default()
    }

    /// Whether it wants time of a resource.
    pub const fn takes_time(&self) -> bool {
        matches!(self.operation, Operation::Book | Operation::Hold | Operation::Block | Operation::Move)
    }
}

/// The requests that were recorded.
#[derive(Clone, Default)]
pub struct History {
    clock: Arc<AtomicU64>,
    events: Arc<Mutex<Vec<Event>>>,
}

impl History {
    /// Sends a request and records it; the result is its event.
    pub async fn send(
        &self,
        fixture: &Fixture,
        (seed, process): (u64, u64),
        operation: Operation,
        path: String,
        request: Value,
    ) -> Event {
        let method = match operation {
            Operation::Get => "GET",
            Operation::Release => "DELETE",
            _ => "POST",
        };
        let body = (method == "POST").then(|| request.clone());
        let invoke = self.clock.fetch_add(1, Ordering::SeqCst);
        let answer = fixture.send(method, &path, body).await;
        let complete = self.clock.fetch_add(1, Ordering::SeqCst);
        let outcome = match answer.status {
            200..300 => Outcome::Ok,
            400..500 => Outcome::Fail,
            _ => Outcome::Unknown,
        };
        let (status, response) = (answer.status, answer.body);
        let event = Event { seed, process, operation, invoke, complete, path, request, outcome, status, response };
        self.events.lock().unwrap().push(event.clone());
        event
    }

    /// All events, in the order in which they ended.
    pub fn events(&self) -> Vec<Event> {
        let mut events = self.events.lock().unwrap().clone();
        events.sort_by_key(|event| event.complete);
        events
    }
}
