//! Billing periods: half-open runs of local days, with the length of the whole cycle that they are part of.

use serde::{Deserialize, Serialize};
use values::{Day, Period, TimeZone, Timestamp};

/// The local days `[first, after)` of one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillingPeriod {
    number: u32,
    first: Day,
    after: Day,
    full_days: i64,
}

impl BillingPeriod {
    pub(crate) const fn new(number: u32, first: Day, after: Day, full_days: i64) -> Self {
        Self { number, first, after, full_days }
    }

    /// Its number in its schedule, from 0.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The first local day of the period.
    #[must_use]
    pub const fn first(&self) -> Day {
        self.first
    }

    /// The first day after it.
    #[must_use]
    pub const fn after(&self) -> Day {
        self.after
    }

    /// How many local days the period has.
    #[must_use]
    pub fn days(&self) -> i64 {
        (self.after.date() - self.first.date()).num_days()
    }

    /// Days of the whole cycle of which it is all or a part: what a price is the price of.
    #[must_use]
    pub const fn full_days(&self) -> i64 {
        self.full_days
    }

    /// Whether it is shorter than its cycle.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.days() < self.full_days
    }

    /// Whether a local day lies in it.
    #[must_use]
    pub fn contains(&self, day: Day) -> bool {
        self.first <= day && day < self.after
    }

    /// Its days from `day` on, that day included.
    #[must_use]
    pub fn days_from(&self, day: Day) -> i64 {
        (self.after.date() - day.date()).num_days().clamp(0, self.days())
    }

    /// The same period ending before `after`, when that is earlier; none when nothing is left.
    #[must_use]
    pub fn ending_before(&self, after: Option<Day>) -> Option<Self> {
        let after = after.map_or(self.after, |after| after.min(self.after));
        (self.first < after).then_some(Self { after, ..*self })
    }

    /// Its first instant in `zone`.
    #[must_use]
    pub fn starts_at(&self, zone: TimeZone) -> Option<Timestamp> {
        start_of(self.first, zone)
    }

    /// The first instant after it in `zone`: the first of the period that follows, also where clocks change.
    #[must_use]
    pub fn ends_at(&self, zone: TimeZone) -> Option<Timestamp> {
        start_of(self.after, zone)
    }

    /// Its instants in `zone`; none for a day that the zone skipped.
    #[must_use]
    pub fn instants(&self, zone: TimeZone) -> Option<Period> {
        Period::new(self.starts_at(zone)?, self.ends_at(zone)?)
    }
}

/// The first instant of a local day; of a day that a zone skipped, that of the day after it.
#[must_use]
pub fn start_of(day: Day, zone: TimeZone) -> Option<Timestamp> {
    day.start_in(zone).or_else(|| zone.at(day.date().and_hms_opt(0, 0, 0)?))
}

/// The local day of an instant; none after the year 9999.
#[must_use]
pub fn local_day(instant: Timestamp, zone: TimeZone) -> Option<Day> {
    Day::new(instant.day_in(zone))
}

/// `day` moved by whole days; none outside 1970 to 9999.
#[must_use]
pub fn plus_days(day: Day, days: i64) -> Option<Day> {
    day.date().checked_add_signed(chrono::Duration::try_days(days)?).and_then(Day::new)
}

/// Days from `from` to `to`; negative when `to` is before.
#[must_use]
pub fn days_between(from: Day, to: Day) -> i64 {
    (to.date() - from.date()).num_days()
}
