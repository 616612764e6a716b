//! How many bookings a customer has that are stored as live: one counter, changed in every transaction that makes or ends
//! one (decision 0012). The same item says whether the customer may make more, so that both are one action.

use std::collections::BTreeMap;

use shared::{
    domain::{Customer, Id},
    error::ApiError,
    store::Transaction,
};

use crate::booking::{Booking, BookingState};

/// What the bookings of one transaction change of the counters.
#[derive(Debug, Default)]
pub struct CustomerBookings(BTreeMap<Id<Customer>, Change>);

#[derive(Debug, Default)]
struct Change {
    by: i64,
    /// Whether one of the bookings is new, which is refused where the customer makes none.
    is_new: bool,
}

impl CustomerBookings {
    /// Counts a booking that was not there before, or a change of one.
    pub fn count(&mut self, before: Option<&Booking>, after: &Booking) {
        let change = self.0.entry(after.customer_id).or_default();
        change.by += i64::from(is_live(after)) - i64::from(before.is_some_and(is_live));
        change.is_new |= before.is_none();
    }

    /// Writes what changed.
    pub fn write(self, transaction: &mut Transaction) {
        for (customer, Change { by, is_new }) in self.0 {
            let counter = Customer::bookings(customer);
            if is_new {
                transaction.add_while_open(&counter, by, ApiError::reference_archived("customer_id"));
            } else if by != 0 {
                transaction.add(&counter, by);
            }
        }
    }
}

/// Whether it is stored as live: time may have ended it already, which the sweep writes down.
#[must_use]
pub fn is_live(booking: &Booking) -> bool {
    matches!(booking.state, BookingState::Pending | BookingState::Confirmed)
}
