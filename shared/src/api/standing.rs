//! Who asks in the background.

use values::{Secret, Timestamp};
use work::auth::Caller;

/// Whoever asked for work that goes on after their request: their requests are not verified one by one, nor counted
/// for a client's limit, and happen at the instant of the work.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Who asks, as far as they may act now (`work::auth::find_standing`).
    pub caller: Caller,
    /// What their stored answers are opened with, in place of a client's secret.
    pub opener: Secret,
    /// Whose their idempotency keys are: the same for whoever goes on with the work.
    pub keys_of: String,
    /// The instant at which the requests happen, by the merchant's clock.
    pub now: Timestamp,
}
