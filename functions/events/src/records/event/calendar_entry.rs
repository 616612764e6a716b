//! What is counted of an event in the lists of `GET /events`: when it begins, where it is, its state and what time
//! makes of it.

use store::{CalendarEntry, CalendarSubject};

use super::{Event, EventStatus};

/// The number of a state among those that are counted.
#[must_use]
pub const fn number(status: EventStatus) -> u8 {
    match status {
        EventStatus::Draft => 0,
        EventStatus::Published => 1,
        EventStatus::Cancelled => 2,
        EventStatus::Completed => 3,
    }
}

impl Event {
    /// What is counted of it. As [`Event::status_at`] has it, its end completes what is published.
    #[must_use]
    pub fn counted(&self) -> CalendarEntry {
        let ends = (self.status == EventStatus::Published).then_some((self.end_time, number(EventStatus::Completed)));
        CalendarEntry {
            at: self.start_time,
            state: number(self.status),
            transitions: ends.into_iter().collect(),
            subjects: vec![(CalendarSubject::Location, self.location_id.uuid())],
        }
    }
}
