//! What part of its price a confirmed booking costs that is cancelled, by the policy that it was made under
//! (`docs/areas/bookings.md`, 22).

use chrono::Duration;
use records::booking_policy::{CancellationPolicy, CancellationStep};
use values::{Percent, Timestamp};

/// The ladder of members, or of everybody else.
#[must_use]
pub fn ladder(policy: &CancellationPolicy, is_member: bool) -> &[CancellationStep] {
    if is_member { &policy.member_ladder } else { &policy.public_ladder }
}

/// The percentage for a cancellation at the instant `at` of a booking that begins at `start`.
#[must_use]
pub fn fee_percent(policy: &CancellationPolicy, is_member: bool, start: Timestamp, at: Timestamp) -> Percent {
    let reaches = |minutes: u32| start.plus(-Duration::minutes(minutes.into())) <= at;
    let ladder = ladder(policy, is_member);
    let is_free = at <= start.plus(-Duration::minutes(policy.free_minutes.into()));
    if is_free && (policy.free_minutes > 0 || ladder.is_empty()) {
        return Percent::ZERO;
    }
    let nearest = ladder.iter().filter(|step| reaches(step.minutes_before)).min_by_key(|step| step.minutes_before);
    let otherwise = if ladder.is_empty() { Percent::HUNDRED } else { Percent::ZERO };
    nearest.map_or(otherwise, |step| step.fee_percent)
}
