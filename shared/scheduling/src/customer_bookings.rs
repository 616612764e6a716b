//! How many bookings a customer has that are stored as live: one counter, changed in every transaction that makes or
//! ends one (decision 0012). The same item says whether the customer may make more, so that both are one action. It is
//! closed while a member is blocked, and when a customer has gone.

use std::collections::{BTreeMap, BTreeSet};

use store::{Transaction, transaction::version_conflict};
use values::{Customer, Id};

use crate::booking::{Booking, BookingState};

/// What the bookings of one transaction change of the counters.
#[derive(Debug, Default)]
pub struct CustomerBookings {
    changes: BTreeMap<Id<Customer>, Change>,
    /// Members who make new bookings for a company.
    bookers: BTreeSet<Id<Customer>>,
}

#[derive(Debug, Default)]
struct Change {
    by: i64,
    /// Whether one of the bookings is new, which is refused where the customer makes none.
    is_new: bool,
}

impl CustomerBookings {
    /// Counts a booking that was not there before, or a change of one.
    pub fn count(&mut self, before: Option<&Booking>, after: &Booking) {
        let change = self.changes.entry(after.customer_id).or_default();
        change.by += i64::from(is_live(after)) - i64::from(before.is_some_and(is_live));
        if before.is_none() {
            change.is_new = true;
            self.bookers.extend(after.member_id.map(Id::cast));
        }
    }

    /// Writes what changed, on the condition that customers and members who make new bookings may do so.
    pub fn write(self, transaction: &mut Transaction) {
        for booker in self.bookers.iter().filter(|booker| !self.changes.contains_key(booker)) {
            require_may_book(transaction, *booker);
        }
        for (customer, Change { by, is_new }) in self.changes {
            let counter = Customer::bookings(customer);
            if is_new {
                transaction.add_while_open(&counter, by, version_conflict());
            } else if by != 0 {
                transaction.add(&counter, by);
            }
        }
    }
}

/// Makes `transaction` fail when the customer, a member or a company, was blocked or has gone since it was read. It
/// fails with a `version_conflict`, so that the decision is made again and says why.
pub fn require_may_book(transaction: &mut Transaction, customer: Id<Customer>) {
    transaction.require_open(&Customer::bookings(customer), version_conflict());
}

/// Whether it is stored as live: time may have ended it already, which the sweep writes down.
#[must_use]
pub fn is_live(booking: &Booking) -> bool {
    matches!(booking.state, BookingState::Pending | BookingState::Confirmed)
}
