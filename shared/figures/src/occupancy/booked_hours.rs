//! The minutes of a period by the local day and hour that clocks show, whatever clocks do: an hour that they repeat has
//! up to 120, one that they skip has none.

use std::collections::BTreeMap;

use chrono::Timelike;
use values::{Day, Period, TimeZone, Timestamp};

/// Clocks change, and local hours begin, at quarters of an hour of universal time.
const QUARTER_MS: i64 = 15 * 60_000;

/// Minutes of a period by local day and hour, each rounded down.
#[must_use]
pub fn minutes_by_hour(period: Period, zone: TimeZone) -> BTreeMap<(Day, u8), i64> {
    let mut millis: BTreeMap<(Day, u8), i64> = BTreeMap::new();
    let (mut at, end) = (period.start().millis(), period.end().millis());
    while at < end {
        let next = ((at.div_euclid(QUARTER_MS) + 1) * QUARTER_MS).min(end);
        if let Some(hour) = Timestamp::from_millis(at).and_then(|at| local_hour(at, zone)) {
            *millis.entry(hour).or_default() += next - at;
        }
        at = next;
    }
    millis.into_iter().map(|(hour, millis)| (hour, millis / 60_000)).collect()
}

fn local_hour(at: Timestamp, zone: TimeZone) -> Option<(Day, u8)> {
    let local = at.local_in(zone);
    Some((Day::new(local.date())?, u8::try_from(local.hour()).ok()?))
}

#[cfg(test)]
mod tests {
    use values::{Period, TimeZone, Timestamp};

    use super::minutes_by_hour;

    fn hours(zone: &str, start: &str, end: &str) -> Vec<(String, u8, i64)> {
        let at = |text: &str| Timestamp::parse(text).expect("an instant");
        let period = Period::new(at(start), at(end)).expect("a period");
        let found = minutes_by_hour(period, TimeZone::parse(zone).expect("a zone"));
        found.into_iter().map(|((day, hour), minutes)| (day.to_string(), hour, minutes)).collect()
    }

    #[test]
    fn minutes_are_in_the_local_hours_that_a_period_touches() {
        let found = hours("Europe/Amsterdam", "2026-06-01T07:40:00Z", "2026-06-01T09:05:00Z");
        let day = "2026-06-01".to_owned();
        assert_eq!(found, [(day.clone(), 9, 20), (day.clone(), 10, 60), (day, 11, 5)]);
    }

    #[test]
    fn an_hour_that_clocks_repeat_has_both_and_one_that_they_skip_has_nothing() {
        let autumn = hours("Europe/Amsterdam", "2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z");
        assert_eq!(autumn, [("2026-10-25".to_owned(), 2, 120)]);
        let spring = hours("Europe/Amsterdam", "2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z");
        assert_eq!(spring, [("2026-03-29".to_owned(), 1, 30), ("2026-03-29".to_owned(), 3, 30)]);
        let half = hours("Australia/Lord_Howe", "2026-10-03T15:00:00Z", "2026-10-03T16:00:00Z");
        assert_eq!(half, [("2026-10-04".to_owned(), 1, 30), ("2026-10-04".to_owned(), 2, 30)]);
    }

    #[test]
    fn a_booking_over_midnight_is_of_two_local_days() {
        let found = hours("Asia/Kolkata", "2026-06-01T18:00:00Z", "2026-06-01T19:00:00Z");
        assert_eq!(found, [("2026-06-01".to_owned(), 23, 30), ("2026-06-02".to_owned(), 0, 30)]);
    }
}
