//! Clocks that show the times of events: those of a zone of the IANA database, of a zone that the calendar defines by
//! itself, and those that are always as far from universal time.

use std::sync::Arc;

use calcard::common::PartialDateTime;
use chrono::{Datelike as _, FixedOffset, NaiveDateTime, TimeDelta};
use values::{TimeZone, Timestamp};

use crate::defined_zone::DefinedZone;

/// The last instant that there is.
const LAST_MILLIS: i64 = 253_402_300_799_000;

/// A clock.
#[derive(Clone, Debug)]
pub enum Clock {
    /// Of a zone that everybody knows.
    Zone(TimeZone),
    /// Of a zone that the calendar defines.
    Defined(Arc<DefinedZone>),
    /// Of an instant that says how far it is from universal time.
    Ahead(FixedOffset),
}

impl Clock {
    /// The instant at which the clock shows this; the first or the last that there is, when it lies beyond.
    #[must_use]
    pub fn at(&self, shown: NaiveDateTime) -> Timestamp {
        let instant = match self {
            Self::Zone(zone) => zone.at(shown),
            Self::Defined(zone) => zone.at(shown),
            Self::Ahead(ahead) => {
                let instant = shown.checked_sub_signed(TimeDelta::seconds(ahead.local_minus_utc().into()));
                instant.and_then(|instant| Timestamp::new(instant.and_utc()))
            }
        };
        instant.unwrap_or_else(|| if shown.year() < 2_000 { Timestamp::EPOCH } else { last() })
    }

    /// What the clock shows at an instant.
    #[must_use]
    pub fn shows(&self, instant: Timestamp) -> NaiveDateTime {
        match self {
            Self::Zone(zone) => instant.local_in(*zone),
            Self::Defined(zone) => zone.shows(instant),
            Self::Ahead(ahead) => instant.utc().naive_utc() + TimeDelta::seconds(ahead.local_minus_utc().into()),
        }
    }

    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Zone(one), Self::Zone(other)) => one == other,
            (Self::Defined(one), Self::Defined(other)) => Arc::ptr_eq(one, other),
            (Self::Ahead(one), Self::Ahead(other)) => one == other,
            _ => false,
        }
    }
}

/// A time, as a clock shows it.
#[derive(Clone, Debug)]
pub struct Time {
    /// What the clock shows; midnight for a day.
    pub shown: NaiveDateTime,
    /// Which clock it is.
    pub clock: Clock,
    /// Whether it is more than a day.
    pub is_timed: bool,
}

impl Time {
    /// A time that is written in a calendar; by `clock`, unless it says itself how far it is from universal time.
    #[must_use]
    pub fn read(written: &PartialDateTime, clock: &Clock) -> Option<Self> {
        let read = written.to_date_time()?;
        let clock = read.offset.map_or_else(|| clock.clone(), Clock::Ahead);
        Some(Self { shown: read.date_time, clock, is_timed: written.has_time() })
    }

    /// When it is.
    #[must_use]
    pub fn instant(&self) -> Timestamp {
        self.clock.at(self.shown)
    }

    /// What another clock shows then.
    #[must_use]
    pub fn by(&self, clock: &Clock) -> NaiveDateTime {
        if self.clock.is(clock) { self.shown } else { clock.shows(self.instant()) }
    }
}

/// The last instant that there is.
#[must_use]
pub fn last() -> Timestamp {
    Timestamp::from_millis(LAST_MILLIS).unwrap_or(Timestamp::EPOCH)
}
