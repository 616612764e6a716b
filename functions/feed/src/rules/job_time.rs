//! How long one run of a job takes. It ends by itself before whoever runs it ends it, and notes what is left.

use std::time::Duration;

use shared::api::Call;

/// What a run leaves of a call's time: one that advances a test clock keeps two seconds for itself, and the job notes
/// what is left.
const RESERVE: Duration = Duration::from_secs(3);
/// Longest time of one run; the next one goes on.
const RUN_TIME_MAX: Duration = Duration::from_secs(6);

/// How long this run may take.
#[must_use]
pub fn time_of(call: &Call) -> Duration {
    call.time_left().saturating_sub(RESERVE).min(RUN_TIME_MAX)
}
