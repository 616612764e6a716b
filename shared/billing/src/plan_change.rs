//! Changing what a subscription is to: to another plan, or to another quantity.
//!
//! A preview and the change itself are the same function: what was shown is what is charged.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, Day, ErrorCode};

use crate::{
    arithmetic::Overflow,
    cycles::{Anchor, BillingSchedule, ScheduleError, average_days},
    period::BillingPeriod,
    proration::{Dues, ProrationLine, ProrationMode},
};

/// Which way a change goes, by the price of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// A day costs as much or more.
    Upgrade,
    /// A day costs less.
    Downgrade,
}

/// When a change takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeTiming {
    /// On the day of the request.
    Now,
    /// When the current period ends.
    AtPeriodEnd,
}

/// What a subscription is to, now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentTerms {
    /// What a cycle costs before the change.
    pub dues: Dues,
    /// Schedule of the billing periods before the change.
    pub schedule: BillingSchedule,
    /// The period that has begun and was charged.
    pub period: BillingPeriod,
    /// First day without it, where it ends.
    pub ends: Option<Day>,
}

/// A wish to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanChangeRequest {
    /// What it is to cost.
    pub dues: Dues,
    /// On which days periods of another cycle begin.
    pub anchor: Anchor,
    /// The local day of the request, in the current period.
    pub on: Day,
    /// What becomes of what was charged for the period.
    pub mode: ProrationMode,
    /// When; upgrades now and downgrades at the period's end when it does not say.
    pub timing: Option<ChangeTiming>,
}

/// What a change does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanChange {
    /// Which way it goes.
    pub direction: Direction,
    /// First day of the new terms.
    pub effective: Day,
    /// Credits, below zero, and charges that are due at once.
    pub lines: Vec<ProrationLine>,
    /// The periods from then on.
    pub schedule: BillingSchedule,
    /// The period that was charged for anew, of which the next renewal is the one after; none when the next renewal is
    /// the first of `schedule` that begins on or after `effective`.
    pub period: Option<BillingPeriod>,
}

/// Why a change is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanChangeError {
    /// The day is not in the current period: a renewal comes first.
    OutsidePeriod,
    /// Full credit for a period of one cycle against one of another.
    FullCreditNeedsSameCycle,
    /// The new periods cannot be.
    Schedule(ScheduleError),
    /// An amount does not fit.
    Overflow,
}

impl From<Overflow> for PlanChangeError {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<ScheduleError> for PlanChangeError {
    fn from(error: ScheduleError) -> Self {
        Self::Schedule(error)
    }
}

impl From<PlanChangeError> for ApiError {
    /// 409 `invalid_state` outside the period, 422 otherwise.
    fn from(error: PlanChangeError) -> Self {
        match error {
            PlanChangeError::OutsidePeriod => {
                Self::conflict(ErrorCode::InvalidState, "the subscription is not in a period that was charged")
            }
            PlanChangeError::FullCreditNeedsSameCycle => Self::rule(
                "proration",
                "full_credit_needs_same_cycle",
                "a period is credited in full only against one of the same cycle",
            ),
            PlanChangeError::Schedule(error) => error.into(),
            PlanChangeError::Overflow => Overflow.into(),
        }
    }
}

/// Which way a change goes: an upgrade costs as much or more for an average day.
///
/// # Errors
/// [`Overflow`] when a price does not fit.
pub fn direction(old: &Dues, new: &Dues) -> Result<Direction, Overflow> {
    // Price by days of the other: a fraction compared without dividing.
    let daily = |dues: &Dues, other: &Dues| -> Result<i128, Overflow> {
        Ok(i128::from(dues.cycle_minor()?) * i128::from(average_days(other.cycle)))
    };
    Ok(if daily(new, old)? >= daily(old, new)? { Direction::Upgrade } else { Direction::Downgrade })
}

/// What changing the plan does: an upgrade at once, with the unused days of the old plan credited and the remaining
/// days of the new one charged; a downgrade when the period ends; unless the request says otherwise.
///
/// # Errors
/// [`PlanChangeError`].
pub fn change_plan(current: &CurrentTerms, request: &PlanChangeRequest) -> Result<PlanChange, PlanChangeError> {
    let (old, new, period) = (&current.dues, &request.dues, &current.period);
    if !period.contains(request.on) {
        return Err(PlanChangeError::OutsidePeriod);
    }
    let same_cycle = old.cycle == new.cycle;
    let direction = direction(old, new)?;
    let timing = request.timing.unwrap_or(match direction {
        Direction::Upgrade => ChangeTiming::Now,
        Direction::Downgrade => ChangeTiming::AtPeriodEnd,
    });
    let restarted = |first| BillingSchedule::new(first, new.cycle, request.anchor);
    let later = || if same_cycle { Ok(current.schedule) } else { restarted(period.after()) };
    let uncharged =
        |effective, schedule| PlanChange { direction, effective, lines: Vec::new(), schedule, period: None };
    match (timing, request.mode) {
        (ChangeTiming::AtPeriodEnd, _) => Ok(uncharged(period.after(), later()?)),
        (ChangeTiming::Now, ProrationMode::None) => Ok(uncharged(request.on, later()?)),
        (ChangeTiming::Now, ProrationMode::FullCredit) if !same_cycle => Err(PlanChangeError::FullCreditNeedsSameCycle),
        (ChangeTiming::Now, mode) => {
            let from = if mode == ProrationMode::FullCredit { period.first() } else { request.on };
            let schedule = if same_cycle { current.schedule } else { restarted(request.on)? };
            let anew = || schedule.period(0).map(|anew| anew.ending_before(current.ends));
            let charged = if same_cycle { Some(*period) } else { anew()? };
            let charged = charged.ok_or(PlanChangeError::OutsidePeriod)?;
            let lines = vec![old.credited_from(from, period)?, new.charged_from(from, &charged)?];
            Ok(PlanChange { direction, effective: request.on, lines, schedule, period: Some(charged) })
        }
    }
}

/// What changing the quantity does: a raise charges the remaining days at once, a reduction waits for the renewal.
///
/// # Errors
/// [`PlanChangeError`].
pub fn change_quantity(current: &CurrentTerms, quantity: u32, on: Day) -> Result<PlanChange, PlanChangeError> {
    let (old, period) = (&current.dues, &current.period);
    if !period.contains(on) {
        return Err(PlanChangeError::OutsidePeriod);
    }
    let (direction, effective, lines) = match quantity.cmp(&old.quantity) {
        Ordering::Greater => {
            // By what all of them cost: one after the other costs what they cost at once.
            let (all, before) = (Dues { quantity, ..*old }.charged_from(on, period)?, old.charged_from(on, period)?);
            let added = ProrationLine { amount_minor: all.amount_minor - before.amount_minor, ..all };
            (Direction::Upgrade, on, vec![added])
        }
        Ordering::Equal => (Direction::Upgrade, on, Vec::new()),
        Ordering::Less => (Direction::Downgrade, period.after(), Vec::new()),
    };
    Ok(PlanChange { direction, effective, lines, schedule: current.schedule, period: Some(*period) })
}

#[cfg(test)]
mod tests;
