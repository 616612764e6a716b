//! Renewals: what one period of a subscription makes. Invoice lines, grants with their expiry, and the next period.
//!
//! A pure function of the agreement and the period's number, never of the renewal before or of the clock. So ten
//! periods renewed late are the ten that would have been renewed on time, and a second run makes the same, which its
//! key (subscription, first day) then refuses.

pub mod terms;

use values::{ApiError, Day, TimeZone, Timestamp};

pub use self::terms::{
    AddOn, DatedTerms, Invoicing, Recurrence, Renewal, RenewalCharge, RenewalGrant, RenewalLine, Terms,
};
use crate::{
    allowance,
    arithmetic::Overflow,
    cycles::{BillingSchedule, ScheduleError},
    pause::{Pause, PauseBehaviour},
    period::{BillingPeriod, plus_days},
    proration::Dues,
    wallet::Unit,
};

/// What renewals are computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement<'a> {
    /// When its periods begin. With a trial, its first day is the first that is paid for.
    pub schedule: &'a BillingSchedule,
    /// Time zone of the location, whose local days periods have.
    pub zone: TimeZone,
    /// Its terms by day, in order, at least one.
    pub terms: &'a [DatedTerms],
    /// Pauses during which no benefits are granted.
    pub pauses: &'a [Pause],
    /// What is charged besides the plan's dues.
    pub add_ons: &'a [AddOn],
    /// First day without it.
    pub ends: Option<Day>,
    /// The day from which what is granted is gone at the latest: an end that can be taken back is none, because it ends
    /// what is there when it has come.
    pub grants_end: Option<Day>,
    /// Charged once with the first period; 0 when the schedule began anew after a change to another cycle.
    pub setup_fee_minor: i64,
    /// Held from the first period until the end; 0 likewise.
    pub deposit_minor: i64,
}

/// Why a renewal cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenewalError {
    /// It lies beyond the calendar.
    Schedule(ScheduleError),
    /// An amount does not fit.
    Overflow,
    /// The agreement has no terms.
    NoTerms,
}

impl From<ScheduleError> for RenewalError {
    fn from(error: ScheduleError) -> Self {
        Self::Schedule(error)
    }
}

impl From<Overflow> for RenewalError {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<RenewalError> for ApiError {
    fn from(error: RenewalError) -> Self {
        match error {
            RenewalError::Schedule(error) => error.into(),
            RenewalError::Overflow => Overflow.into(),
            RenewalError::NoTerms => Self::internal("a subscription has no terms"),
        }
    }
}

impl Agreement<'_> {
    /// What the period of this number makes; nothing when the subscription has ended before it.
    ///
    /// # Errors
    /// [`RenewalError`].
    pub fn renewal(&self, number: u32) -> Result<Option<Renewal>, RenewalError> {
        let whole = self.schedule.period(number)?;
        let Some(period) = whole.ending_before(self.ends) else { return Ok(None) };
        let at = period.starts_at(self.zone).ok_or(ScheduleError::BeyondCalendar)?;
        let terms = self.terms_on(period.first())?;
        let pause = self.pauses.iter().find(|pause| pause.covers(number));
        let invoicing = match pause.map(|pause| pause.behaviour) {
            None => Invoicing::Issue,
            Some(PauseBehaviour::Draft) => Invoicing::Draft,
            Some(PauseBehaviour::Void) => Invoicing::Nothing,
        };
        let lines = if invoicing == Invoicing::Nothing { Vec::new() } else { self.lines(terms, &period)? };
        let grants = if pause.is_some() { Vec::new() } else { self.grants(terms, &period, at)? };
        let next = (period.after() == whole.after() && self.ends.is_none_or(|ends| whole.after() < ends))
            .then_some(whole.after());
        Ok(Some(Renewal { period, at, invoicing, lines, grants, next }))
    }

    /// Renewals due on the local day `today` after the last one made, at most `most`, in order. `lead_days` is how long
    /// before its first day a period is due, for invoices written in advance.
    ///
    /// # Errors
    /// [`RenewalError`].
    pub fn due(
        &self,
        last: Option<u32>,
        today: Day,
        lead_days: u32,
        most: usize,
    ) -> Result<Vec<Renewal>, RenewalError> {
        let horizon = plus_days(today, i64::from(lead_days)).ok_or(ScheduleError::BeyondCalendar)?;
        let mut renewals = Vec::new();
        let mut number = last.map_or(0, |last| last.saturating_add(1));
        while renewals.len() < most {
            match self.renewal(number)? {
                Some(renewal) if renewal.period.first() <= horizon => renewals.push(renewal),
                Some(_) | None => break,
            }
            number += 1;
        }
        Ok(renewals)
    }

    fn terms_on(&self, day: Day) -> Result<&Terms, RenewalError> {
        let begun = self.terms.iter().rev().find(|dated| dated.from <= day);
        begun.or(self.terms.first()).map(|dated| &dated.terms).ok_or(RenewalError::NoTerms)
    }

    fn lines(&self, terms: &Terms, period: &BillingPeriod) -> Result<Vec<RenewalLine>, RenewalError> {
        let line = |charge, dues: &Dues, amount_minor| RenewalLine {
            charge,
            quantity: dues.quantity,
            unit_minor: dues.unit_minor,
            amount_minor,
        };
        let mut lines = vec![line(RenewalCharge::Dues, &terms.dues, terms.dues.period_minor(period)?)];
        for add_on in self.add_ons {
            let dues = Dues { unit_minor: add_on.unit_minor, quantity: add_on.quantity, cycle: terms.dues.cycle };
            let amount = match add_on.recurrence {
                Recurrence::Recurring { from } if from <= period.first() => dues.period_minor(period)?,
                Recurrence::OneOff { from } if self.first_from(from)? == period.number() => dues.cycle_minor()?,
                Recurrence::Recurring { .. } | Recurrence::OneOff { .. } => continue,
            };
            lines.push(line(RenewalCharge::AddOn(add_on.id), &dues, amount));
        }
        if period.number() == 0 {
            for (charge, minor) in
                [(RenewalCharge::SetupFee, self.setup_fee_minor), (RenewalCharge::Deposit, self.deposit_minor)]
            {
                let once = Dues { unit_minor: minor, quantity: 1, cycle: terms.dues.cycle };
                lines.extend((minor > 0).then(|| line(charge, &once, minor)));
            }
        }
        lines.retain(|line| line.amount_minor != 0);
        Ok(lines)
    }

    fn grants(&self, terms: &Terms, period: &BillingPeriod, at: Timestamp) -> Result<Vec<RenewalGrant>, RenewalError> {
        let (number, quantity) = (period.number(), terms.dues.quantity);
        let expires_at =
            allowance::expires_at(self.schedule, number, terms.rollover_cycles, self.grants_end, self.zone)?;
        let mut grants = Vec::new();
        for (unit, per_cycle) in [(Unit::Credits, terms.credits), (Unit::DayPasses, terms.day_passes)] {
            let amount = allowance::granted(per_cycle, quantity, period)?;
            grants.extend((amount > 0).then_some(RenewalGrant { unit, amount, at, expires_at }));
        }
        Ok(grants)
    }

    /// Number of the first period that begins on or after a day.
    fn first_from(&self, day: Day) -> Result<u32, ScheduleError> {
        Ok(self.schedule.period_at(day)?.map_or(0, |period| period.number() + u32::from(period.first() < day)))
    }
}

/// The first day that is paid for after a trial.
///
/// # Errors
/// [`ScheduleError::BeyondCalendar`].
pub fn after_trial(first: Day, trial_days: u32) -> Result<Day, ScheduleError> {
    plus_days(first, i64::from(trial_days)).ok_or(ScheduleError::BeyondCalendar)
}

#[cfg(test)]
mod tests;
