//! Customer: a member or a company, which is served and billed. Both share one space of identifiers.

use super::{Counter, Id, Kind, KindName};

/// A member or a company; it has no record of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Customer;

impl Kind for Customer {
    const KIND: KindName = KindName::Customer;
}

impl Customer {
    /// Counts the bookings of a customer that are stored as live. It is closed while the customer makes none.
    #[must_use]
    pub fn bookings(id: Id<Self>) -> Counter {
        Counter::new("customer_bookings", id)
    }

    /// Counts the assignments of a customer that have not ended, as far as that was written down.
    #[must_use]
    pub fn assignments(id: Id<Self>) -> Counter {
        Counter::new("customer_assignments", id)
    }

    /// Counts the orders of a customer that have neither been completed nor cancelled, as far as that was written down:
    /// above 0 the customer does not go.
    #[must_use]
    pub fn open_orders(id: Id<Self>) -> Counter {
        Counter::new("customer_open_orders", id)
    }

    /// Counts the registrations for events of a customer, and the entries in their waiting lists, that have not ended,
    /// as far as that was written down: above 0 the customer does not go.
    #[must_use]
    pub fn open_registrations(id: Id<Self>) -> Counter {
        Counter::new("customer_event_registrations", id)
    }

    /// Counts the requests for help of a customer that are not closed, as far as that was written down: above 0 the
    /// customer does not go.
    #[must_use]
    pub fn open_tickets(id: Id<Self>) -> Counter {
        Counter::new("customer_open_tickets", id)
    }

    /// Counts the requests for help that are assigned to a customer and not closed, likewise.
    #[must_use]
    pub fn assigned_tickets(id: Id<Self>) -> Counter {
        Counter::new("customer_assigned_tickets", id)
    }

    /// Counts the contracts of a customer that have not ended, drafts among them, as far as that was written down:
    /// above 0 the customer does not go.
    #[must_use]
    pub fn contracts(id: Id<Self>) -> Counter {
        Counter::new("customer_contracts", id)
    }
}

/// How a customer is treated by policy: as a member or as the public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomerTier {
    /// A member: the resource's own limits, its default schedule and the member ladder.
    Member,
    /// Anybody else: the public limits, the public schedule and the public ladder.
    Public,
}
