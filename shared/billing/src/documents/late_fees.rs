//! Late fees of an invoice: a fixed fee once, and simple interest by day, act/365, on what is due after the days of
//! grace. Days are counted whenever what is due changes, with what was due; so what is decided late is what would have
//! been decided on time, and what turns out to have been less is counted anew for exactly those days.

use serde::{Deserialize, Serialize};
use values::{Day, Percent};

use super::counted_days::CountedDays;
use crate::{
    arithmetic::share,
    period::{days_between, plus_days},
};

/// Days whose interest is charged together.
const CHARGED_EVERY_DAYS: i64 = 30;
/// Days for which interest is counted at most: 36 charges.
const COUNTED_DAYS_MAX: i64 = 36 * CHARGED_EVERY_DAYS;
/// Days of a year, whatever year it is.
const DAYS_OF_YEAR: i64 = 365;

/// What is charged when an invoice is paid late: as its location had it on issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateFeeTerms {
    /// Days after the due date of which none is counted.
    pub grace_days: u32,
    /// Fee that is charged once.
    pub fixed_minor: i64,
    /// Interest of a year.
    pub yearly_interest: Percent,
    /// Most that is charged, of the invoice's total.
    pub cap: Percent,
}

/// What of an invoice was due on days that are counted, and what was charged for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateFeeAccount {
    /// First day that is counted: the one after the days of grace.
    pub first: Day,
    /// Last day that was counted; the one before the first while none was.
    pub through: Day,
    /// Counted days on which something was due that bears interest, with what.
    #[serde(flatten)]
    pub counted: CountedDays,
    /// What of the invoice bears no interest: deposits and late fees.
    pub exempt_minor: i64,
    /// What was charged as the fixed fee.
    pub fixed_charged_minor: i64,
    /// What was charged as interest.
    pub interest_charged_minor: i64,
    /// Last day whose interest was charged.
    pub charged_through: Option<Day>,
    /// Whether days are not counted at present, and nothing is charged.
    pub is_stopped: bool,
    /// Whether nothing more will be charged, because all was or nobody is left who could be asked.
    pub is_closed: bool,
}

/// What is to be charged now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LateCharge {
    /// The fixed fee.
    pub fixed_minor: i64,
    /// Interest.
    pub interest_minor: i64,
}

impl LateCharge {
    /// Whether nothing is to be charged.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        self.fixed_minor == 0 && self.interest_minor == 0
    }
}

impl LateFeeAccount {
    /// The account of an invoice that is due on `due`; none beyond the calendar.
    #[must_use]
    pub fn new(due: Day, terms: &LateFeeTerms, exempt_minor: i64) -> Option<Self> {
        let through = plus_days(due, i64::from(terms.grace_days))?;
        Some(Self {
            first: plus_days(through, 1)?,
            through,
            counted: CountedDays::default(),
            exempt_minor,
            fixed_charged_minor: 0,
            interest_charged_minor: 0,
            charged_through: None,
            is_stopped: false,
            is_closed: false,
        })
    }

    /// Counts the days until `through`, itself included, of which `due_minor` was due.
    pub fn count(&mut self, through: Day, due_minor: i64) {
        let last = plus_days(self.first, COUNTED_DAYS_MAX - 1).unwrap_or(through);
        let days = days_between(self.through, through.min(last));
        if days <= 0 {
            return;
        }
        self.through = through.min(last);
        let bearing_minor = self.bearing_minor(due_minor);
        if !self.is_stopped {
            self.counted.add(self.through, days, bearing_minor);
        }
    }

    /// What was due bears less since a day that was counted already: nothing of the difference was due on the days after
    /// it. `None` is since ever, as of what a credit note takes off.
    pub fn recount(&mut self, since: Option<Day>, before_minor: i64, after_minor: i64) {
        self.counted.lessen(since, before_minor - after_minor);
    }

    /// What of what is due bears interest.
    #[must_use]
    pub fn bearing_minor(&self, due_minor: i64) -> i64 {
        (due_minor - self.exempt_minor).max(0)
    }

    /// Day at whose beginning something is charged next of an invoice of which `due_minor` is due: the fixed fee after the
    /// first counted day, interest after each 30 days; none once nothing more is charged.
    #[must_use]
    pub fn next_charge(&self, terms: &LateFeeTerms, total_minor: i64, due_minor: i64) -> Option<Day> {
        let bears = self.bearing_minor(due_minor) > 0;
        if !bears || self.is_stopped || self.is_closed || self.left_minor(terms, total_minor) == 0 {
            return None;
        }
        let may_count = self.counted_through() < COUNTED_DAYS_MAX;
        let fixed_from = if self.counted.days() > 0 { 1 } else { 2 };
        let is_fixed = terms.fixed_minor > 0 && self.fixed_charged_minor == 0 && (self.counted.days() > 0 || may_count);
        let fixed = is_fixed.then(|| plus_days(self.through, fixed_from)).flatten();
        let interest = (self.charged_days() / CHARGED_EVERY_DAYS + 1) * CHARGED_EVERY_DAYS;
        let is_interest = terms.yearly_interest > Percent::ZERO && interest <= COUNTED_DAYS_MAX;
        let interest = is_interest.then(|| plus_days(self.first, interest)).flatten();
        fixed.into_iter().chain(interest).min()
    }

    /// Counts what is over on `today` of an invoice of which `due_minor` is due, and answers what is to be charged for
    /// it, which is taken as charged: interest only of whole times of 30 days.
    pub fn charge(&mut self, terms: &LateFeeTerms, total_minor: i64, due_minor: i64, today: Day) -> LateCharge {
        let over = days_between(self.first, today).min(COUNTED_DAYS_MAX);
        let in_periods = over / CHARGED_EVERY_DAYS * CHARGED_EVERY_DAYS;
        let is_period_over = in_periods > self.charged_days();
        if let Some(through) = plus_days(self.before_first(), if is_period_over { in_periods } else { over }) {
            self.count(through, due_minor);
        }
        let charge = self.take(terms, total_minor, is_period_over);
        if is_period_over {
            self.charged_through = Some(self.through);
        }
        charge
    }

    /// The same of an invoice that is paid: the rest, whatever the day.
    pub fn charge_rest(&mut self, terms: &LateFeeTerms, total_minor: i64) -> LateCharge {
        let charge = self.take(terms, total_minor, true);
        self.charged_through = Some(self.through);
        charge
    }

    /// What would be charged if the invoice were paid now, with what is counted.
    #[must_use]
    pub fn uncharged(&self, terms: &LateFeeTerms, total_minor: i64) -> LateCharge {
        let mut after = self.clone();
        after.take(terms, total_minor, true)
    }

    fn take(&mut self, terms: &LateFeeTerms, total_minor: i64, with_interest: bool) -> LateCharge {
        if self.is_stopped || self.is_closed {
            return LateCharge::default();
        }
        let left_minor = self.left_minor(terms, total_minor);
        let fixed_minor = if self.counted.days() > 0 { terms.fixed_minor - self.fixed_charged_minor } else { 0 };
        let fixed_minor = fixed_minor.clamp(0, left_minor);
        let interest_minor = if with_interest { self.interest_minor(terms) - self.interest_charged_minor } else { 0 };
        let interest_minor = interest_minor.clamp(0, left_minor - fixed_minor);
        self.fixed_charged_minor += fixed_minor;
        self.interest_charged_minor += interest_minor;
        LateCharge { fixed_minor, interest_minor }
    }

    /// Interest of all counted days, rounded once.
    fn interest_minor(&self, terms: &LateFeeTerms) -> i64 {
        let year = Percent::HUNDRED.ten_thousandths() * DAYS_OF_YEAR;
        share(self.counted.minor_days(), terms.yearly_interest.ten_thousandths(), year).unwrap_or(i64::MAX)
    }

    /// What may still be charged.
    fn left_minor(&self, terms: &LateFeeTerms, total_minor: i64) -> i64 {
        let most = share(total_minor, terms.cap.ten_thousandths(), Percent::HUNDRED.ten_thousandths());
        (most.unwrap_or(i64::MAX) - self.fixed_charged_minor - self.interest_charged_minor).max(0)
    }

    /// Days from the first one to the last whose interest was charged.
    fn charged_days(&self) -> i64 {
        self.charged_through.map_or(0, |day| days_between(self.before_first(), day))
    }

    /// Days from the first one to the last that was counted.
    fn counted_through(&self) -> i64 {
        days_between(self.before_first(), self.through)
    }

    fn before_first(&self) -> Day {
        plus_days(self.first, -1).unwrap_or(self.first)
    }
}

#[cfg(test)]
mod tests;
