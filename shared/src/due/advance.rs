//! Advancing the clock of a sandbox merchant (decision 31): whatever falls due on the way is done in order of time,
//! each record with the clock at the instant at which it falls due.
//!
//! Before a record's work begins, the clock is set to its instant. So whatever ends a request, nothing was done at an
//! instant that the clock has not reached, and another request goes on from there. While the clock is advanced it
//! stands still, so that no other request of the merchant falls between two instants; one that dies leaves it standing
//! for some seconds.

use std::{
    collections::{BTreeMap, HashSet},
    time::Duration as Wait,
};

use chrono::Duration;

use super::{Registry, run};
use crate::api::Call;
use records::SandboxClock;
use store::{Record, due::DueRow};
use values::{ApiError, ErrorCode, Timestamp};
use work::unit_of_work::read_sandbox_clock;

/// With less time than this left, a request begins no other record.
const RESERVE: Wait = Wait::from_secs(4);
/// What a record leaves of a request's time for what comes after it: its place in the index, the clock and the answer.
const AFTER_RECORD: Wait = Wait::from_secs(2);
/// Longest time for one record.
const PER_RECORD: Wait = Wait::from_secs(12);
/// Rows that are read at once: the first that was not done yet is wanted.
const PAGE: i32 = 10;
/// Failures that an answer names.
const FAILURES_SHOWN: usize = 10;

/// What advancing a clock has done.
#[derive(Clone, Debug)]
pub struct Advance {
    /// The clock's record before its last change, which the answer writes.
    pub before: Record<SandboxClock>,
    /// The clock as it runs on.
    pub clock: SandboxClock,
    /// Whether it has come to where it was to be; otherwise another request goes on.
    pub is_complete: bool,
    /// Records whose work was done, by kind.
    pub done: BTreeMap<String, u32>,
    /// How many records failed. They are tried again after the instant to which the clock was to be advanced.
    pub failed: u32,
    /// The first of them.
    pub failures: Vec<FailedWork>,
}

/// A record whose work failed.
#[derive(Clone, Debug)]
pub struct FailedWork {
    /// Row of the record whose work failed.
    pub row: DueRow,
    /// Why its work failed.
    pub error: ApiError,
}

/// Advances the clock of the caller's merchant to `to`, or as far as the request's time allows, at least past one
/// record. `call` is at real time.
///
/// # Errors
/// 404 when the merchant is not a sandbox, what `check` says of the clock unless it is on its way to `to` already, 409 while another request advances
/// it; 503 when the store cannot be used: what was done until then stands, and the clock is there.
pub async fn advance(
    call: &Call,
    registry: &Registry,
    to: Timestamp,
    check: impl FnOnce(Timestamp) -> Result<(), ApiError>,
) -> Result<Advance, ApiError> {
    if !call.tenant().is_sandbox() {
        return Err(ApiError::not_found());
    }
    let before = read_sandbox_clock(&call.store, call.tenant()).await?.ok_or_else(ApiError::not_found)?;
    if before.body.is_standing(call.now) {
        return Err(is_advancing());
    }
    let now = before.body.at(call.now);
    // What was not finished goes on, although the clock has run on and may have passed where it was to be.
    if !before.body.is_on_its_way(to) {
        check(now)?;
    }
    let asked = to;
    let to = to.max(now);
    let (done, failures, tried) = (BTreeMap::new(), Vec::new(), Tried::default());
    let mut journey = Journey { call, registry, to, now, before, done, failed: 0, failures, tried };
    // Of several requests at the same moment one takes the clock.
    journey.set_clock(now).await.map_err(|error| match error.code {
        ErrorCode::VersionConflict => is_advancing(),
        _ => error,
    })?;
    let outcome = journey.go().await;
    let Journey { now, before, done, failed, failures, .. } = journey;
    match outcome {
        Ok(is_complete) => {
            let clock = SandboxClock::running(if is_complete { to } else { now }, call.now);
            let clock = if is_complete { clock } else { clock.unfinished(asked) };
            Ok(Advance { before, clock, is_complete, done, failed, failures })
        }
        Err(error) => {
            // If this fails too, the clock runs on by itself after some seconds.
            let mut transaction = call.transaction();
            transaction.replace(&before, &call.next_version(&before, SandboxClock::running(now, call.now), None));
            drop(call.store.commit(transaction).await);
            Err(error)
        }
    }
}

fn is_advancing() -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, "another request is advancing the clock")
}

/// Rows that were looked at, and where their records were due afterwards.
#[derive(Default)]
struct Tried {
    /// Places in the index, which no row takes twice.
    rows: HashSet<String>,
    /// The index lags: a record that was just done may not stand there yet where it is due again.
    again: BTreeMap<String, DueRow>,
}

struct Journey<'a> {
    call: &'a Call,
    registry: &'a Registry,
    to: Timestamp,
    /// Where the clock stands.
    now: Timestamp,
    before: Record<SandboxClock>,
    done: BTreeMap<String, u32>,
    failed: u32,
    failures: Vec<FailedWork>,
    tried: Tried,
}

impl Journey<'_> {
    /// Does what is due, the earliest first; whether nothing is left.
    async fn go(&mut self) -> Result<bool, ApiError> {
        let mut is_first = true;
        while let Some(row) = self.find_earliest().await? {
            if !is_first && self.call.time_left() < RESERVE {
                return Ok(false);
            }
            is_first = false;
            if self.now < row.at {
                self.set_clock(row.at).await?;
            }
            self.attempt(row).await?;
        }
        Ok(true)
    }

    /// Sets the clock. The condition on its version keeps another request from advancing it too.
    async fn set_clock(&mut self, at: Timestamp) -> Result<(), ApiError> {
        let after = self.call.next_version(&self.before, SandboxClock::standing(at, self.call.now), None);
        let mut transaction = self.call.transaction();
        transaction.replace(&self.before, &after);
        self.call.store.commit(transaction).await?;
        (self.before, self.now) = (after, at);
        Ok(())
    }

    /// The record that is due first and was not looked at yet.
    async fn find_earliest(&mut self) -> Result<Option<DueRow>, ApiError> {
        let mut position = None;
        let (call, tenant) = (self.call, self.call.tenant());
        let indexed = loop {
            let page = call.store.read_due_of_sandbox(tenant, self.to, position.as_deref(), PAGE).await?;
            let mut rows = page.rows.into_iter();
            match (rows.find(|row| !self.tried.rows.contains(&row.sort)), page.next) {
                (Some(row), _) => break Some(row),
                (None, None) => break None,
                (None, next) => position = next,
            }
        };
        let again = self.tried.again.first_key_value().map(|(_, row)| row.clone()).filter(|row| row.at <= self.to);
        let earliest = [indexed, again].into_iter().flatten().min_by(|one, other| one.sort.cmp(&other.sort));
        if let Some(row) = &earliest {
            self.tried.again.remove(&row.sort);
            self.tried.rows.insert(row.sort.clone());
        }
        Ok(earliest)
    }

    /// Notes where a record that was done is due again. What only looks is postponed, but not to after the end.
    async fn note_again(&mut self, row: &DueRow) -> Result<(), ApiError> {
        let store = &self.call.store;
        let mut again = store.read_due_again(row).await?;
        let every = self.registry.work_of(&row.kind).and_then(|work| work.looks_every);
        let next_look = every.map_or(self.now, |every| self.now.plus(every).min(self.to));
        if let Some(look) = again.as_ref().filter(|look| look.at < next_look)
            && store.postpone(look, next_look).await?
        {
            self.tried.rows.insert(look.sort.clone());
            again = store.read_due_again(row).await?;
        }
        if let Some(again) = again.filter(|again| !self.tried.rows.contains(&again.sort)) {
            self.tried.again.insert(again.sort.clone(), again);
        }
        Ok(())
    }

    /// Does what is registered for a record. One that fails is postponed to after the instant to which the clock is
    /// advanced, so that it is tried once.
    async fn attempt(&mut self, row: DueRow) -> Result<(), ApiError> {
        let longest = self.call.time_left().saturating_sub(AFTER_RECORD).min(PER_RECORD);
        let job = self.call.as_job(run::NAME, self.now);
        let outcome = match self.registry.work_of(&row.kind) {
            Some(work) => work.run(job, row.id, longest).await,
            None => Err(ApiError::internal("nothing is registered for this kind")),
        };
        let failure = match outcome {
            Ok(true) => {
                *self.done.entry(row.kind.clone()).or_default() += 1;
                return self.note_again(&row).await;
            }
            Ok(false) => None,
            Err(error) => Some(error),
        };
        let later = self.to.plus(run::pause(row.postponements).max(Duration::seconds(1)));
        let is_still_due = self.call.store.postpone(&row, later).await?;
        let idle = || is_still_due.then(|| ApiError::internal("is due, but its work has nothing to do"));
        if let Some(error) = failure.or_else(idle) {
            self.failed += 1;
            if self.failures.len() < FAILURES_SHOWN {
                self.failures.push(FailedWork { row, error });
            }
        }
        Ok(())
    }
}
