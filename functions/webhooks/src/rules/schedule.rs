//! When a failed attempt is repeated: soon at first, then more and more rarely, nine attempts over a day at least. Each
//! pause is a fifth shorter or longer by chance, so that what failed together is not repeated together.

use chrono::Duration;

/// Pauses after the first, second, … failure, in seconds: together 31.6 hours, and 25 with the shortest chance.
const PAUSES_SECONDS: [i64; 8] = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400];
/// A failing endpoint is tried once in so many seconds at least.
const PROBE_SECONDS_MAX: i64 = 3_600;
/// By how many percent a pause is shorter or longer at the most.
const CHANCE_PERCENT: i64 = 20;
/// How many chances there are: [`paused`] takes a number below it.
pub const CHANCES: u64 = 41;

/// How long to wait after this many failures; `None` after the last attempt. `chance` is a random number below
/// [`CHANCES`].
#[must_use]
pub fn pause(failures: i64, chance: u64) -> Option<Duration> {
    let position = usize::try_from(failures.checked_sub(1)?).ok()?;
    PAUSES_SECONDS.get(position).map(|seconds| paused(*seconds, chance))
}

/// How long a failing endpoint is left alone after this many failures in a row.
#[must_use]
pub fn probe(failures_in_a_row: i64, chance: u64) -> Duration {
    let position = usize::try_from(failures_in_a_row.saturating_sub(1)).unwrap_or_default();
    let seconds = PAUSES_SECONDS.get(position).copied().unwrap_or(PROBE_SECONDS_MAX);
    paused(seconds.min(PROBE_SECONDS_MAX), chance)
}

fn paused(seconds: i64, chance: u64) -> Duration {
    let percent = 100 - CHANCE_PERCENT + i64::try_from(chance).unwrap_or_default().clamp(0, 2 * CHANCE_PERCENT);
    Duration::milliseconds(seconds * 10 * percent)
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::{CHANCES, PAUSES_SECONDS, pause, probe};

    #[test]
    fn nine_attempts_take_more_than_a_day_whatever_chance_says() {
        let shortest: Duration = (1..=8).filter_map(|failures| pause(failures, 0)).sum();
        assert!(Duration::hours(24) < shortest, "{shortest}");
        assert_eq!((pause(9, 0), pause(0, 0)), (None, None));
        for failures in 1..=8_usize {
            let plain = PAUSES_SECONDS[failures - 1];
            let number = i64::try_from(failures).expect("a small number");
            for chance in 0..CHANCES {
                let pause = pause(number, chance).expect("a pause").num_milliseconds();
                assert!((plain * 800..=plain * 1_200).contains(&pause), "{failures} {chance}: {pause}");
            }
        }
    }

    #[test]
    fn a_failing_endpoint_is_tried_every_hour_at_least() {
        assert_eq!(probe(3, 20), Duration::minutes(5));
        assert_eq!(probe(500, 20), Duration::hours(1));
    }
}
