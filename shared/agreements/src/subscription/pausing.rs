//! Pausing and resuming a subscription.

use billing::{pause::PauseBehaviour, subscription_status::SubscriptionAction};
use values::{ApiError, Day, ErrorCode, Timestamp};

use super::record::Subscription;

/// Most pauses that are kept of the present periods.
pub const PAUSES_MAX: usize = 100;

impl Subscription {
    /// The same with a pause from the first period on or after `from`, or the next one, until the first on or after
    /// `until`.
    ///
    /// # Errors
    /// 409 `invalid_state`, 422 naming `from` or `until`.
    pub fn paused(
        &self,
        from: Option<Day>,
        until: Option<Day>,
        behaviour: PauseBehaviour,
        now: Timestamp,
    ) -> Result<Self, ApiError> {
        self.status(now).allows(SubscriptionAction::Pause)?;
        let today = self.day_of(now)?;
        let refused = |message: &str| Err(ApiError::conflict(ErrorCode::InvalidState, message.to_owned()));
        if self.pauses.last().is_some_and(|pause| pause.until.is_none_or(|until| today < until)) {
            return refused("a pause is to come already");
        }
        if self.scheduled.as_ref().is_some_and(|change| change.schedule.is_some()) {
            return refused("it goes to another cycle, with which its periods begin anew");
        }
        if self.pauses.len() >= PAUSES_MAX {
            return refused("it was paused as often as it can be");
        }
        let from = match from {
            Some(from) => from,
            None => self.schedule.period_at(today)?.map_or(self.schedule.first(), |period| period.after()),
        };
        let pause = self.pause_policy().pause(&self.schedule, today, (from, until), behaviour)?;
        if pause.first_period == 0 || self.is_invoiced(pause.first_period) {
            return refused("the period was invoiced, or is the first");
        }
        if self.ends.is_some_and(|ends| ends <= pause.from) {
            return refused("it ends before the pause begins");
        }
        let mut after = self.clone();
        after.pauses.push(pause);
        after.dated(now)
    }

    /// The first period from this one on that is not paused without charges; none while a pause has no end.
    pub(super) fn first_unpaused_from(&self, number: u32) -> Option<u32> {
        let mut number = number;
        // Pauses are in order.
        for pause in self.pauses.iter().filter(|pause| pause.behaviour == PauseBehaviour::Void) {
            if pause.covers(number) {
                number = pause.after_period?;
            }
        }
        Some(number)
    }

    /// The same with its pause ended: periods of it that have begun stay paused.
    ///
    /// # Errors
    /// 409 `invalid_state` when it is not paused.
    pub fn resumed(&self, now: Timestamp) -> Result<Self, ApiError> {
        let today = self.day_of(now)?;
        let to_come = self.pauses.last().filter(|pause| pause.until.is_none_or(|until| today < until));
        // A pause that has not begun is called off.
        if to_come.is_none_or(|pause| pause.from <= today) {
            self.status(now).allows(SubscriptionAction::Resume)?;
        }
        let mut after = self.clone();
        if let Some(pause) = after.pauses.pop() {
            // A period of it that was noted as invoiced stays paused: nothing was charged for it, or it is on a draft.
            let noted = self.invoiced_ahead().filter(|number| pause.covers(*number));
            let from = match noted {
                Some(number) => self.schedule.period(number)?.after().max(today),
                None => today,
            };
            let resumed = pause.resumed(&self.schedule, from)?;
            if resumed.after_period > Some(resumed.first_period) {
                after.pauses.push(resumed);
            }
        }
        after.dated(now)
    }
}
