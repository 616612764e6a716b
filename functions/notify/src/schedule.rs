//! When a letter is tried again that was not accepted: eight times within a day.

use chrono::Duration;
use values::Timestamp;

/// Seconds from each failed attempt to the next: 22 hours and 24 minutes in all.
const PAUSES_SECONDS: [i64; 8] = [10, 60, 300, 900, 3_600, 10_800, 21_600, 43_200];

/// When the next attempt is made after so many failures; none when it was the last one.
#[must_use]
pub fn next_attempt_at(failures: i64, now: Timestamp) -> Option<Timestamp> {
    let position = usize::try_from(failures.saturating_sub(1)).ok()?;
    PAUSES_SECONDS.get(position).map(|seconds| now.plus(Duration::seconds(*seconds)))
}

#[cfg(test)]
mod tests {
    use super::{PAUSES_SECONDS, next_attempt_at};
    use values::Timestamp;

    #[test]
    fn a_letter_is_tried_for_a_day() {
        assert!((22 * 3_600..24 * 3_600).contains(&PAUSES_SECONDS.iter().sum::<i64>()));
        assert!(next_attempt_at(8, Timestamp::EPOCH).is_some());
        assert_eq!(next_attempt_at(9, Timestamp::EPOCH), None);
    }
}
