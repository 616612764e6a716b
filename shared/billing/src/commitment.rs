//! Commitment: when a subscription can end, and what ending it earlier costs.

use serde::{Deserialize, Serialize};
use values::{ApiError, Day, Percent};

use crate::{
    arithmetic::{Overflow, share, times},
    cycles::{BillingSchedule, ScheduleError},
    notice::Notice,
    period::{BillingPeriod, plus_days},
    proration::{Dues, ProrationLine, ProrationMode},
};

/// How long a customer has committed to stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commitment {
    /// Whole cycles committed to; none when 0.
    pub cycles: u32,
    /// Cycles for which the subscription was or will be paused, each of which moves the end by one.
    pub paused_cycles: u32,
}

impl Commitment {
    /// The day on which it has been met: the end of that many whole periods. A first period in part does not count.
    ///
    /// # Errors
    /// [`ScheduleError::BeyondCalendar`].
    pub fn ends(&self, schedule: &BillingSchedule) -> Result<Day, ScheduleError> {
        if self.cycles == 0 {
            return Ok(schedule.first());
        }
        let cycles =
            self.cycles.saturating_add(self.paused_cycles).saturating_add(u32::from(schedule.begins_in_part()));
        Ok(schedule.period(cycles)?.first())
    }

    /// Whole cycles still owed after the period `current`, which is charged, in which `paused_before` periods were
    /// paused up to and including it.
    #[must_use]
    pub fn remaining(&self, schedule: &BillingSchedule, current: &BillingPeriod, paused_before: u32) -> u32 {
        let begun = current.number().saturating_add(1).saturating_sub(u32::from(schedule.begins_in_part()));
        self.cycles.saturating_sub(begun.saturating_sub(paused_before))
    }
}

/// What ending a subscription before its commitment is met costs: `percent` of the cycles still owed, each of which
/// costs `cycle_minor`.
///
/// # Errors
/// [`Overflow`] when it does not fit.
pub fn early_termination_fee(cycle_minor: i64, remaining_cycles: u32, percent: Percent) -> Result<i64, Overflow> {
    let owed = times(cycle_minor, i64::from(remaining_cycles))?;
    share(owed, percent.ten_thousandths(), Percent::HUNDRED.ten_thousandths())
}

/// When a cancelled subscription is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancelTiming {
    /// As soon as notice and commitment allow, when a period ends.
    WhenDue,
    /// With the local day of the request, against the fee for what was committed to.
    Now {
        /// Percent of the dues still owed.
        fee: Percent,
        /// What becomes of the unused days of the period.
        mode: ProrationMode,
    },
}

/// What a cancellation stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelling<'a> {
    /// Schedule of the subscription's billing periods.
    pub schedule: &'a BillingSchedule,
    /// The period that has begun; none before the first.
    pub period: Option<&'a BillingPeriod>,
    /// What a cycle of the subscription costs now.
    pub dues: &'a Dues,
    /// What a cycle of what was committed to costs: what was agreed on then, whatever it costs now.
    pub committed_minor: i64,
    /// What was committed to.
    pub commitment: Commitment,
    /// Whether the period after it was charged in advance and is not credited: it is not owed any more.
    pub is_charged_ahead: bool,
    /// Periods paused so far, the current one among them.
    pub paused_before: u32,
    /// How long before the end notice is given.
    pub notice: Notice,
    /// First day after a period that was invoiced in advance, which notice does not cut; none without one.
    pub invoiced_until: Option<Day>,
    /// First day without it, where it ends by itself: nothing is owed for what comes after.
    pub ends: Option<Day>,
}

impl Cancelling<'_> {
    /// Cycles still owed of what was committed to, of `remaining` after the period of a number: whole ones that lie
    /// before the end.
    fn owed_cycles(&self, remaining: u32, begun: u32) -> Result<u32, ScheduleError> {
        let Some(last) = self.ends.and_then(|ends| plus_days(ends, -1)) else { return Ok(remaining) };
        let Some(period) = self.schedule.period_at(last)? else { return Ok(0) };
        let until = if self.ends == Some(period.after()) { period.number() + 1 } else { period.number() };
        Ok(remaining.min(until.saturating_sub(begun)))
    }
}

/// When a cancelled subscription ends, and what that costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cancellation {
    /// First day without the subscription.
    pub ends: Day,
    /// Fee for ending before what was committed to.
    pub fee_minor: i64,
    /// Credit for unused days, below zero.
    pub credit: Option<ProrationLine>,
    /// Credit for a period that was charged in advance, below zero; whoever knows of one adds it.
    pub credit_ahead: Option<ProrationLine>,
}

/// Why a cancellation cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancellationError {
    /// The end lies beyond the calendar.
    Schedule(ScheduleError),
    /// The fee does not fit.
    Overflow,
}

impl From<ScheduleError> for CancellationError {
    fn from(error: ScheduleError) -> Self {
        Self::Schedule(error)
    }
}

impl From<Overflow> for CancellationError {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<CancellationError> for ApiError {
    fn from(error: CancellationError) -> Self {
        match error {
            CancellationError::Schedule(error) => error.into(),
            CancellationError::Overflow => Overflow.into(),
        }
    }
}

/// What cancelling on the local day `requested` does.
///
/// # Errors
/// [`CancellationError`].
pub fn cancel(of: &Cancelling<'_>, requested: Day, timing: CancelTiming) -> Result<Cancellation, CancellationError> {
    match timing {
        CancelTiming::WhenDue => {
            let committed = of.commitment.ends(of.schedule)?;
            let earliest_end = of.invoiced_until.map_or(committed, |until| until.max(committed));
            let ends = of.notice.end(of.schedule, requested, earliest_end)?;
            // The end of a month can lie within a period that was charged whole.
            let cut = of.period.filter(|period| period.first() < ends && ends < period.after());
            let credit = cut.map(|period| of.dues.credited_from(ends, period)).transpose()?;
            let credit = credit.filter(|line| line.amount_minor != 0);
            Ok(Cancellation { ends, fee_minor: 0, credit, credit_ahead: None })
        }
        CancelTiming::Now { fee, mode } => {
            // The day of the request is still used: whoever cancels at 08:32 keeps the desk until midnight.
            let tomorrow = plus_days(requested, 1).ok_or(ScheduleError::BeyondCalendar)?;
            let Some(period) = of.period else {
                let ahead = u32::from(of.is_charged_ahead);
                let begun = ahead.saturating_sub(u32::from(of.schedule.begins_in_part()));
                let owed = of.owed_cycles(of.commitment.cycles.saturating_sub(begun), ahead)?;
                let fee_minor = early_termination_fee(of.committed_minor, owed, fee)?;
                return Ok(Cancellation { ends: of.schedule.first(), fee_minor, credit: None, credit_ahead: None });
            };
            let ahead = u32::from(of.is_charged_ahead);
            let remaining = of.commitment.remaining(of.schedule, period, of.paused_before).saturating_sub(ahead);
            let ends = tomorrow.min(period.after());
            let credit = match mode {
                ProrationMode::None => None,
                ProrationMode::Prorate => Some(of.dues.credited_from(ends, period)?),
                ProrationMode::FullCredit => Some(of.dues.credited_from(period.first(), period)?),
            };
            let credit = credit.filter(|line| line.amount_minor != 0);
            let owed = of.owed_cycles(remaining, period.number() + 1 + ahead)?;
            let fee_minor = early_termination_fee(of.committed_minor, owed, fee)?;
            Ok(Cancellation { ends, fee_minor, credit, credit_ahead: None })
        }
    }
}

#[cfg(test)]
mod tests;
