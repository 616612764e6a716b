//! Whether an assignment fits: decided on the resource's book, together with the books of what shares its space and with
//! what is booked.

use scheduling::{
    Resource, ResourceAssignment, ResourceAssignments,
    resource_assignment::{ASSIGNMENTS_MAX, Assigned, Days},
};
use shared::{
    ApiError, ErrorCode,
    api::Call,
    domain::{Id, Location, Record},
    store::Transaction,
};

use super::booked::Booked;
use crate::{assignment_rules, closing};

/// A resource with everything that decides about its assignments.
pub struct AssignableResource {
    /// The resource.
    pub resource: Record<Resource>,
    /// Where it stands.
    pub location: Record<Location>,
    book: Record<ResourceAssignments>,
    others: Vec<Record<Resource>>,
    other_assignments: Vec<Record<ResourceAssignments>>,
}

impl AssignableResource {
    /// Reads it, strongly consistent.
    ///
    /// # Errors
    /// 422 naming `resource_id` when there is no such resource, or none that can be assigned.
    pub async fn of(call: &Call, id: Id<Resource>) -> Result<Self, ApiError> {
        let tenant = &call.caller.tenant;
        let resource = call.reference(id, "resource_id").await?;
        if !resource.body.resource_type.is_assignable() {
            let message = "only offices, dedicated desks, parking spaces and stations are assigned";
            return Err(ApiError::rule("resource_id", "not_assignable", message));
        }
        let ids: Vec<Id<Resource>> = std::iter::once(id).chain(resource.body.parent_and_children()).collect();
        let book_ids: Vec<_> = ids.iter().copied().map(ResourceAssignments::id_of).collect();
        let mut books = call.store.find_all(tenant, &book_ids).await?;
        let own = books.iter().position(|book| book.id == book_ids[0]);
        let book = own.map(|own| books.swap_remove(own));
        Ok(Self {
            location: call.reference(resource.body.location_id, "resource_id").await?,
            book: book.ok_or_else(|| ApiError::internal(format!("{id:?} has no book of assignments")))?,
            others: if ids.len() > 1 { call.store.find_all(tenant, &ids[1..]).await? } else { Vec::new() },
            other_assignments: books,
            resource,
        })
    }

    /// Puts an assignment into the book, in place of what it took before. The book is closed for a moment: what comes of
    /// the transaction must be settled.
    ///
    /// # Errors
    /// 409 `booking_conflict` naming the days that are taken; 422 when the resource has fewer units at all.
    pub async fn take(
        &mut self,
        call: &Call,
        transaction: &mut Transaction,
        assignment: &Record<ResourceAssignment>,
    ) -> Result<(), ApiError> {
        let book = self.book_with(call, assignment)?;
        let booked = Booked { resource: &self.resource, book: &book, zone: self.location.body.time_zone };
        let days = Days { first: assignment.body.start_date, last: assignment.body.end_date };
        booked.check(call, days).await?;
        let closed = closing::close(call, std::slice::from_ref(&self.book)).await?;
        let checked = booked.check(call, days).await;
        closing::settled(call, &closed, checked).await?;
        self.book = closed.into_iter().next().unwrap_or_else(|| self.book.clone());
        transaction.replace(&self.book, &call.next_version(&self.book, book, None));
        self.require_unchanged(transaction);
        Ok(())
    }

    /// Opens the book again when the assignment did not come about.
    ///
    /// # Errors
    /// The outcome's own.
    pub async fn settled<T>(&self, call: &Call, outcome: Result<T, ApiError>) -> Result<T, ApiError> {
        closing::settled(call, std::slice::from_ref(&self.book), outcome).await
    }

    /// The book with an assignment in place of what it took before.
    fn book_with(&self, call: &Call, assignment: &Record<ResourceAssignment>) -> Result<ResourceAssignments, ApiError> {
        let ResourceAssignment { units, start_date, end_date, .. } = assignment.body;
        let days = Days { first: start_date, last: end_date };
        if units.is_some_and(|units| units > self.resource.body.units) {
            let message = format!("the resource has {} units", self.resource.body.units);
            return Err(ApiError::rule("units", "more_than_units", message));
        }
        let mut book = self.book.body.without(assignment.id, assignment_rules::today(call, &self.location.body)?);
        let own = book.conflict(days, units, self.resource.body.units);
        // A part that is assigned leaves nothing of the whole, and the whole nothing of its parts.
        let shared = self.other_assignments.iter().find_map(|other| other.body.conflict(days, None, 1));
        if let Some(taken) = own.or(shared) {
            return Err(assignment_rules::conflict("start_date", taken));
        }
        if book.assigned.len() >= ASSIGNMENTS_MAX {
            let message = format!("a resource has at most {ASSIGNMENTS_MAX} assignments, now and later");
            return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
        }
        book.assigned.push(Assigned { assignment_id: assignment.id, days, units });
        Ok(book)
    }

    /// Takes an assignment out of the book.
    ///
    /// # Errors
    /// Only on the last day of the calendar.
    pub fn free(
        &self,
        call: &Call,
        transaction: &mut Transaction,
        assignment: Id<ResourceAssignment>,
    ) -> Result<(), ApiError> {
        let book = self.book.body.without(assignment, assignment_rules::today(call, &self.location.body)?);
        transaction.replace(&self.book, &call.next_version(&self.book, book, None));
        Ok(())
    }

    /// Units, type and family must still be what was decided on, and so must what the family has assigned. A other
    /// without a book could only get one by a change of its own.
    fn require_unchanged(&self, transaction: &mut Transaction) {
        transaction.require_unchanged(&self.resource);
        for other in &self.others {
            let book_id = ResourceAssignments::id_of(other.id);
            match self.other_assignments.iter().find(|book| book.id == book_id) {
                Some(book) => transaction.require_unchanged(book),
                None => transaction.require_unchanged(other),
            }
        }
    }
}
