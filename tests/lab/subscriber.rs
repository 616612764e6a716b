//! What a subscription should do, as plainly as it can be said: one subscription of one customer, with its invoices and
//! the credits of its periods. Time is local days. Nothing here is shared with the code under test.

use chrono::NaiveDate;

use crate::periods::{Days, Periods, plus};

mod asked;
mod changes;
mod ends;
mod extras;
mod renewal;

pub use self::{
    asked::{Mode, Plan, Step},
    extras::Item,
};

/// Days after its issue on which an invoice is due.
pub const DUE_DAYS: i64 = 14;
/// Tax on everything, in percent, added to prices.
pub const TAX: i64 = 21;

/// An invoice: the first day that it is for, what it asks for, when it is due, and whether it was paid.
#[derive(Clone, Debug)]
pub struct Invoice {
    pub first: NaiveDate,
    pub total: i64,
    /// None of a draft, and of one that was voided.
    due: Option<NaiveDate>,
    is_paid: bool,
}

/// Credits of a period and the day from which they are gone.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    gone: NaiveDate,
    amount: i64,
}

/// What is to come: a plan, how many, and whether its periods begin anew.
#[derive(Clone, Debug)]
struct Later {
    on: NaiveDate,
    plan: usize,
    quantity: i64,
    is_anew: bool,
}

/// Periods `[first, after)` that are paused, and their days.
#[derive(Clone, Copy, Debug)]
struct Pause {
    first: i32,
    after: Option<i32>,
    from: NaiveDate,
    until: Option<NaiveDate>,
    is_draft: bool,
}

/// The subscription and everything it made.
#[derive(Clone, Debug)]
pub struct Subscriber {
    pub today: NaiveDate,
    hour: u32,
    plans: Vec<Plan>,
    first: NaiveDate,
    agreed: usize,
    committed: i64,
    plan: usize,
    quantity: i64,
    periods: Periods,
    is_anew: bool,
    later: Option<Later>,
    next: i32,
    /// What is charged of the dues of the present period.
    charged: i64,
    ends: Option<NaiveDate>,
    has_notice: bool,
    ended_at_once: bool,
    pauses: Vec<Pause>,
    items: Vec<Item>,
    /// What is charged of the deposit and was not given back.
    held: i64,
    /// The day on which it was made, while its first payment is awaited.
    awaited: Option<NaiveDate>,
    /// The first period was paid before it was renewed.
    is_prepaid: bool,
    pub invoices: Vec<Invoice>,
    /// Net amount of everything that was credited; none of it waits.
    pub credited: i64,
    buckets: Vec<Bucket>,
    overdrawn: i64,
}

/// The status of an answer.
pub type Answer = u16;
const DONE: Answer = 200;
const STATE: Answer = 409;
const RULE: Answer = 422;

impl Subscriber {
    /// Subscribed today, from a day on.
    pub fn new(
        plans: Vec<Plan>,
        (today, first): (NaiveDate, NaiveDate),
        quantity: i64,
        day_of_month: Option<u32>,
        is_charged: bool,
    ) -> Self {
        let paid_from = plus(first, plans[0].trial_days);
        let periods = Periods { first: paid_from, months: plans[0].months, day_of_month };
        let mut made = Self {
            today,
            hour: 0,
            committed: plans[0].price * quantity,
            plans,
            first,
            agreed: 0,
            plan: 0,
            quantity,
            periods,
            is_anew: false,
            later: None,
            next: 0,
            charged: 0,
            ends: None,
            has_notice: false,
            ended_at_once: false,
            pauses: Vec::new(),
            items: Vec::new(),
            held: 0,
            awaited: is_charged.then_some(today),
            is_prepaid: false,
            invoices: Vec::new(),
            credited: 0,
            buckets: Vec::new(),
            overdrawn: 0,
        };
        made.renew();
        made
    }

    /// Takes a step, and says how it is answered.
    pub fn take(&mut self, step: &Step) -> Answer {
        match *step {
            Step::Wait { days, hour, .. } => {
                (self.today, self.hour) = (plus(self.today, days), hour);
                self.renew();
                DONE
            }
            Step::Change { plan, quantity, mode, is_now } => {
                self.change(plan, quantity.unwrap_or(self.quantity), mode, is_now)
            }
            Step::Quantity(quantity) => self.set_quantity(quantity),
            Step::Pause { until, is_draft } => self.pause(until.map(|days| plus(self.today, days)), is_draft),
            Step::Add(item, days) => self.add(item, days.map(|days| plus(self.today, days))),
            Step::Remove => self.remove(),
            Step::Resume => self.resume(),
            Step::Pay => {
                self.pay();
                DONE
            }
            Step::Cancel => self.cancel(),
            Step::CancelNow(mode) => self.cancel_now(mode),
            Step::Uncancel => self.uncancel(),
            Step::Spend(amount) => self.spend(amount),
            Step::Goodwill(amount) => {
                self.credited += amount;
                DONE
            }
            Step::Clear => DONE,
        }
    }

    /// Which invoices are not paid, by first day, total and due date: that follows from what was credited and set off,
    /// which is checked by itself.
    pub fn note_open(&mut self, mut open: Vec<(NaiveDate, i64, NaiveDate)>) {
        for invoice in &mut self.invoices {
            let Some(due) = invoice.due else { continue };
            let place = open.iter().position(|one| *one == (invoice.first, invoice.total, due));
            invoice.is_paid = place.map(|place| open.swap_remove(place)).is_none();
        }
    }

    /// State that the service should show today, such as `active`.
    pub fn status(&self) -> &'static str {
        let overdue = |invoice: &Invoice| !invoice.is_paid && invoice.due.is_some_and(|due| due < self.today);
        if self.awaited.is_some() {
            if self.is_expired() { "incomplete_expired" } else { "incomplete" }
        } else if self.ends.is_some_and(|ends| ends <= self.today.max(self.first)) {
            "cancelled"
        } else if self.today < self.first {
            "scheduled"
        } else if self.pauses.iter().any(|pause| pause.from <= self.today && pause.until.is_none_or(|u| self.today < u))
        {
            "paused"
        } else if self.invoices.iter().any(overdue) {
            "past_due"
        } else {
            "active"
        }
    }

    /// First day of the present period or of the trial, and the first after it.
    pub fn present(&self) -> Option<(NaiveDate, NaiveDate)> {
        if matches!(self.status(), "cancelled" | "scheduled" | "incomplete_expired") || self.today < self.first {
            return None;
        }
        if self.today < self.periods.first {
            let after = self.periods.first;
            return Some((self.first, self.ends.map_or(after, |ends| ends.min(after))));
        }
        self.period_of_today().map(|period| (period.first, period.after))
    }

    /// Credits that it has.
    pub fn credits(&self) -> i64 {
        self.buckets.iter().map(|bucket| bucket.amount).sum()
    }

    fn terms(&self) -> &Plan {
        &self.plans[self.plan]
    }

    fn dues(&self) -> i64 {
        self.terms().price * self.quantity
    }

    fn period_of_today(&self) -> Option<Days> {
        self.periods.period_of(self.today).and_then(|period| period.before(self.ends))
    }

    fn pause_in(&self, number: i32) -> Option<&Pause> {
        self.pauses.iter().find(|pause| pause.first <= number && pause.after.is_none_or(|after| number < after))
    }

    fn is_paused_in(&self, number: i32) -> bool {
        self.pause_in(number).is_some()
    }

    /// Whether nothing was charged yet.
    fn has_not_begun(&self) -> bool {
        self.next == 0 && !self.is_anew
    }
}
