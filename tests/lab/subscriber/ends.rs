//! Pauses, notice, and ends.

use chrono::NaiveDate;

use super::{Answer, DONE, Mode, Pause, RULE, STATE, Subscriber};
use crate::periods::{Days, plus, rounded};

impl Subscriber {
    pub(super) fn pause(&mut self, until: Option<NaiveDate>, is_draft: bool) -> Answer {
        let is_waiting = |pause: &Pause| pause.until.is_none_or(|until| self.today < until);
        if !self.can_change() || self.status() == "paused" || self.pauses.last().is_some_and(is_waiting) {
            return STATE;
        }
        if self.later.as_ref().is_some_and(|later| later.is_anew) {
            return STATE;
        }
        let first = self.periods.period_of(self.today).map_or(0, |period| period.number + 1);
        let after = until.map(|until| self.periods.first_from(until));
        if after.is_some_and(|after| after <= first) {
            return RULE;
        }
        let from = self.periods.begin(first);
        if first == 0 || self.ends.is_some_and(|ends| ends <= from) {
            return STATE;
        }
        let until = after.map(|after| self.periods.begin(after));
        self.pauses.push(Pause { first, after, from, until, is_draft });
        DONE
    }

    pub(super) fn resume(&mut self) -> Answer {
        let Some(pause) = self.pauses.last().copied().filter(|pause| pause.until.is_none_or(|u| self.today < u)) else {
            return STATE;
        };
        if self.status() == "cancelled" {
            return STATE;
        }
        self.pauses.pop();
        let after = self.periods.first_from(self.today).max(pause.first);
        let after = pause.after.map_or(after, |planned| planned.min(after));
        if after > pause.first {
            self.pauses.push(Pause { after: Some(after), until: Some(self.periods.begin(after)), ..pause });
        }
        DONE
    }

    /// The first day on which it can end without a fee.
    fn committed_until(&self) -> NaiveDate {
        let cycles = self.plans[self.agreed].commitment;
        if cycles == 0 || self.is_anew {
            return self.periods.first;
        }
        let paused: i32 = self.pauses.iter().map(|pause| pause.after.unwrap_or(pause.first + 1) - pause.first).sum();
        self.periods.begin(cycles + paused + i32::from(self.periods.begins_in_part()))
    }

    pub(super) fn cancel(&mut self) -> Answer {
        if self.awaited.is_some() {
            return self.call_off();
        }
        if self.status() == "cancelled" || self.ended_at_once {
            return STATE;
        }
        let earliest = plus(self.today, self.plans[self.agreed].notice_days);
        let end = match self.periods.period_of(earliest) {
            None => self.periods.first,
            Some(period) if period.first == earliest && earliest > self.today => period.first,
            Some(period) => period.after,
        };
        self.end(end.max(self.committed_until()));
        DONE
    }

    fn end(&mut self, on: NaiveDate) {
        let ends = self.ends.map_or(on, |ends| ends.min(on));
        self.ends = Some(ends);
        self.has_notice = true;
        self.later.take_if(|later| ends <= later.on);
        if self.status() == "cancelled" {
            self.buckets.clear();
            self.give_deposit_back();
        }
    }

    pub(super) fn cancel_now(&mut self, mode: Mode) -> Answer {
        if self.awaited.is_some() {
            return self.call_off();
        }
        if self.status() == "cancelled" || self.ended_at_once {
            return STATE;
        }
        let tomorrow = plus(self.today, 1);
        let period = self.period_of_today();
        let ends = match &period {
            Some(period) => tomorrow.min(period.after),
            None if self.today < self.first => self.first,
            None => tomorrow,
        };
        let credit = match (&period, mode) {
            (None, _) | (_, Mode::None) => 0,
            (Some(period), Mode::Prorate) => period.share(self.dues(), ends).min(self.charged),
            (Some(_), Mode::FullCredit) => self.charged,
        };
        let plan = &self.plans[self.agreed];
        let fee = rounded(self.committed * i64::from(self.owed_cycles(period)) * plan.fee_percent, 100);
        self.charged -= credit;
        self.end(ends);
        self.ended_at_once = true;
        for bucket in &mut self.buckets {
            bucket.gone = bucket.gone.min(ends);
        }
        self.invoice(self.ends.unwrap_or(ends), &[-credit, fee]);
        DONE
    }

    /// Cycles that it committed to and that are not charged, before an end of its own.
    fn owed_cycles(&self, period: Option<Days>) -> i32 {
        let commitment = self.plans[self.agreed].commitment;
        if commitment == 0 || self.is_anew {
            return 0;
        }
        let number = period.map_or(-1, |period| period.number);
        let paused = (0..=number).filter(|number| self.is_paused_in(*number)).count();
        let part = i32::from(self.periods.begins_in_part());
        let begun = (number + 1 - part).max(0) - i32::try_from(paused).unwrap();
        let owed = (commitment - begun.max(0)).max(0);
        let Some(ends) = self.ends else { return owed };
        let Some(last) = self.periods.period_of(plus(ends, -1)) else { return 0 };
        owed.min(last.number + i32::from(ends == last.after) - (number + 1)).max(0)
    }

    pub(super) fn uncancel(&mut self) -> Answer {
        if self.status() == "cancelled" || !self.has_notice || self.ended_at_once {
            return STATE;
        }
        let last = self.periods.period(self.next - 1);
        if self.next > 0 && self.ends.is_some_and(|ends| last.first < ends && ends < last.after) {
            return STATE;
        }
        (self.ends, self.has_notice) = (None, false);
        DONE
    }
}
