//! The one way in which an operation changes a ticket: it is found in its register, changed, and written with
//! everything that follows from the change: its activities, the numbers of the metrics, the counters of what it stands
//! in the way of, and its register.

use records::Location;
use shared::api::{Call, Committed, Data};
use store::{Record, Transaction, transaction::ACTIONS_MAX};
use values::{ApiError, Customer, Metadata};

use super::{counting, found::Found, metrics_rows, showing, what_changed};
use crate::records::{
    activity::TicketActivity,
    register::{Register, Registered, TicketId},
    shown::ShownTicket,
    ticket::Ticket,
};

/// What an action on a ticket returns.
pub type Changed = Result<Committed<Data<ShownTicket>>, ApiError>;

/// Actions that a transaction needs beside what a change puts into it.
const OTHER_ACTIONS: usize = 2;

/// A change of a ticket that is being decided.
pub struct Change<'a> {
    call: &'a Call,
    /// The ticket as it is stored.
    before: Found,
    /// What it is at this moment.
    pub present: Ticket,
    /// What it will be.
    pub after: Ticket,
    /// Where it is; none only of a closed ticket whose location is gone.
    pub location: Option<Record<Location>>,
    /// What else happens or must hold.
    pub transaction: Transaction,
    /// What is told beside what the change itself tells.
    pub told: Vec<TicketActivity>,
    /// The client's own keys, if they change.
    pub metadata: Option<Metadata>,
}

impl<'a> Change<'a> {
    /// Begins to change the ticket that the path names, in a version that `If-Match` allows. It must not be closed.
    ///
    /// # Errors
    /// 404, 412, and 409 `invalid_state` when it is closed.
    pub async fn begin(call: &'a Call, id: TicketId) -> Result<Self, ApiError> {
        let before = Found::get(call, id).await?;
        before.check_version(call)?;
        let change = Self::begin_found(call, before).await?;
        change.present.status.check_not_closed()?;
        Ok(change)
    }

    /// Begins to change a ticket that was found.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn begin_found(call: &'a Call, before: Found) -> Result<Self, ApiError> {
        let present = before.ticket().clone().settled(call.now);
        let location = call.store.find(call.tenant(), present.location_id).await?;
        let after = present.clone();
        let (transaction, told) = (call.transaction(), Vec::new());
        Ok(Self { call, before, present, after, location, transaction, told, metadata: None })
    }

    /// Identifier of the ticket that is changed.
    #[must_use]
    pub const fn id(&self) -> TicketId {
        self.before.id()
    }

    /// The client's own keys as they are.
    #[must_use]
    pub const fn metadata_before(&self) -> &Metadata {
        self.before.metadata()
    }

    /// Where it is.
    ///
    /// # Errors
    /// 500: a location with a ticket that is not closed is not archived.
    pub fn location(&self) -> Result<&Location, ApiError> {
        let missing = || ApiError::internal(format!("the location of the ticket {} is gone", self.id()));
        self.location.as_ref().map(|location| &location.body).ok_or_else(missing)
    }

    /// What is told of the ticket with everything that follows from it; one that stays as it is must do so until then.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn write_or_require(mut self) -> Result<Transaction, ApiError> {
        if !self.is_unchanged() {
            return self.write().await.map(|(transaction, _)| transaction);
        }
        match &self.before {
            Found::Ordinary(record) => self.transaction.require_unchanged(record),
            Found::Sensitive(record) => self.transaction.require_unchanged(record),
        }
        for activity in std::mem::take(&mut self.told) {
            self.transaction.create(&self.call.new_record(activity, None));
        }
        Ok(self.transaction)
    }

    /// Whether the ticket stays as it is.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.after == *self.before.ticket() && self.metadata.is_none()
    }

    /// Makes the change and answers the ticket; when nothing changes, nothing is written.
    ///
    /// # Errors
    /// 409 `version_conflict` when the ticket has changed meanwhile, and the refusals of what was added to the
    /// transaction.
    pub async fn commit(self) -> Changed {
        if self.is_unchanged() {
            let answer = showing::shown(&self.before, self.location.as_ref().map(|location| &location.body));
            return self.call.unchanged(Data(answer));
        }
        let call = self.call;
        let (transaction, answer) = self.write().await?;
        call.commit(transaction, Data(answer)).await
    }

    /// Everything that follows from the change, and the ticket as it will be shown.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn write(mut self) -> Result<(Transaction, ShownTicket), ApiError> {
        let call = self.call;
        let stored = self.before.ticket().clone();
        // One that changes the register gets a number there: a gap would tell that there is something else.
        let moves = stored.is_sensitive() != self.after.is_sensitive();
        if moves {
            self.after.number =
                take_number(call, &mut self.transaction, &self.after, self.after.is_sensitive()).await?;
        }
        let happened_at = self.after.closed_at.unwrap_or(call.now);
        let mut activities = what_changed::activities(self.id(), &stored, &self.after, happened_at);
        activities.append(&mut self.told);
        for activity in activities {
            self.transaction.create(&call.new_record(activity, None));
        }
        let counts = counting::difference(Some(&stored), &self.after);
        metrics_rows::add(&mut self.transaction, stored.location_id, &counts);
        count(&mut self.transaction, Some(&stored), &self.after);
        let next = self.before.next(call, self.after.clone(), self.metadata.clone());
        replace(&mut self.transaction, &self.before, &next);
        check_size(&mut self.transaction);
        let answer = showing::shown(&next, self.location.as_ref().map(|location| &location.body));
        Ok((self.transaction, answer))
    }
}

fn replace(transaction: &mut Transaction, before: &Found, after: &Found) {
    match (before, after) {
        (Found::Ordinary(before), Found::Ordinary(after)) => transaction.replace(before, after),
        (Found::Sensitive(before), Found::Sensitive(after)) => transaction.replace(before, after),
        (Found::Ordinary(before), Found::Sensitive(after)) => transaction.transfer(before, after),
        (Found::Sensitive(before), Found::Ordinary(after)) => transaction.transfer(before, after),
    }
}

/// Takes the next number of a register of the ticket's location.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn take_number(
    call: &Call,
    transaction: &mut Transaction,
    ticket: &Ticket,
    is_sensitive: bool,
) -> Result<i64, ApiError> {
    let sequence = Ticket::numbers(ticket.location_id, is_sensitive);
    let last = call.store.read_counter(call.tenant(), &sequence).await?;
    transaction.take_number(&sequence, last);
    Ok(last + 1)
}

/// Counts what a ticket stands in the way of: its location, its requester and its assignee.
pub fn count(transaction: &mut Transaction, before: Option<&Ticket>, after: &Ticket) {
    let open = |ticket: &&Ticket| ticket.is_open();
    let (before, after) = (before.filter(open), Some(after).filter(open));
    let (of_before, of_after) = (before.map(|_| -1), after.map(|_| 1));
    for (ticket, by) in before.zip(of_before).into_iter().chain(after.zip(of_after)) {
        let assignee = before.and_then(|ticket| ticket.assignee_id) != after.and_then(|ticket| ticket.assignee_id);
        if before.is_some() != after.is_some() {
            transaction.add(&Location::uses(ticket.location_id), by);
            transaction.add(&Customer::open_tickets(ticket.requester_id.cast()), by);
        }
        if let Some(id) = ticket.assignee_id
            && assignee
        {
            transaction.add(&Customer::assigned_tickets(id.cast()), by);
        }
    }
}

/// Refuses what does not fit one transaction: the block of a resource with many parts for many days.
pub fn check_size(transaction: &mut Transaction) {
    if transaction.actions() + OTHER_ACTIONS > ACTIONS_MAX {
        let message = "a resource with so many parts is not blocked for so many days in one request";
        transaction.refuse(ApiError::rule("end_time", "too_many_calendar_days", message));
    }
}

/// Begins to change a ticket of a register, as time does.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn begin_by_time<'a, R: Register>(
    call: &'a Call,
    record: &Record<Registered<R>>,
) -> Result<Change<'a>, ApiError> {
    Change::begin_found(call, Found::registered(record)).await
}
