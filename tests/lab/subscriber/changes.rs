//! Another plan, another quantity.

use super::{Answer, DONE, Later, Mode, RULE, STATE, Subscriber};
use crate::periods::{Days, Periods};

impl Subscriber {
    pub(super) fn change(&mut self, plan: usize, quantity: i64, mode: Mode, is_now: Option<bool>) -> Answer {
        if !self.can_change() {
            return STATE;
        }
        let (old, new) = (self.terms().clone(), self.plans[plan].clone());
        if self.has_not_begun() {
            if old.months != new.months {
                self.periods = Periods { months: new.months, day_of_month: None, ..self.periods };
            }
            (self.plan, self.agreed, self.quantity) = (plan, plan, quantity);
            self.committed = new.price * quantity;
            return DONE;
        }
        let Some(period) = self.period_of_today().filter(|period| period.number + 1 == self.next) else { return STATE };
        let is_anew = old.months != new.months;
        let has_items = self.items.iter().any(|item| item.is_recurring);
        let is_pausing = self.pauses.last().is_some_and(|pause| pause.until.is_none_or(|until| self.today < until));
        if is_anew && (has_items || is_pausing) {
            return STATE;
        }
        let is_upgrade = new.price * quantity * i64::from(old.months) >= self.dues() * i64::from(new.months);
        let waits = self.is_paused_in(period.number) || (is_anew && mode == Mode::None);
        if waits || !is_now.unwrap_or(is_upgrade) {
            return self.change_later(Later { on: period.after, plan, quantity, is_anew });
        }
        if is_anew && mode == Mode::FullCredit {
            return RULE;
        }
        self.change_now(plan, quantity, mode, period);
        DONE
    }

    fn change_later(&mut self, later: Later) -> Answer {
        if self.ends.is_some_and(|ends| ends <= later.on) {
            return STATE;
        }
        self.later = Some(later);
        DONE
    }

    fn change_now(&mut self, plan: usize, quantity: i64, mode: Mode, period: Days) {
        let (before, dues, today) = (self.terms().clone(), self.dues(), self.today);
        let whole_units = before.credits * self.quantity;
        let from = if mode == Mode::FullCredit { period.first } else { today };
        (self.plan, self.quantity, self.later) = (plan, quantity, None);
        if mode == Mode::None {
            return;
        }
        let credit = match mode {
            Mode::FullCredit => self.charged,
            _ => period.share(dues, from).min(self.charged),
        };
        let back = period.units(whole_units, from);
        let rest = self.credits();
        if before.months == self.terms().months {
            let charge = period.share(self.dues(), from);
            self.charged += charge - credit;
            self.invoice(from, &[-credit, charge]);
            let granted = period.units(self.terms().credits * quantity, from);
            self.settle_credits(granted - back - self.overdrawn, rest, period.number);
        } else {
            self.begin_anew(today);
            self.next = 1;
            self.buckets.clear();
            let Some(begun) = self.periods.period(0).before(self.ends) else { return };
            self.charged = begun.share(self.dues(), today);
            self.invoice(today, &[-credit, self.charged]);
            // Of what was granted for days that are credited, what is not there any more is owed.
            let owed = (back - rest).max(0) + self.overdrawn;
            let granted = begun.units(self.terms().credits * quantity, today);
            self.settle_credits(granted - owed, 0, 0);
        }
    }

    /// Grants what is more, or takes what is less, as far as it is there; the rest is taken off what is granted next.
    fn settle_credits(&mut self, more: i64, rest: i64, number: i32) {
        let less = (-more).max(0);
        let mut taken = less.min(rest);
        self.overdrawn = less - taken;
        for bucket in self.buckets.iter_mut().rev() {
            let part = taken.min(bucket.amount);
            bucket.amount -= part;
            taken -= part;
        }
        self.grant(number, more.max(0));
    }

    pub(super) fn set_quantity(&mut self, quantity: i64) -> Answer {
        let waiting = self.later.as_ref().map_or(self.quantity, |later| later.quantity);
        if self.quantity >= quantity && quantity == waiting {
            return DONE;
        }
        if !self.can_change() {
            return STATE;
        }
        if self.has_not_begun() {
            self.quantity = quantity;
            self.committed = self.dues();
            return DONE;
        }
        let Some(period) = self.period_of_today().filter(|period| period.number + 1 == self.next) else { return STATE };
        if quantity < self.quantity {
            return match &mut self.later {
                Some(later) => {
                    later.quantity = quantity;
                    DONE
                }
                None => self.change_later(Later { on: period.after, plan: self.plan, quantity, is_anew: false }),
            };
        }
        let (dues, units) = (self.dues(), self.terms().credits * self.quantity);
        self.quantity = quantity;
        if let Some(later) = &mut self.later {
            later.quantity = quantity;
            if later.plan == self.plan {
                self.later = None;
            }
        }
        if !self.is_paused_in(period.number) {
            let charge = period.share(self.dues(), self.today) - period.share(dues, self.today);
            self.charged += charge;
            self.invoice(self.today, &[charge]);
            let granted = period.units(self.terms().credits * quantity, self.today);
            let more = granted - period.units(units, self.today) - self.overdrawn;
            self.settle_credits(more, self.credits(), period.number);
        }
        DONE
    }
}
