//! Renewals: what a period charges, grants and ends.

use chrono::NaiveDate;

use super::{Answer, Bucket, DONE, DUE_DAYS, Invoice, Subscriber, TAX};
use crate::periods::{Periods, plus, rounded};

impl Subscriber {
    /// Periods that have begun, one after the other.
    pub(super) fn renew(&mut self) {
        if self.awaited.is_some() {
            return self.await_payment();
        }
        self.renew_begun();
        self.expire(self.today);
        if self.status() == "cancelled" {
            self.buckets.clear();
            self.give_deposit_back();
        }
    }

    pub(super) fn renew_begun(&mut self) {
        while let Some(period) = self.periods.period(self.next).before(self.ends).filter(|p| p.first <= self.today) {
            if let Some(later) = self.later.take_if(|later| later.on <= period.first) {
                (self.plan, self.quantity) = (later.plan, later.quantity);
                if later.is_anew {
                    self.begin_anew(later.on);
                    continue;
                }
            }
            self.next += 1;
            self.expire(period.first);
            self.charged = 0;
            let pause = self.pause_in(period.number).copied();
            if pause.is_some_and(|pause| !pause.is_draft) {
                continue;
            }
            let dues = period.share(self.dues(), period.first);
            let mut lines = vec![dues];
            lines.extend(self.items_of(period));
            if pause.is_some() {
                self.draft(period.first, lines.iter().sum());
                continue;
            }
            self.charged = dues;
            self.charge(period, lines);
            let granted = period.units(self.terms().credits * self.quantity, period.first);
            let taken = self.overdrawn.min(granted);
            self.overdrawn -= taken;
            self.grant(period.number, granted - taken);
        }
    }

    pub(super) fn begin_anew(&mut self, first: NaiveDate) {
        self.forget_charged_items();
        self.periods = Periods { first, months: self.terms().months, day_of_month: None };
        self.is_anew = true;
        self.next = 0;
        self.pauses.clear();
    }

    pub(super) fn expire(&mut self, day: NaiveDate) {
        self.buckets.retain(|bucket| bucket.gone > day && bucket.amount > 0);
    }

    pub(super) fn grant(&mut self, number: i32, amount: i64) {
        let gone = self.periods.begin(number + 1 + self.terms().rollover);
        let gone = if self.ended_at_once { self.ends.map_or(gone, |ends| ends.min(gone)) } else { gone };
        if amount > 0 {
            self.buckets.push(Bucket { gone, amount });
            self.buckets.sort_by_key(|bucket| bucket.gone);
        }
    }

    /// Lines on an invoice; when they sum to less than nothing, what they credit is noted and what they charge invoiced.
    pub(super) fn invoice(&mut self, first: NaiveDate, lines: &[i64]) {
        let sum: i64 = lines.iter().sum();
        if lines.iter().all(|line| *line == 0) || (sum == 0 && lines.iter().any(|line| *line < 0)) {
            return;
        }
        if 0 <= sum {
            return self.issue(first, sum, 0);
        }
        self.credited -= lines.iter().map(|line| (*line).min(0)).sum::<i64>();
        let charged: i64 = lines.iter().map(|line| (*line).max(0)).sum();
        if charged > 0 {
            self.issue(first, charged, 0);
        }
    }

    /// An invoice of what is taxed and what is not.
    pub(super) fn issue(&mut self, first: NaiveDate, net: i64, untaxed: i64) {
        let total = net + rounded(net * TAX, 100) + untaxed;
        self.invoices.push(Invoice { first, total, due: Some(plus(self.today, DUE_DAYS)), is_paid: total == 0 });
    }

    pub(super) fn spend(&mut self, amount: i64) -> Answer {
        if self.credits() < amount {
            return 402;
        }
        let mut left = amount;
        for bucket in &mut self.buckets {
            let part = left.min(bucket.amount);
            bucket.amount -= part;
            left -= part;
        }
        DONE
    }
}
