//! The business hours of a location, a week of UTC at a time. Each week is looked at once, however many tickets are
//! there, and one that is like all others, without a holiday and without a change of clocks nearby, is not looked at:
//! its hours last as long as those of any other. Pure: no IO.

use std::collections::BTreeMap;

use chrono::Duration;
use records::Location;
use scheduling::opening::{Schedule, open_periods};
use values::{CustomerTier, Period, Timestamp};

/// Milliseconds of a week.
pub const WEEK_MS: i64 = 7 * 24 * 60 * 60 * 1_000;
/// Days before and after a week whose hours or clocks may reach into it.
const DAYS_NEAR: i64 = 2;

/// The business hours of a location as far as they were asked for.
#[derive(Debug)]
pub struct BusinessHours<'a> {
    location: &'a Location,
    /// Those of weeks that were looked at, by their numbers since 1970.
    weeks: BTreeMap<i64, Vec<Period>>,
    /// How long weeks are open.
    lengths: BTreeMap<i64, i64>,
    /// How long a week is open that is like all others.
    ordinary_ms: Option<i64>,
}

/// A part of a stretch of time: a week, or what of it the stretch has.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// From the first instant of the part to its end.
    pub period: Period,
    week: i64,
    is_whole: bool,
}

/// The parts of the time from an instant until another.
pub fn parts(from: Timestamp, until: Timestamp) -> impl Iterator<Item = Part> {
    let first = from.millis().div_euclid(WEEK_MS);
    (first..).map_while(move |week| {
        let whole = of_week(week)?;
        let period = Period::new(whole.start().max(from), whole.end().min(until))?;
        Some(Part { period, week, is_whole: period == whole })
    })
}

impl<'a> BusinessHours<'a> {
    /// Those of a location.
    #[must_use]
    pub const fn of(location: &'a Location) -> Self {
        Self { location, weeks: BTreeMap::new(), lengths: BTreeMap::new(), ordinary_ms: None }
    }

    /// The location whose business hours these are.
    #[must_use]
    pub const fn location(&self) -> &'a Location {
        self.location
    }

    /// How long it is open within a part, in milliseconds.
    pub fn length_ms(&mut self, part: Part) -> i64 {
        if part.is_whole { self.week_ms(part.week) } else { self.periods(part).map(milliseconds).sum() }
    }

    /// When it is open within a part, in order.
    pub fn periods(&mut self, part: Part) -> impl Iterator<Item = Period> {
        let within = part.period;
        let clipped = move |open: &Period| Period::new(open.start().max(within.start()), open.end().min(within.end()));
        self.week(part.week).iter().filter_map(clipped)
    }

    /// How many weeks were looked at.
    #[cfg(test)]
    pub fn looked_at(&self) -> usize {
        self.weeks.len()
    }

    fn week(&mut self, week: i64) -> &[Period] {
        let location = self.location;
        self.weeks.entry(week).or_insert_with(|| {
            let open = |within| open_periods(location, &Schedule::default(), CustomerTier::Public, within);
            of_week(week).map(open).unwrap_or_default()
        })
    }

    fn week_ms(&mut self, week: i64) -> i64 {
        if let Some(length) = self.lengths.get(&week) {
            return *length;
        }
        let is_ordinary = is_ordinary(self.location, week);
        let known = if is_ordinary { self.ordinary_ms } else { None };
        let length = known.unwrap_or_else(|| self.week(week).iter().copied().map(milliseconds).sum());
        if is_ordinary {
            self.ordinary_ms = Some(length);
        }
        self.lengths.insert(week, length);
        length
    }
}

/// How long a period lasts, in milliseconds.
#[must_use]
pub fn milliseconds(period: Period) -> i64 {
    period.end().millis() - period.start().millis()
}

fn of_week(week: i64) -> Option<Period> {
    let start = week.checked_mul(WEEK_MS)?;
    Period::new(Timestamp::from_millis(start)?, Timestamp::from_millis(start + WEEK_MS)?)
}

/// Whether a week has no holiday, and no change of clocks nearby. The hours of such weeks repeat every seven days, so
/// that all of them are open for the same time, whenever the week begins for the location.
fn is_ordinary(location: &Location, week: i64) -> bool {
    let Some(whole) = of_week(week) else { return false };
    let zone = location.time_zone;
    let (first, last) = (whole.start().day_in(zone), whole.end().day_in(zone));
    let is_within = |day: chrono::NaiveDate| first <= day && day <= last;
    if location.holidays.iter().any(|holiday| is_within(holiday.date.date())) {
        return false;
    }
    let offset = |at: Timestamp| at.local_in(zone) - at.utc().naive_utc();
    let here = offset(whole.start());
    (-DAYS_NEAR..=7 + DAYS_NEAR).all(|day| offset(whole.start().plus(Duration::days(day))) == here)
}
