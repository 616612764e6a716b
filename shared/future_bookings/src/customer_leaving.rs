//! What becomes of everything that takes time for a customer who is to go: archived, deleted or anonymised.

use std::time::Duration;

use money_documents::{
    open_money,
    still_to_invoice::{self, ItemsAsked},
};
use records::{RecordOperation, RecordTask};
use scheduling::{
    claims::OnFutureBookings,
    customer_assignments::{self, OnAssignments},
};
use schemars::JsonSchema;
use serde::Deserialize;
use store::{ReadAhead, Transaction};
use values::{ApiError, Counter, Customer, ErrorCode, Id};
use work::{UnitOfWork, on_heap};

use crate::{
    of_customer::{self, Ended},
    waiting_lists,
};

/// What the client says about what stands on the customer.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CustomerLeavingChoice {
    /// What becomes of bookings that have not ended; refused while there are any unless this says something.
    pub on_future_bookings: Option<OnFutureBookings>,
    /// What becomes of resources that are assigned, now or later; refused while there are any unless this says
    /// something.
    pub on_assignments: Option<OnAssignments>,
}

impl CustomerLeavingChoice {
    /// What was asked for by a request that an operation carries out.
    #[must_use]
    pub fn of(operation: &RecordOperation) -> Self {
        let on_assignments = operation.ends_assignments.then_some(OnAssignments::End);
        Self { on_future_bookings: Some(OnFutureBookings::Cancel), on_assignments }
    }

    /// Whether the same is being carried out already: it is asked for again by whoever repeats the request.
    ///
    /// # Errors
    /// 409 `invalid_state` while something else is carried out, or the same with another choice.
    pub fn repeats(&self, operation: Option<&RecordOperation>, task: RecordTask) -> Result<bool, ApiError> {
        let Some(open) = operation.filter(|operation| operation.is_open()) else { return Ok(false) };
        let is_same = self.on_future_bookings == Some(OnFutureBookings::Cancel)
            && self.ends_assignments() == open.ends_assignments;
        if open.task == task && is_same {
            return Ok(true);
        }
        let message = "another operation, or the same with another choice, is being carried out for it";
        Err(ApiError::conflict(ErrorCode::InvalidState, message))
    }

    /// Whether assigned resources end.
    #[must_use]
    pub fn ends_assignments(&self) -> bool {
        self.on_assignments == Some(OnAssignments::End)
    }
}

/// How a customer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Leaving {
    /// With the transaction.
    Now,
    /// After so many bookings were cancelled, which is more than one request may do: the transaction is not committed.
    InSteps(usize),
}

/// Lets a customer go with `transaction`, once nothing stands in the way of that. What is to be cancelled or ended is
/// so now: sending the request again finishes what was left. Nothing is cancelled while something else stands in the
/// way, or when it is too much for one request.
///
/// # Errors
/// 409 `in_use` with what stands in the way, at once or when the transaction is committed.
pub async fn end(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    customer: Id<Customer>,
    CustomerLeavingChoice { on_future_bookings, on_assignments }: CustomerLeavingChoice,
) -> Result<Leaving, ApiError> {
    let work = &work.read_ahead(needed(work, customer)).await?;
    on_heap(|| require_nothing_open(work, transaction, customer)).await?;
    let assigned = customer_assignments::read_live(work, customer).await?;
    customer_assignments::check(&assigned, on_assignments)?;
    let waiting = still_to_invoice::read_waiting(work, customer).await?;
    let may_change = still_to_invoice::require_none(&waiting, ItemsAsked::Lasting, work.now)?;
    let mut wallet = on_heap(|| open_money::require_none(work, customer, &waiting)).await?;
    let is_cancelled = match on_heap(|| of_customer::end(work, transaction, customer, on_future_bookings)).await? {
        Ended::Now(is_cancelled) => is_cancelled,
        Ended::InSteps(bookings) => return Ok(Leaving::InSteps(bookings)),
    };
    if may_change || is_cancelled {
        // What was cancelled asks for nothing any more, and may have given something back; what is kept would never be
        // invoiced.
        let waiting = still_to_invoice::read_waiting(work, customer).await?;
        still_to_invoice::require_none(&waiting, ItemsAsked::All, work.now)?;
        wallet = on_heap(|| open_money::require_none(work, customer, &waiting)).await?;
    }
    wallet.require_unchanged(transaction);
    on_heap(|| customer_assignments::end(work, transaction, customer, &assigned)).await?;
    Ok(Leaving::Now)
}

/// What is said of tickets. Sensitive ones only some may see: so it is not told which they are, nor whether they are
/// the customer's own.
const TICKETS: &str = "tickets of the customer, or tickets that are assigned to them, are open: close them, or assign them to somebody else, first";

/// What stands in the way of a customer's leaving until an operation of its own ends it: the reason of the refusal,
/// what it says, and what counts it.
fn open(customer: Id<Customer>) -> [(&'static str, &'static str, Counter); 5] {
    [
        (
            "orders_open",
            "orders of the customer are open: complete or cancel them first",
            Customer::open_orders(customer),
        ),
        (
            "event_registrations_open",
            "registrations for events, or places on their waiting lists, are open: cancel them first",
            Customer::open_registrations(customer),
        ),
        ("tickets_open", TICKETS, Customer::open_tickets(customer)),
        ("tickets_open", TICKETS, Customer::assigned_tickets(customer)),
        (
            "contracts_open",
            "contracts of the customer have not ended: cancel or terminate them first",
            Customer::contracts(customer),
        ),
    ]
}

/// The counters that are looked at, so that the request waits for them once. Each must still be so in the transaction.
fn needed(work: &UnitOfWork, customer: Id<Customer>) -> ReadAhead<'_> {
    let open = open(customer).map(|(_, _, counter)| counter);
    let counters = open.into_iter().chain([Customer::assignments(customer), Customer::bookings(customer)]);
    counters.fold(ReadAhead::of(work.tenant()), |wanted, counter| wanted.counted(&counter))
}

/// Orders, registrations for events, tickets and contracts are ended by their own operations: before anything else is,
/// and when the transaction is committed. The refusal says which kinds there are.
async fn require_nothing_open(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    customer: Id<Customer>,
) -> Result<(), ApiError> {
    let kinds = open(customer);
    let counts = work.store.read_counters(work.tenant(), &kinds.clone().map(|(_, _, counter)| counter)).await?;
    let left = kinds.iter().zip(counts).filter(|(_, count)| *count > 0);
    let mut left: Vec<_> = left.map(|((reason, message, _), _)| (*reason, *message)).collect();
    left.dedup();
    if !left.is_empty() {
        let message = left.iter().map(|(_, message)| *message).collect::<Vec<_>>().join("; ");
        let error = ApiError::conflict(ErrorCode::InUse, message);
        return Err(left.into_iter().fold(error, |error, (reason, said)| error.and("id", reason, said.into())));
    }
    for (reason, message, counter) in &kinds {
        transaction.require_zero(counter, ApiError::conflict(ErrorCode::InUse, *message).at("id", *reason));
    }
    Ok(())
}

/// Ends the customer's entries on waiting lists, once the customer has gone and joins no other, in at most this time.
/// What it leaves, because the time is over or an index does not show it yet, is the sweep's.
pub async fn leave_waiting_lists(work: &UnitOfWork, customer: Id<Customer>, at_most: Duration) {
    drop(tokio::time::timeout(at_most, waiting_lists::end_all_of(work, customer)).await);
}
