//! Notice: when a subscription ends, and what ending it earlier costs.

use billing::{
    commitment::{CancelTiming, Cancellation, Cancelling, cancel},
    cycles::ScheduleError,
    notice::Notice,
    pause::paused_up_to,
    period::{BillingPeriod, local_day, plus_days},
    proration::{ProrationLine, ProrationMode},
    subscription_status::SubscriptionAction,
};
use values::{ApiError, Day, ErrorCode, Timestamp};

use super::{ended_lines::Ending, record::Subscription};

impl Subscription {
    /// The same after notice was given, and what that does.
    ///
    /// # Errors
    /// 409 `invalid_state` when its state does not allow it.
    pub fn cancelled(&self, timing: CancelTiming, now: Timestamp) -> Result<(Self, Ending), ApiError> {
        self.status(now).allows(SubscriptionAction::Cancel)?;
        if self.is_ended_early {
            return Err(ApiError::conflict(ErrorCode::InvalidState, "it was ended at once already"));
        }
        if self.incomplete_since.is_some() {
            return self.called_off_unpaid(now);
        }
        let today = self.day_of(now)?;
        let present = self.period_on(today)?;
        // What could not be renewed was not charged: the last period that was, is the one that counts.
        let period = match (&present, self.renewed) {
            (Some(present), Some(last)) if last < present.number() => Some(self.schedule.period(last)?),
            _ => present.filter(|period| self.renewed >= Some(period.number())),
        };
        let is_behind = present.is_some_and(|present| self.renewed < Some(present.number()));
        let timing = match timing {
            CancelTiming::Now { fee, .. } if is_behind => CancelTiming::Now { fee, mode: ProrationMode::None },
            timing => timing,
        };
        let mut decided = self.decided(timing, period.as_ref(), today)?;
        if matches!(timing, CancelTiming::Now { .. }) && (period.is_none() || is_behind) {
            // A trial ends with the day; what has not begun never does.
            let tomorrow = plus_days(today, 1).ok_or(ScheduleError::BeyondCalendar)?;
            decided.ends = if today < self.first { self.first } else { tomorrow };
        }
        if let Some(ends) = self.ends {
            decided.ends = decided.ends.min(ends);
        }
        let is_over = decided.ends <= self.first;
        let never_begins = self.renewed.is_none() && self.restarts == 0;
        let ending = Ending {
            cancellation: decided,
            credited: self.present_dues(),
            credited_ahead: self.dues_ahead(),
            returns_setup_fee: never_begins && is_credited(timing),
            returns_deposit: never_begins && (is_credited(timing) || is_over),
        };
        let after = Self {
            ends: Some(ending.cancellation.ends),
            notice_given_at: Some(self.notice_given_at.unwrap_or(now)),
            is_ended_early: matches!(timing, CancelTiming::Now { .. }),
            is_over,
            scheduled: self.scheduled.clone().filter(|change| change.effective < ending.cancellation.ends),
            ..self.clone()
        };
        Ok((after.dated(now)?, ending))
    }

    /// The same, called off while its first payment was awaited.
    fn called_off_unpaid(&self, now: Timestamp) -> Result<(Self, Ending), ApiError> {
        let cancellation = Cancellation { ends: self.first, fee_minor: 0, credit: None, credit_ahead: None };
        let off = Self {
            ends: Some(self.first),
            notice_given_at: Some(now),
            incomplete_since: None,
            is_over: true,
            ..self.clone()
        };
        let (credited, credited_ahead) = (None, None);
        let ending =
            Ending { cancellation, credited, credited_ahead, returns_setup_fee: false, returns_deposit: false };
        Ok((off.dated(now)?, ending))
    }

    /// When it ends, for what fee, and what is credited of what was charged.
    fn decided(
        &self,
        timing: CancelTiming,
        period: Option<&BillingPeriod>,
        today: Day,
    ) -> Result<Cancellation, ApiError> {
        let dues = self.dues();
        let of = Cancelling {
            schedule: &self.schedule,
            period,
            dues: &dues,
            committed_minor: self.committed_minor,
            commitment: self.commitment(),
            is_charged_ahead: self.charged_ahead_minor() > 0 && !is_credited(timing),
            paused_before: paused_up_to(&self.pauses, period.map_or(0, BillingPeriod::number)),
            notice: self.notice(),
            invoiced_until: self.invoiced_until()?,
            ends: self.ends,
        };
        let mut decided = cancel(&of, today, timing)?;
        let mode = match timing {
            CancelTiming::Now { mode, .. } => mode,
            CancelTiming::WhenDue => ProrationMode::Prorate,
        };
        // What was not charged is not credited.
        let charged = |credit: ProrationLine| ProrationLine {
            amount_minor: self.credit_minor(credit.amount_minor, mode),
            ..credit
        };
        decided.credit = decided.credit.map(charged).filter(|credit| credit.amount_minor < 0);
        if matches!(timing, CancelTiming::Now { .. }) {
            decided.credit_ahead = self.credited_ahead(mode)?;
        }
        Ok(decided)
    }

    /// What was agreed on about notice.
    const fn notice(&self) -> Notice {
        Notice { months: self.notice_months, days: self.notice_days, ends_with: self.notice_ends_with }
    }

    /// First day after a period that was invoiced in advance; none without one.
    fn invoiced_until(&self) -> Result<Option<Day>, ScheduleError> {
        self.invoiced_ahead().map(|number| Ok(self.schedule.period(number)?.after())).transpose()
    }

    /// The credit of a period that was invoiced in advance and does not begin any more; none where nothing is credited.
    fn credited_ahead(&self, mode: ProrationMode) -> Result<Option<ProrationLine>, ApiError> {
        let charged_minor = self.charged_ahead_minor();
        if mode == ProrationMode::None || charged_minor <= 0 {
            return Ok(None);
        }
        let period = self.schedule.period(self.invoiced.unwrap_or_default())?;
        let line = self.dues().credited_from(period.first(), &period)?;
        Ok(Some(ProrationLine { amount_minor: -charged_minor, ..line }))
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
    /// 409 `invalid_state` without notice, after it was ended for a fee, and when a period was charged only until the
    /// end.
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

/// Whether what was charged of periods to come, and of unused days, comes back.
const fn is_credited(timing: CancelTiming) -> bool {
    matches!(timing, CancelTiming::Now { mode: ProrationMode::Prorate | ProrationMode::FullCredit, .. })
}
