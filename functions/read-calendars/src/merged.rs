//! Busy times as blocks can have them: none overlaps another, and none is longer than a block.

use chrono::Duration;
use values::Timestamp;

/// Longest block, in days.
const BLOCK_DAYS_MAX: i64 = 31;

/// The times of which each is busy, in order: those that overlap are one, and a long one is several, cut every 31 days
/// from its own start. What is over, and what begins after `until`, is left out.
#[must_use]
pub fn merged(mut times: Vec<[Timestamp; 2]>, now: Timestamp, until: Timestamp) -> Vec<[Timestamp; 2]> {
    times.retain(|[start, end]| start < end);
    times.sort_unstable();
    let mut whole: Vec<[Timestamp; 2]> = Vec::with_capacity(times.len());
    for [start, end] in times {
        match whole.last_mut() {
            Some(last) if start < last[1] => last[1] = last[1].max(end),
            _ => whole.push([start, end]),
        }
    }
    whole.into_iter().flat_map(|time| cut(time, now, until)).collect()
}

/// The pieces of a time that are not over and begin before `until`.
fn cut([start, end]: [Timestamp; 2], now: Timestamp, until: Timestamp) -> impl Iterator<Item = [Timestamp; 2]> {
    let length = Duration::days(BLOCK_DAYS_MAX);
    let over = (now.millis().saturating_sub(start.millis()) / length.num_milliseconds()).max(0);
    let first = start.plus(Duration::milliseconds(over.saturating_mul(length.num_milliseconds())));
    let starts = std::iter::successors(Some(first), move |start| Some(start.plus(length)));
    starts
        .take_while(move |start| *start < end && *start < until)
        .map(move |start| [start, end.min(start.plus(length))])
        .filter(move |[_, end]| now < *end)
}

#[cfg(test)]
mod tests {
    use values::Timestamp;

    use super::merged;

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + hour * 3_600_000).expect("an instant")
    }

    fn hours(times: &[(i64, i64)]) -> Vec<[Timestamp; 2]> {
        times.iter().map(|(start, end)| [at(*start), at(*end)]).collect()
    }

    #[test]
    fn times_that_overlap_are_one_and_those_that_touch_are_two() {
        let times = hours(&[(5, 7), (1, 3), (2, 4), (4, 5), (6, 6), (1, 2), (9, 8)]);
        assert_eq!(merged(times, at(0), at(99)), hours(&[(1, 4), (4, 5), (5, 7)]));
    }

    #[test]
    fn what_is_over_and_what_is_far_ahead_is_left_out() {
        assert_eq!(merged(hours(&[(1, 3), (2, 5), (8, 9), (12, 13)]), at(5), at(12)), hours(&[(8, 9)]));
        assert_eq!(merged(hours(&[(1, 7), (11, 15)]), at(5), at(12)), hours(&[(1, 7), (11, 15)]));
    }

    #[test]
    fn a_long_time_is_cut_at_the_same_places_whenever_it_is_looked_at() {
        let month = 31 * 24;
        let year = hours(&[(0, 365 * 24)]);
        let all = merged(year.clone(), at(0), at(99_999));
        assert_eq!(all.len(), 12);
        assert_eq!(all[11], [at(11 * month), at(365 * 24)]);
        assert_eq!(merged(year, at(3 * month), at(99_999)), all[3..]);
        let endless = [[at(-400_000), at(9_000_000)]].to_vec();
        assert_eq!(merged(endless, at(0), at(400 * 24)).len(), 14);
    }
}
