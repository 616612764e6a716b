//! What falls due of subscriptions: periods that begin, ends, first payments that did not come.

use bookkeeping::subscription::{Subscription, renewing};
use shared::due::DueWork;

/// Periods of one subscription that one run renews, so that the others have their turn.
const STEPS_MAX: usize = 20;

/// What is done when a subscription is due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of::<Subscription, _>(|call, id| async move { renewing::catch_up(&call, id, STEPS_MAX).await })]
}
