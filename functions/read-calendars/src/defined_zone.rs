//! A time zone that a calendar defines by itself (`VTIMEZONE`): when its clocks change, and what they show since. Its
//! changes are found once, up to a year, and looked up in order; what they show before the first is what the first says
//! that it ends.

use calcard::icalendar::ICalendarComponent;
use chrono::{DateTime, NaiveDateTime, TimeDelta};
use values::Timestamp;

use crate::observance::{self, DefinitionFault};

/// Most changes of a zone: of 2,000 years.
const CHANGES_MAX: usize = 5_000;

/// A zone that a calendar defines.
#[derive(Debug)]
pub struct DefinedZone {
    /// How far clocks are ahead of universal time before the first change, in seconds.
    before: i64,
    /// Its changes, in order.
    changes: Vec<Change>,
}

/// A change of clocks.
#[derive(Clone, Copy, Debug)]
struct Change {
    /// When it is, in seconds.
    at: i64,
    /// The first that clocks show of which the change is over: they skip what is before it, or showed it before the
    /// change already.
    shown: i64,
    /// How far clocks are ahead since.
    ahead: i64,
}

impl DefinedZone {
    /// The zone of these definitions (`STANDARD`, `DAYLIGHT`), whose changes are looked for to the end of a year.
    ///
    /// # Errors
    /// [`DefinitionFault`]: a definition of which a part cannot be read is not half of one.
    pub fn of(
        observances: &[ICalendarComponent],
        last_year: i32,
        days_left: &mut usize,
    ) -> Result<Self, DefinitionFault> {
        let mut onsets = Vec::new();
        for observance in observances {
            observance::add_onsets(observance, last_year, days_left, &mut onsets)?;
            if onsets.len() > CHANGES_MAX {
                return Err(DefinitionFault::TooMuch);
            }
        }
        onsets.sort_by_key(|onset| onset.at);
        let before = onsets.first().ok_or(DefinitionFault::Unreadable)?.ahead_before;
        let mut changes: Vec<Change> = Vec::with_capacity(onsets.len());
        for onset in onsets {
            let last = changes.last().copied();
            let ahead_before = last.map_or(before, |last| last.ahead);
            let over = onset.at.saturating_add(ahead_before.max(onset.ahead));
            let shown = last.map_or(over, |last| over.max(last.shown));
            changes.push(Change { at: onset.at, shown, ahead: onset.ahead });
        }
        Ok(Self { before, changes })
    }

    /// The first instant at which clocks show this; one that they skip is as much later as they are put forward.
    #[must_use]
    pub fn at(&self, shown: NaiveDateTime) -> Option<Timestamp> {
        let seconds = shown.and_utc().timestamp();
        let ahead = self.ahead(self.changes.partition_point(|change| change.shown <= seconds));
        Timestamp::new(DateTime::from_timestamp(seconds.saturating_sub(ahead), 0)?)
    }

    /// What clocks show at an instant.
    #[must_use]
    pub fn shows(&self, instant: Timestamp) -> NaiveDateTime {
        let ahead = self.ahead(self.changes.partition_point(|change| change.at <= instant.seconds()));
        instant.utc().naive_utc() + TimeDelta::seconds(ahead)
    }

    /// How far clocks are ahead after so many changes.
    fn ahead(&self, changes: usize) -> i64 {
        changes.checked_sub(1).and_then(|last| self.changes.get(last)).map_or(self.before, |change| change.ahead)
    }
}

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod tests;
