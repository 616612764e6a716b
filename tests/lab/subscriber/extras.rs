//! What is charged besides the plan, deposits, drafts, and the first payment.

use chrono::NaiveDate;

use super::{Answer, DONE, Invoice, STATE, Subscriber, TAX};
use crate::periods::{Days, plus, rounded};

/// The hour, in UTC, at which a first payment is late on the day after it was asked for: 23 hours after eight o'clock.
const LATE_AT: u32 = 7;
/// Answer to whoever removes an item that is not there.
const ABSENT: Answer = 404;

/// What is charged besides the plan.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub amount: i64,
    pub quantity: i64,
    /// With every period, or once.
    pub is_recurring: bool,
    pub from: NaiveDate,
}

impl Subscriber {
    /// Whether it can become more, or something else.
    pub(super) fn can_change(&self) -> bool {
        !matches!(self.status(), "cancelled" | "incomplete" | "incomplete_expired")
    }

    pub(super) fn add(&mut self, item: Item, from: Option<NaiveDate>) -> Answer {
        // It has a price for the present cycle.
        let goes_elsewhere = item.is_recurring && self.later.as_ref().is_some_and(|later| later.is_anew);
        if !self.can_change() || goes_elsewhere {
            return STATE;
        }
        let next = if self.next == 0 { self.periods.first } else { self.periods.begin(self.next) };
        self.items.push(Item { from: from.unwrap_or(next).max(next), ..item });
        DONE
    }

    pub(super) fn remove(&mut self) -> Answer {
        if self.items.is_empty() {
            return ABSENT;
        }
        if !self.can_change() {
            return STATE;
        }
        self.items.remove(0);
        DONE
    }

    /// What a period charges for items: of one that is charged once, the first that begins with or after its day.
    pub(super) fn items_of(&self, period: Days) -> Vec<i64> {
        let amount = |item: &Item| {
            let whole = item.amount * item.quantity;
            if item.is_recurring {
                if item.from <= period.first { period.share(whole, period.first) } else { 0 }
            } else if self.periods.first_from(item.from) == period.number {
                whole
            } else {
                0
            }
        };
        self.items.iter().map(amount).collect()
    }

    /// What was charged once is not charged again when periods begin anew.
    pub(super) fn forget_charged_items(&mut self) {
        let (periods, next) = (self.periods, self.next);
        self.items.retain(|item| item.is_recurring || periods.first_from(item.from) >= next);
    }

    /// Charges a period, with what is charged once with the first of all.
    pub(super) fn charge(&mut self, period: Days, mut lines: Vec<i64>) {
        if std::mem::take(&mut self.is_prepaid) {
            return;
        }
        let agreed = self.plans[self.agreed].clone();
        if period.number > 0 || self.is_anew {
            return self.invoice(period.first, &lines);
        }
        lines.push(agreed.setup_fee);
        if agreed.deposit == 0 {
            return self.invoice(period.first, &lines);
        }
        self.held = agreed.deposit;
        self.issue(period.first, lines.iter().sum(), agreed.deposit);
    }

    /// The dues of a paused period, which nobody owes.
    pub(super) fn draft(&mut self, first: NaiveDate, net: i64) {
        if net > 0 {
            let total = net + rounded(net * TAX, 100);
            self.invoices.push(Invoice { first, total, due: None, is_paid: true });
        }
    }

    /// The deposit comes back when it has ended.
    pub(super) fn give_deposit_back(&mut self) {
        self.credited += std::mem::take(&mut self.held);
    }

    /// Whether the first payment is late.
    pub(super) fn is_expired(&self) -> bool {
        self.awaited.is_some_and(|made| {
            let next = plus(made, 1);
            self.today > next || (self.today == next && self.hour >= LATE_AT)
        })
    }

    /// The first period is invoiced and nothing else happens, until it is paid or too late.
    pub(super) fn await_payment(&mut self) {
        if self.is_expired() {
            return self.void();
        }
        let period = self.periods.period(0);
        if self.invoices.is_empty() && period.first <= self.today {
            let lines = std::iter::once(period.share(self.dues(), period.first)).chain(self.items_of(period)).collect();
            self.charge(period, lines);
        }
    }

    /// Everything that was issued is paid.
    pub(super) fn pay(&mut self) {
        self.invoices.iter_mut().for_each(|invoice| invoice.is_paid = true);
        if self.awaited.is_some() && !self.is_expired() && !self.invoices.is_empty() {
            (self.awaited, self.is_prepaid) = (None, true);
            self.renew();
        }
    }

    /// It is called off before its first payment.
    pub(super) fn call_off(&mut self) -> Answer {
        if self.is_expired() {
            return STATE;
        }
        (self.awaited, self.ends, self.has_notice) = (None, Some(self.first), true);
        self.void();
        DONE
    }

    /// What was asked for is not asked for any more.
    fn void(&mut self) {
        self.held = 0;
        self.invoices.iter_mut().for_each(|invoice| (invoice.due, invoice.is_paid) = (None, true));
    }
}
