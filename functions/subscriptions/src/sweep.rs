//! What falls due of subscriptions: periods that begin, ends, first payments that did not come, invoices that were not
//! paid in time.

use agreements::subscription::{
    Subscription, past_due,
    renewing::{self, Limits},
};
use shared::{api::Call, due::DueWork};
use values::{ApiError, Id};

/// Periods of one subscription that one run renews, so that the others have their turn.
const STEPS_MAX: usize = 20;

/// What is done when a subscription is due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of::<Subscription, _>(|call, id| async move { tend(&call, id).await })]
}

async fn tend(call: &Call, id: Id<Subscription>) -> Result<bool, ApiError> {
    let caught_up = renewing::catch_up(call, id, None, Limits::retrying(STEPS_MAX)).await?;
    Ok(past_due::write_down(call, id).await? || caught_up.steps > 0)
}
