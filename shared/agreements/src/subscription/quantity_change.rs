//! Another quantity: what that does.

use billing::{
    plan_change::{CurrentTerms, Direction, change_quantity, direction},
    proration::{Dues, ProrationMode},
    subscription_status::SubscriptionAction,
};
use values::{ApiError, Timestamp};

use super::{
    plan_change::{ChangeRequest, DecidedChange, decided_later, without_nothing},
    record::Subscription,
};

impl Subscription {
    /// What another quantity does: a raise is charged for the remaining days, a reduction waits for the renewal.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn with_quantity(&self, quantity: u32, now: Timestamp) -> Result<DecidedChange, ApiError> {
        self.status(now).allows(SubscriptionAction::Change)?;
        let today = self.day_of(now)?;
        let mut plan = self.plan.clone();
        plan.terms.dues.quantity = quantity;
        if self.renewed.is_none() && self.invoiced.is_none() && self.restarts == 0 {
            let (anchor, mode) = (self.schedule.anchor(), ProrationMode::None);
            let request = ChangeRequest { plan, conditions: None, anchor, mode, timing: None };
            return self.replaced_before_it_begins(&request, now);
        }
        let period = self.charged_period(today)?;
        let current = CurrentTerms { dues: self.dues(), schedule: self.schedule, period, ends: self.ends };
        let change = change_quantity(&current, quantity, today)?;
        if change.effective > today {
            return match &self.scheduled {
                // What is scheduled stays, for so many.
                Some(scheduled) => {
                    let mut later = scheduled.clone();
                    later.plan.terms.dues.quantity = quantity;
                    let is_more = self.will_cost_more(quantity)?;
                    let after = Self { scheduled: Some(later), ..self.clone() }.dated(now)?;
                    Ok(DecidedChange { is_more, ..decided_later(after, &change) })
                }
                None => self.scheduled_for(change.effective, change, plan, now),
            };
        }
        let is_more = self.dues().quantity < quantity || self.will_cost_more(quantity)?;
        let is_paused = self.pauses.iter().any(|pause| pause.covers(period.number()));
        let lines = if is_paused { Vec::new() } else { without_nothing(change.lines.clone()) };
        let mut after = Self { plan, ..self.clone() };
        if let Some(later) = &mut after.scheduled {
            later.plan.terms.dues.quantity = quantity;
            // A reduction that waited is called off.
            if later.schedule.is_none() && later.plan.membership_plan_id == after.membership_plan_id {
                after.scheduled = None;
            }
        }
        let mode = if is_paused { ProrationMode::None } else { ProrationMode::Prorate };
        let allowances = after.changed_allowance(&self.plan, &period, today, mode)?;
        let decided = decided_later(after.dated(now)?, &change);
        Ok(DecidedChange { is_more, lines, allowances, ..decided })
    }

    /// Whether so many of the plan that it goes to cost more than it costs now and would cost then.
    fn will_cost_more(&self, quantity: u32) -> Result<bool, ApiError> {
        let Some(later) = self.scheduled.as_ref().map(|change| change.plan.terms.dues) else { return Ok(false) };
        let changed = Dues { quantity, ..later };
        Ok(costs_more(&changed, &self.dues())? && costs_more(&changed, &later)?)
    }
}

/// Whether a day of these dues costs more than one of others.
fn costs_more(dues: &Dues, than: &Dues) -> Result<bool, ApiError> {
    Ok(direction(dues, than)? == Direction::Downgrade)
}
