//! Time-driven work: what is done with a record when its instant has come.
//!
//! A kind that time changes says when in its `indexes()` ([`crate::domain::record::Indexes::due`]), and its area says what
//! is then done: a [`DueWork`] for each kind. The areas' lists are merged into the [`Registry`] of a process, as their
//! routes are, and [`run`] goes through what is due. It knows no kind by name.

mod job;
mod report;
mod run;
mod turns;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use uuid::Uuid;

pub use self::{
    job::invoke,
    report::Report,
    run::{Limits, run},
};
pub use crate::store::due_key::SHARDS;
use crate::{
    api::Call,
    domain::{Entity, Id},
    error::ApiError,
};

type Work = Arc<dyn Fn(Call, Uuid) -> BoxFuture<'static, Result<bool, ApiError>> + Send + Sync>;

/// What is done with a record of one kind that is due.
#[derive(Clone)]
pub struct DueWork {
    kind: &'static str,
    work: Work,
}

impl DueWork {
    /// `work` is done for each record of the kind `E` that is due; it answers whether there was anything to do. The index
    /// lags, so it reads the record first. When it has succeeded, the record is due later or not at all.
    pub fn of<E: Entity, F>(work: impl Fn(Call, Id<E>) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<bool, ApiError>> + Send + 'static,
    {
        Self { kind: E::KIND.as_str(), work: Arc::new(move |call, id| Box::pin(work(call, Id::new(id)))) }
    }

    /// The kind.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        self.kind
    }

    fn start(&self, call: Call, id: Uuid) -> BoxFuture<'static, Result<bool, ApiError>> {
        (self.work)(call, id)
    }
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

    /// Kinds with work, one for each registration.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(DueWork::kind)
    }

    fn work_of(&self, kind: &str) -> Option<&DueWork> {
        self.0.iter().find(|work| work.kind == kind)
    }
}
