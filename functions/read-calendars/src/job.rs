//! A piece of work on one calendar.

use calendars::outside_calendars::{OutsideCalendarState, message};
use store::Record;
use values::{ApiError, Timestamp};
use work::{Context, UnitOfWork};

use crate::source::Source;

/// What a piece of work is done with.
pub struct Job<'a> {
    /// The process.
    pub context: &'a Context,
    /// What asks servers.
    pub source: &'a Source,
    /// The unit of work, at the merchant's time.
    pub work: &'a UnitOfWork,
    /// The real time, by which workers keep others out.
    pub real: Timestamp,
}

impl Job<'_> {
    /// Hands the next piece of work to the queue. What is not in the queue is due, and the sweep hands it over.
    pub async fn go_on_later(&self, state: &Record<OutsideCalendarState>) {
        drop(self.context.calendar_queue.send(&[message(self.work.tenant(), state)], 0).await);
    }

    /// The state of a calendar as it is now, if nobody else has changed it since.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn still(
        &self,
        state: &Record<OutsideCalendarState>,
    ) -> Result<Option<Record<OutsideCalendarState>>, ApiError> {
        let found = self.work.store.find(self.work.tenant(), state.id).await?;
        Ok(found.filter(|found| found.version == state.version))
    }
}
