//! Divides what is due of invoices by customer and by age.

use std::collections::BTreeMap;

use billing::period::local_day;
use money_documents::Invoice;
use values::{Customer, Id, Timestamp};

/// What is due, by age.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aged {
    /// How many invoices it is of.
    pub invoices: i64,
    /// Not yet due, then overdue for 1 to 30, 31 to 60, 61 to 90 and more days, in minor units.
    pub by_age: [i64; 5],
}

impl Aged {
    /// All that is due.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.by_age.iter().sum()
    }

    /// Adds what is due of others.
    pub fn add(&mut self, other: &Self) {
        self.invoices += other.invoices;
        for (own, more) in self.by_age.iter_mut().zip(other.by_age) {
            *own += more;
        }
    }

    /// Of an invoice at an instant, by local days of its location.
    #[must_use]
    pub fn of(invoice: &Invoice, now: Timestamp) -> Self {
        let today = local_day(now, invoice.time_zone);
        let days = invoice.due_date.zip(today).map_or(0, |(due, today)| invoice.money.overdue_days(due, today));
        let age = match days {
            ..=0 => 0,
            1..=30 => 1,
            31..=60 => 2,
            61..=90 => 3,
            _ => 4,
        };
        let mut aged = Self { invoices: 1, by_age: [0; 5] };
        aged.by_age[age] = invoice.money.due_minor();
        aged
    }
}

/// What each customer owes, with the name on the latest invoice.
pub type ByCustomer = BTreeMap<Id<Customer>, (String, Aged)>;

/// Adds an invoice to what its customer owes.
pub fn add(customers: &mut ByCustomer, invoice: &Invoice, now: Timestamp) {
    let name = invoice.issue.as_ref().map(|issue| issue.bill_to.billed_name().to_owned()).unwrap_or_default();
    // The list begins with the latest.
    let (_, aged) = customers.entry(invoice.customer_id).or_insert_with(|| (name, Aged::default()));
    aged.add(&Aged::of(invoice, now));
}
