//! Notice: when a subscription ends, and what ending it earlier costs.

use billing::{
    commitment::{CancelTiming, Cancellation, Cancelling, cancel},
    cycles::ScheduleError,
    pause::paused_up_to,
    period::{local_day, plus_days},
    proration::{ProrationLine, ProrationMode},
    standing::SubscriptionAction,
};
use shared::{
    domain::Timestamp,
    error::{ApiError, ErrorCode},
};

use super::record::Subscription;

impl Subscription {
    /// The same after notice was given, and what that costs.
    ///
    /// # Errors
    /// 409 `invalid_state` when its state does not allow it.
    pub fn cancelled(&self, timing: CancelTiming, now: Timestamp) -> Result<(Self, Cancellation), ApiError> {
        self.status(now).allows(SubscriptionAction::Cancel)?;
        if self.is_ended_early {
            return Err(ApiError::conflict(ErrorCode::InvalidState, "it was ended at once already"));
        }
        if self.incomplete_since.is_some() {
            let nothing = Cancellation { ends: self.first, fee_minor: 0, credit: None, credit_ahead: None };
            let off = Self {
                ends: Some(self.first),
                notice_given_at: Some(now),
                incomplete_since: None,
                is_over: true,
                ..self.clone()
            };
            return Ok((off.dated(now)?, nothing));
        }
        let today = self.day_of(now)?;
        let period = self.period_on(today)?.filter(|period| self.renewed >= Some(period.number()));
        let number = period.map_or(0, |period| period.number());
        let dues = self.dues();
        let is_credited_ahead =
            matches!(timing, CancelTiming::Now { mode: ProrationMode::Prorate | ProrationMode::FullCredit, .. });
        let of = Cancelling {
            schedule: &self.schedule,
            period: period.as_ref(),
            dues: &dues,
            commitment: self.commitment(),
            is_charged_ahead: self.is_invoiced_ahead() && self.charged_ahead_minor > 0 && !is_credited_ahead,
            paused_before: paused_up_to(&self.pauses, number),
            notice_days: self.notice_days,
            ends: self.ends,
        };
        let is_paused = self.pauses.iter().any(|pause| pause.covers(number));
        let mut decided = cancel(&of, today, timing)?;
        let is_now = matches!(timing, CancelTiming::Now { .. });
        if is_now && period.is_none() {
            // A trial ends with the day; what has not begun never does.
            let tomorrow = plus_days(today, 1).ok_or(ScheduleError::BeyondCalendar)?;
            decided.ends = if today < self.first { self.first } else { tomorrow };
        }
        let mut after = self.clone();
        if let CancelTiming::Now { mode, .. } = timing {
            // What was not charged is not credited.
            decided.credit = decided
                .credit
                .filter(|_| !is_paused)
                .map(|credit| ProrationLine { amount_minor: self.credit_minor(credit.amount_minor, mode), ..credit });
            decided.credit = decided.credit.filter(|credit| credit.amount_minor < 0);
            decided.credit_ahead = self.credited_ahead(mode)?;
            after.charged_minor += decided.credit.map_or(0, |credit| credit.amount_minor);
            after.charged_ahead_minor += decided.credit_ahead.map_or(0, |credit| credit.amount_minor);
        }
        if !is_now && self.is_invoiced_ahead() {
            let invoiced = self.schedule.period(self.invoiced.unwrap_or_default())?;
            decided.ends = decided.ends.max(invoiced.after());
        }
        if let Some(ends) = self.ends {
            decided.ends = decided.ends.min(ends);
        }
        let after = Self {
            ends: Some(decided.ends),
            notice_given_at: Some(self.notice_given_at.unwrap_or(now)),
            is_ended_early: is_now,
            is_over: decided.ends <= self.first,
            scheduled: self.scheduled.clone().filter(|change| change.effective < decided.ends),
            ..after
        };
        Ok((after.dated(now)?, decided))
    }

    /// The credit of a period that was invoiced in advance and does not begin any more; none where nothing is credited.
    fn credited_ahead(&self, mode: ProrationMode) -> Result<Option<ProrationLine>, ApiError> {
        if mode == ProrationMode::None || self.charged_ahead_minor <= 0 {
            return Ok(None);
        }
        let period = self.schedule.period(self.invoiced.unwrap_or_default())?;
        let line = self.dues().credited_from(period.first(), &period)?;
        Ok(Some(ProrationLine { amount_minor: -self.charged_ahead_minor, ..line }))
    }

    /// Whether the last period that was charged is cut by an end that notice made, within it.
    fn is_charged_until_its_end(&self) -> Result<bool, ScheduleError> {
        let (Some(ends), Some(number)) = (self.ends, self.invoiced.max(self.renewed)) else { return Ok(false) };
        let period = self.schedule.period(number)?;
        let is_agreed = self.agreed_end.and_then(|last| plus_days(last, 1)) == Some(ends);
        Ok(!is_agreed && period.first() < ends && ends < period.after())
    }

    /// The same after notice was taken back. A change that was to come after the end is not brought back.
    ///
    /// # Errors
    /// 409 `invalid_state` without notice, after it was ended for a fee, and when a period was charged only until the end.
    pub fn uncancelled(&self, now: Timestamp) -> Result<Self, ApiError> {
        self.status(now).allows(SubscriptionAction::Uncancel)?;
        if self.notice_given_at.is_none() {
            return Err(ApiError::conflict(ErrorCode::InvalidState, "no notice was given"));
        }
        if self.is_ended_early {
            let message = "it was ended at once, and what it granted ends with the day";
            return Err(ApiError::conflict(ErrorCode::InvalidState, message));
        }
        if self.is_charged_until_its_end()? {
            let message = "its period was charged only until the end of the notice";
            return Err(ApiError::conflict(ErrorCode::InvalidState, message));
        }
        let ends = self.agreed_end.and_then(|last| plus_days(last, 1));
        let today = local_day(now, self.zone);
        let ends = ends.filter(|ends| today.is_none_or(|today| today < *ends));
        Self { ends, notice_given_at: None, ..self.clone() }.dated(now)
    }
}
