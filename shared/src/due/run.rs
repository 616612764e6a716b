//! A run: goes through what is due, one record after the other, until nothing is left or its time is over.
//!
//! No record stops another. Its work may fail, panic or take too long: it is counted, logged and postponed, so that the
//! next runs begin with others. Two runs at the same time do no harm: each record is written on the version that was
//! read.

use std::{collections::HashSet, time::Duration as Wait};

use chrono::Duration;
use serde_json::json;

use super::{Registry, Report, rounds::Rounds};
use crate::api::Call;
use store::{
    StoreError,
    due::{DuePage, DueRow},
    key::Key,
};
use values::{ApiError, Timestamp, tenant::Tenant};
use work::{Context, provisioning, unit_of_work::read_sandbox_clock};

/// What stands in `request_id` of the records that time-driven work changes.
pub(super) const NAME: &str = "sweep";
/// Longest pause before a record that failed is tried again.
const PAUSE_MAX_MINUTES: i64 = 60;

/// How much one run does.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// No record is begun later than this after the beginning of the run.
    pub budget: Duration,
    /// Longest time for one record.
    pub per_record: Wait,
    /// Rows of a merchant before the others have their turn.
    pub per_merchant: u32,
    /// Rows that are kept until the others have had their turn; what is beyond is left to the next run.
    pub kept: usize,
    /// Rows that are read at once.
    pub page: i32,
}

impl Limits {
    /// Those of a scheduled invocation: the budget and the longest record together end before the function's timeout of
    /// 60 s.
    pub const SCHEDULED: Self = Self {
        budget: Duration::seconds(45),
        per_record: Wait::from_secs(12),
        per_merchant: 20,
        kept: 10_000,
        page: 500,
    };
}

/// Whose record is due, by its key: nobody asks for time-driven work, so no credential is verified, and each record is
/// changed as its own merchant's.
#[expect(clippy::disallowed_methods, reason = "a due record is changed as its own merchant's")]
fn tenant_of(row: &DueRow) -> Tenant {
    Tenant::of(row.merchant)
}

/// Whether a run goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    Left,
    Over,
}

/// Goes through what is due in these shards.
pub async fn run(
    context: &Context,
    registry: &Registry,
    shards: impl IntoIterator<Item = u8>,
    limits: &Limits,
) -> Report {
    let mut run = Run::begin(context, registry, limits);
    for shard in shards {
        if let Err(error) = run.sweep_shard(shard).await {
            run.report.is_finished = false;
            run.count_failure("shard", &json!({"shard": shard, "cause": format!("{error:?}")}));
        }
    }
    run.ended()
}

/// Goes through what is due of the sandbox merchants, each by its own clock: a page of each. It costs two reads for
/// each of them.
pub async fn run_sandboxes(context: &Context, registry: &Registry, limits: &Limits) -> Report {
    let mut run = Run::begin(context, registry, limits);
    if let Err(error) = run.sweep_sandboxes().await {
        run.report.is_finished = false;
        run.count_failure("sandboxes", &json!({"cause": format!("{error:?}")}));
    }
    run.ended()
}

struct Run<'a> {
    context: Context,
    registry: &'a Registry,
    limits: &'a Limits,
    /// When the run began, in real time.
    began: Timestamp,
    /// What is due by this instant is looked at: the same, by the clock of those whose records these are.
    until: Timestamp,
    /// Records that were looked at: a record is tried once in a run, wherever its row stands by then.
    tried: HashSet<Key>,
    report: Report,
}

impl<'a> Run<'a> {
    fn begin(context: &Context, registry: &'a Registry, limits: &'a Limits) -> Self {
        let began = context.clock.now();
        let context = Context { store: context.store.metered(), ..context.clone() };
        let report = Report { is_finished: true, ..Report::default() };
        Run { context, registry, limits, began, until: began, tried: HashSet::new(), report }
    }

    fn ended(self) -> Report {
        let usage = self.context.store.usage();
        Report { calls: usage.calls, units: usage.units, ..self.report }
    }

    /// Goes through the sandbox merchants. Each minute another one is the first, so that none is always left to the
    /// next run.
    async fn sweep_sandboxes(&mut self) -> Result<(), ApiError> {
        let mut sandboxes = provisioning::read_sandboxes(&self.context.store).await?;
        if let Some(minute) = usize::try_from(self.began.seconds() / 60).ok()
            && !sandboxes.is_empty()
        {
            let first = minute % sandboxes.len();
            sandboxes.rotate_left(first);
        }
        for tenant in sandboxes {
            if self.time() == Time::Over {
                break;
            }
            if let Err(error) = self.sweep_sandbox(&tenant).await {
                let who = json!({"merchant": tenant.merchant(), "cause": format!("{error:?}")});
                self.count_failure("sandbox", &who);
            }
        }
        Ok(())
    }

    /// Tries what is due of a sandbox merchant; nothing while a request advances its clock and does the same in order.
    async fn sweep_sandbox(&mut self, tenant: &Tenant) -> Result<(), ApiError> {
        let clock = read_sandbox_clock(&self.context.store, tenant).await?;
        let Some(clock) = clock.filter(|clock| !clock.body.is_standing(self.began)) else { return Ok(()) };
        self.until = clock.body.at(self.began);
        let page = self.context.store.read_due_of_sandbox(tenant, self.until, None, self.limits.page).await?;
        self.note(&page);
        self.report.is_finished &= page.next.is_none();
        let mut rounds = Rounds::new(u32::MAX, 0);
        self.run_round(page.rows, &mut rounds).await;
        Ok(())
    }

    /// Goes through a shard: its pages first, in which each merchant has its turns, then round after round through the
    /// rows of the merchants that had more.
    async fn sweep_shard(&mut self, shard: u8) -> Result<(), StoreError> {
        let mut rounds = Rounds::new(self.limits.per_merchant, self.limits.kept);
        let mut position = None;
        loop {
            if self.time() == Time::Over {
                return Ok(());
            }
            let page = self.context.store.read_due(shard, self.until, position.as_deref(), self.limits.page).await?;
            self.note(&page);
            if self.run_round(page.rows, &mut rounds).await == Time::Over {
                return Ok(());
            }
            position = page.next;
            if position.is_none() {
                break;
            }
        }
        loop {
            let kept = rounds.next_round();
            if kept.is_empty() {
                self.report.is_finished &= !rounds.is_full;
                return Ok(());
            }
            if self.run_round(kept, &mut rounds).await == Time::Over {
                return Ok(());
            }
        }
    }

    /// Tries the rows of those merchants that have turns left.
    async fn run_round(&mut self, rows: impl IntoIterator<Item = DueRow>, rounds: &mut Rounds) -> Time {
        for row in rows {
            let Some(row) = rounds.now_or_later(row) else { continue };
            if self.time() == Time::Over {
                return Time::Over;
            }
            if self.tried.insert(row.key.clone()) {
                self.report.looked_at += 1;
                self.attempt(&row).await;
            }
        }
        Time::Left
    }

    fn time(&mut self) -> Time {
        if self.context.clock.now() < self.began.plus(self.limits.budget) {
            return Time::Left;
        }
        self.report.is_finished = false;
        Time::Over
    }

    /// Notes how late the run is, and rows that name no record.
    fn note(&mut self, page: &DuePage) {
        let oldest = page.rows.iter().map(|row| self.until.seconds() - row.at.seconds()).max();
        self.report.oldest_due_seconds = self.report.oldest_due_seconds.max(oldest.unwrap_or_default());
        for row in &page.unreadable {
            self.count_failure("unreadable", &json!({"cause": row}));
        }
    }

    /// Does what is registered for a record, and postpones it when that fails.
    async fn attempt(&mut self, row: &DueRow) {
        let cause = match self.work(row).await {
            Ok(true) => return self.report.count_done(&row.kind),
            Ok(false) => None,
            Err(cause) => Some(cause),
        };
        let later = self.now().plus(pause(row.postponements));
        let postponed = self.context.store.postpone(row, later).await;
        // There was nothing to do because somebody else has done it: then the record has been written since, and its
        // row stands elsewhere. Otherwise the row would come back for ever.
        let still_due = || matches!(postponed, Ok(true)).then(|| "is due, but its work has nothing to do".to_owned());
        if let Some(cause) = cause.or_else(still_due) {
            let who = json!({"merchant": row.merchant, "kind": row.kind, "id": row.id,
                "attempts": row.postponements + 1, "cause": cause});
            self.count_failure(&row.kind, &who);
        }
    }

    /// Does what is registered for a record; whether there was anything to do.
    async fn work(&self, row: &DueRow) -> Result<bool, String> {
        let Some(work) = self.registry.work_of(&row.kind) else {
            return Err("nothing is registered for this kind".to_owned());
        };
        let call = Call::of_job_at(&self.context, tenant_of(row), NAME, self.now());
        let done = work.run(call, row.id, self.limits.per_record).await;
        done.map_err(|error| format!("{error:?}"))
    }

    /// The present instant by the clock of those whose records these are.
    fn now(&self) -> Timestamp {
        let run = self.context.clock.now().millis() - self.began.millis();
        self.until.plus(Duration::milliseconds(run))
    }

    fn count_failure(&mut self, kind: &str, fields: &serde_json::Value) {
        self.report.count_failure(kind);
        let line = json!({"level": "error", "message": "a due record failed", "record": fields});
        self.context.log.write(&line);
    }
}

/// How long a record waits that has failed and was postponed so often before: not at all after the first failure, which
/// may have been the moment's, so that the next run tries it; then 1, 3, 7, 15, 31 and 60 minutes.
pub(super) fn pause(postponements: u32) -> Duration {
    let minutes = (1_i64 << postponements.min(10)) - 1;
    Duration::minutes(minutes.min(PAUSE_MAX_MINUTES))
}
