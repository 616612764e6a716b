//! Time-driven work: what is done with a record when its instant has come.
//!
//! A kind that time changes says when in its `indexes()` ([`store::record::Indexes::due`]), and its area says what
//! is then done: a [`DueWork`] for each kind. The areas' lists are merged into the [`Registry`] of a process, as their
//! routes are, and [`run`] goes through what is due. It knows no kind by name.

mod advance;
mod hastened;
mod job;
mod report;
mod rounds;
mod run;

use std::{any::Any, panic::AssertUnwindSafe, sync::Arc, time::Duration as Wait};

use chrono::Duration;
use futures_util::{FutureExt as _, future::BoxFuture};
use uuid::Uuid;

pub use self::{
    advance::{Advance, FailedWork, advance},
    hastened::{work_message, work_next},
    job::invoke,
    report::Report,
    run::{Limits, run, run_sandboxes},
};
use crate::api::Call;
use store::Entity;
pub use store::due_key::SHARDS;
use values::{ApiError, Id};
use work::unit_of_work::RenewWallet;

type Work = Arc<dyn Fn(Call, Uuid) -> BoxFuture<'static, Result<bool, ApiError>> + Send + Sync>;

/// What is done with a record of one kind that is due.
#[derive(Clone)]
pub struct DueWork {
    kind: &'static str,
    work: Work,
    /// How rarely it may be done where a test clock is advanced, for work that only looks whether there is anything to
    /// do.
    looks_every: Option<Duration>,
    /// What renews the wallets on which it decides.
    renew_wallets: Option<RenewWallet>,
}

impl DueWork {
    /// `work` is done for each record of the kind `E` that is due; it answers whether there was anything to do. The
    /// index lags, so it reads the record first. When it has succeeded, the record is due later or not at all.
    pub fn of<E: Entity, F>(work: impl Fn(Call, Id<E>) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<bool, ApiError>> + Send + 'static,
    {
        let work: Work = Arc::new(move |call, id| Box::pin(work(call, Id::new(id))));
        Self { kind: E::KIND.as_str(), work, looks_every: None, renew_wallets: None }
    }

    /// The same for work that only looks, every few minutes, whether there is anything to do: no record rests on the
    /// instant at which it looks. Where a test clock is advanced it looks once in so many days, and at the end.
    #[must_use]
    pub fn looking_every_days(self, days: i64) -> Self {
        Self { looks_every: Some(Duration::days(days)), ..self }
    }

    /// Name of the kind whose due records it works on.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        self.kind
    }

    /// Does the work of a record within a time, whether it fails or panics; whether there was anything to do.
    async fn run(&self, call: Call, id: Uuid, longest: Wait) -> Result<bool, ApiError> {
        let call = call.told_what_renews_wallets(self.renew_wallets);
        let work = AssertUnwindSafe(async { (self.work)(call, id).await }).catch_unwind();
        match tokio::time::timeout(longest, work).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => Err(ApiError::internal(format!("panicked: {}", text_of(panic.as_ref())))),
            Err(_) => Err(ApiError::internal("took longer than a record may")),
        }
    }
}

fn text_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&'static str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or_default()
}

/// The time-driven work of a process.
#[derive(Clone, Default)]
pub struct Registry(Vec<DueWork>);

impl Registry {
    /// The work of several areas together.
    #[must_use]
    pub fn merged(areas: impl IntoIterator<Item = Vec<DueWork>>) -> Self {
        Self(areas.into_iter().flatten().collect())
    }

    /// The same, told what renews the wallets on which it decides.
    #[must_use]
    pub fn renewing_wallets(self, renew: RenewWallet) -> Self {
        Self(self.0.into_iter().map(|work| DueWork { renew_wallets: Some(renew), ..work }).collect())
    }

    /// Kinds with work, one for each registration.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(DueWork::kind)
    }

    fn work_of(&self, kind: &str) -> Option<&DueWork> {
        self.0.iter().find(|work| work.kind == kind)
    }
}
