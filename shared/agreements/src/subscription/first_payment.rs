//! What follows once a first payment was made: the subscription begins, and what it grants is there.

use values::{ApiError, Id};
use work::UnitOfWork;

use super::{
    record::Subscription,
    renewing::{self, Limits},
};

/// Periods that are renewed then; the sweep goes on with the rest.
const STEPS_MAX: usize = 12;
/// Attempts when others write the subscription at the same moment.
const TRIES: u32 = 3;

/// Begins the subscription of an invoice that was just paid, if it awaited its first payment. The payment is made
/// whatever becomes of this: what is not done now is done by whoever looks at the subscription next.
pub async fn follow(work: &UnitOfWork, subscription: Option<Id<()>>) {
    if let Some(id) = subscription {
        drop(Box::pin(begin(work, id.cast())).await);
    }
}

async fn begin(work: &UnitOfWork, id: Id<Subscription>) -> Result<(), ApiError> {
    let found = work.store.find(work.tenant(), id).await?;
    if found.is_some_and(|found| found.body.incomplete_since.is_some() && !found.body.is_over) {
        Box::pin(renewing::catch_up(work, id, None, Limits::yielding(STEPS_MAX, TRIES))).await?;
    }
    Ok(())
}
