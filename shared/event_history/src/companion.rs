//! What is written in the transaction of events besides them, and done after it.

use futures_util::future::BoxFuture;

use records::LoggedEvent;
use store::{Record, Transaction};
use uuid::Uuid;
use values::{ApiError, KindName};
use work::UnitOfWork;

/// What is done once the transaction of some events is committed.
pub type FollowUp = BoxFuture<'static, ()>;

/// What is written along with events: deliveries of webhooks; and what follows from changes without an event.
pub trait Companion: Send + Sync {
    /// Adds to `transaction` what belongs to these events, which it stores. What is returned is done once it is
    /// committed; when the process ends before, nothing but time is lost.
    fn join<'a>(
        &'a self,
        work: &'a UnitOfWork,
        events: &'a [Record<LoggedEvent>],
        transaction: &'a mut Transaction,
    ) -> BoxFuture<'a, Result<FollowUp, ApiError>>;

    /// Kinds of records that it looks at whenever one of them has changed, whether or not that is an event.
    fn looks_at(&self) -> &'static [KindName] {
        &[]
    }

    /// Looks at records of a merchant that have changed, each of them at least once after its change.
    fn look<'a>(
        &'a self,
        _work: &'a UnitOfWork,
        _changed: &'a [(KindName, Uuid)],
    ) -> BoxFuture<'a, Result<(), ApiError>> {
        Box::pin(async { Ok(()) })
    }
}
