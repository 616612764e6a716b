//! What an event says about its seats and its waiting list at an instant: everything that taking, offering and waiting
//! are judged by.

use values::Timestamp;

use super::event::Event;

/// What an event says about its seats at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatTerms {
    /// How many there are; no limit when none.
    pub capacity: Option<i64>,
    /// Most that one party has.
    pub party_max: i64,
    /// Whether others may pass those for whom there is no room now.
    pub passing: bool,
    /// Whether somebody may register.
    pub is_open: bool,
    /// When registration closes, and with it every offer.
    pub closes_at: Timestamp,
    /// Instant at which all of this is so.
    pub now: Timestamp,
}

impl SeatTerms {
    /// Those of an event.
    #[must_use]
    pub fn of(event: &Event, now: Timestamp) -> Self {
        Self {
            capacity: event.capacity,
            party_max: event.max_per_customer,
            passing: event.waitlist_passing,
            is_open: event.takes_registrations(now),
            closes_at: event.closes_at(),
            now,
        }
    }

    /// Whether a party of so many could be offered its seats if nobody else had any.
    #[must_use]
    pub fn serves(&self, quantity: i64) -> bool {
        self.is_open && quantity <= self.party_max && self.capacity.is_none_or(|capacity| quantity <= capacity)
    }

    /// Whether an offer that ends then keeps its seats.
    #[must_use]
    pub fn keeps_until(&self, expires_at: Timestamp) -> bool {
        self.now < expires_at.min(self.closes_at)
    }
}
