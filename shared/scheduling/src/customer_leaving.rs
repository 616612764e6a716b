//! What becomes of everything that takes time for a customer who is to go: archived, deleted or anonymised.

use std::time::Duration;

use money_documents::still_to_invoice::{self, ItemsAsked};
use schemars::JsonSchema;
use serde::Deserialize;
use store::{ReadAhead, Transaction};
use values::{ApiError, Counter, Customer, ErrorCode, Id};
use work::UnitOfWork;

use crate::{
    customer_assignments::{self, OnAssignments},
    future_bookings::{self, FutureBookingsChoice, OnFutureBookings},
    waitlist,
};

/// What the client says about what stands on the customer.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CustomerLeavingChoice {
    /// What becomes of bookings that have not ended; refused while there are any unless this says something.
    pub on_future_bookings: Option<OnFutureBookings>,
    /// What becomes of resources that are assigned, now or later; refused while there are any unless this says something.
    pub on_assignments: Option<OnAssignments>,
}

/// Lets a customer go with `transaction`, once nothing stands in the way of that. What is to be cancelled or ended is so now:
/// sending the request again finishes what was left. Nothing is cancelled while something else stands in the way.
///
/// # Errors
/// 409 `in_use` with what stands in the way, at once or when the transaction is committed.
pub async fn end(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    customer: Id<Customer>,
    CustomerLeavingChoice { on_future_bookings, on_assignments }: CustomerLeavingChoice,
) -> Result<(), ApiError> {
    let work = &work.read_ahead(needed(work, customer)).await?;
    require_nothing_open(work, transaction, customer).await?;
    let assigned = customer_assignments::standing(work, customer).await?;
    customer_assignments::check(&assigned, on_assignments)?;
    let may_change = still_to_invoice::require_none(work, customer, ItemsAsked::Lasting).await?;
    future_bookings::end(work, transaction, customer, FutureBookingsChoice { on_future_bookings }).await?;
    if may_change {
        // What was cancelled asks for nothing any more; what is kept would never be invoiced.
        still_to_invoice::require_none(work, customer, ItemsAsked::All).await?;
    }
    customer_assignments::end(work, transaction, customer, &assigned).await
}

/// What stands in the way of a customer's leaving until an operation of its own ends it.
fn open(customer: Id<Customer>) -> [Counter; 5] {
    [
        Customer::open_orders(customer),
        Customer::open_registrations(customer),
        Customer::open_tickets(customer),
        Customer::assigned_tickets(customer),
        Customer::contracts(customer),
    ]
}

/// The counters that are looked at, so that the request waits for them once. Each must still be so in the transaction.
fn needed(work: &UnitOfWork, customer: Id<Customer>) -> ReadAhead<'_> {
    let counters = open(customer).into_iter().chain([Customer::assignments(customer), Customer::bookings(customer)]);
    counters.fold(ReadAhead::of(work.tenant()), |wanted, counter| wanted.counted(&counter))
}

/// Orders, registrations for events, tickets and contracts are ended by their own operations: before anything else is, and when the transaction is
/// committed. Which of them there are is not told: of sensitive tickets only some may know.
async fn require_nothing_open(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    customer: Id<Customer>,
) -> Result<(), ApiError> {
    let counters = open(customer);
    let open = work.store.counts(work.tenant(), &counters).await?;
    let message = "orders, registrations for events, contracts or tickets of the customer are open, or tickets are assigned to them: complete, \
                   cancel, terminate, close or assign these first";
    for (counter, open) in counters.iter().zip(open) {
        let in_use = ApiError::conflict(ErrorCode::InUse, message);
        if open > 0 {
            return Err(in_use);
        }
        transaction.require_zero(counter, in_use);
    }
    Ok(())
}

/// Ends the customer's entries on waiting lists, once the customer has gone and joins no other, in at most this time. What it leaves,
/// because the time is over or an index does not show it yet, is the sweep's.
pub async fn leave_waiting_lists(work: &UnitOfWork, customer: Id<Customer>, at_most: Duration) {
    drop(tokio::time::timeout(at_most, waitlist::end_all_of(work, customer)).await);
}
