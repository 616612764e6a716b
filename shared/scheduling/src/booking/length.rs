//! Lengths and local time, as the clock of a location has them.

use values::{Period, TimeZone};

/// A minute in milliseconds.
pub const MINUTE_MS: i64 = 60_000;

/// Length of a period as elapsed time and by the local clock. They differ when the clocks change in it. A rule is met
/// when either length meets it, so that a whole local day counts as a day also when it has 23 or 25 hours.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    passed_ms: i64,
    shown_ms: i64,
}

impl Length {
    /// The length of `period` where the clocks are those of `zone`.
    #[must_use]
    pub fn of(period: Period, zone: TimeZone) -> Self {
        let shown = period.end().local_in(zone) - period.start().local_in(zone);
        Self { passed_ms: period.end().millis() - period.start().millis(), shown_ms: shown.num_milliseconds() }
    }

    /// Whether either length, in milliseconds, fits.
    pub fn fits(self, rule: impl Fn(i64) -> bool) -> bool {
        rule(self.passed_ms) || rule(self.shown_ms)
    }

    /// Minutes that passed; a begun minute counts.
    #[must_use]
    pub const fn minutes_passed(self) -> i64 {
        begun_minutes(self.passed_ms)
    }

    /// Minutes by the longer of the two; a begun minute counts.
    #[must_use]
    pub fn minutes_at_most(self) -> i64 {
        begun_minutes(self.passed_ms.max(self.shown_ms))
    }
}

const fn begun_minutes(ms: i64) -> i64 {
    (ms + MINUTE_MS - 1) / MINUTE_MS
}

/// Milliseconds of a period on each local day that it touches, in order.
#[must_use]
pub fn ms_by_day(period: Period, zone: TimeZone) -> Vec<u32> {
    let days = period.start().day_in(zone).iter_days().skip(1);
    let last = period.end().day_in(zone);
    let midnights = days
        .take_while(|day| *day <= last)
        .filter_map(|day| zone.first_at(day.and_hms_opt(0, 0, 0)?))
        .filter(|midnight| *midnight < period.end());
    let mut from = period.start();
    let mut shares = Vec::new();
    for until in midnights.chain([period.end()]) {
        shares.push(u32::try_from(until.millis() - from.millis()).unwrap_or(0));
        from = until;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::{Length, ms_by_day};
    use crate::booking::sample::{local, period, zone};

    #[test]
    fn a_period_is_split_at_local_midnights() {
        const HOUR: u32 = 3_600_000;
        for (start, end, hours) in [
            ("2026-11-21T10:00", "2026-11-21T11:00", vec![1]),
            ("2026-11-21T23:00", "2026-11-22T00:00", vec![1]),
            ("2026-11-21T23:00", "2026-11-22T01:00", vec![1, 1]),
            ("2026-03-28T12:00", "2026-03-30T12:00", vec![12, 23, 12]),
            ("2026-10-24T12:00", "2026-10-26T12:00", vec![12, 25, 12]),
        ] {
            let expected: Vec<u32> = hours.into_iter().map(|hours: u32| hours * HOUR).collect();
            assert_eq!(ms_by_day(period(local(start), local(end)), zone()), expected, "{start} to {end}");
        }
    }

    #[test]
    fn a_begun_minute_counts() {
        let start = local("2026-11-21T10:00");
        for (ms, minutes) in [(1, 1), (60_000, 1), (60_001, 2)] {
            let end = start.plus(chrono::Duration::milliseconds(ms));
            assert_eq!(Length::of(period(start, end), zone()).minutes_passed(), minutes, "{ms} ms");
        }
    }
}
