//! Assigning a resource inside a transaction that may change other things too, such as a contract. Whether an
//! assignment fits is decided on what is assigned of the resource and of what shares its space, and on what is booked.

use records::Location;
use records::publication::RequireActive as _;
use store::{Record, RecordSet, Transaction, transaction::version_conflict};
use values::{ApiError, Customer, Day, ErrorCode, Id, Metadata};
use work::UnitOfWork;

use crate::{
    assignment_conflicts::PlannedAssignments,
    closing,
    resource::Resource,
    resource_assignment::{ASSIGNMENTS_MAX, Assigned, Days, Held, ResourceAssignment, ResourceAssignments},
};

/// The local day at a location.
///
/// # Errors
/// Only on the last day of the calendar.
pub fn today(work: &UnitOfWork, location: &Location) -> Result<Day, ApiError> {
    Day::new(work.now.day_in(location.time_zone)).ok_or_else(|| ApiError::internal("no day after 9999"))
}

/// 409: these days are assigned already. To whom, is not said.
#[must_use]
pub fn conflict(field: &'static str, days: Days) -> ApiError {
    ApiError::conflict(ErrorCode::BookingConflict, format!("already assigned {days}")).at(field, "assigned")
}

/// A resource with everything that decides about its assignments.
pub struct AssignableResource {
    /// The resource that is to be assigned.
    pub resource: Record<Resource>,
    /// Location of the resource, in whose time zone its days are.
    pub location: Record<Location>,
    assignments: Record<ResourceAssignments>,
    others: Vec<Record<Resource>>,
    other_assignments: Vec<Record<ResourceAssignments>>,
}

impl AssignableResource {
    /// Reads it, strongly consistent.
    ///
    /// # Errors
    /// 422 naming `resource_id` when there is no such resource, or none that can be assigned.
    pub async fn read(work: &UnitOfWork, id: Id<Resource>) -> Result<Self, ApiError> {
        let tenant = work.tenant();
        let resource = work.require_reference(id, "resource_id").await?;
        if !resource.body.resource_type.is_assignable() {
            let message = "only offices, dedicated desks, parking spaces and stations are assigned";
            return Err(ApiError::rule("resource_id", "not_assignable", message));
        }
        let ids: Vec<Id<Resource>> = std::iter::once(id).chain(resource.body.parent_and_children()).collect();
        let ids_of_assignments: Vec<_> = ids.iter().copied().map(ResourceAssignments::id_of).collect();
        let mut found = ResourceAssignments::read(work, &ids_of_assignments).await?;
        let own = found.iter().position(|assignments| assignments.id == ids_of_assignments[0]);
        let assignments = own.map(|own| found.swap_remove(own));
        Ok(Self {
            location: work.require_reference(resource.body.location_id, "resource_id").await?,
            assignments: assignments
                .ok_or_else(|| ApiError::internal(format!("{id:?} has no record of assignments")))?,
            others: if ids.len() > 1 { work.store.find_all(tenant, &ids[1..]).await? } else { Vec::new() },
            other_assignments: found,
            resource,
        })
    }

    /// Reads it for a new assignment: it and its location must be active.
    ///
    /// # Errors
    /// 422 naming `resource_id`.
    pub async fn read_for_new(work: &UnitOfWork, id: Id<Resource>) -> Result<Self, ApiError> {
        let assignable = Self::read(work, id).await?;
        if !assignable.resource.body.is_active {
            return Err(ApiError::rule("resource_id", "resource_inactive", "the resource is not active"));
        }
        assignable.location.body.check_active("resource_id")?;
        Ok(assignable)
    }

    /// Writes an assignment in `transaction`, in place of what it took before. Until then the record of assignments is
    /// closed: what comes of the transaction must be given to [`Self::reopen_unless_done`].
    ///
    /// # Errors
    /// 409 `booking_conflict` naming the days that are taken; 422 when the resource has fewer units at all.
    pub async fn take(
        &mut self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        assignment: &Record<ResourceAssignment>,
    ) -> Result<(), ApiError> {
        self.take_beside(work, transaction, assignment, &mut Vec::new()).await
    }

    /// The same beside others in one transaction; `required` has what the transaction requires of them already, and of
    /// this one afterwards.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub async fn take_beside(
        &mut self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        assignment: &Record<ResourceAssignment>,
        required: &mut Vec<Id<Resource>>,
    ) -> Result<(), ApiError> {
        let planned = self.with(work, assignment.id, &assignment.body)?;
        self.take_planned(work, transaction, &assignment.body, planned, required).await
    }

    /// Holds the days of an assignment that may be made later under this id: until then nothing else takes them, and
    /// nothing is assigned. What comes of the transaction must be given to [`Self::reopen_unless_done`].
    ///
    /// # Errors
    /// As [`Self::take`].
    pub async fn hold_beside(
        &mut self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        id: Id<ResourceAssignment>,
        assignment: &ResourceAssignment,
        held: Held,
        required: &mut Vec<Id<Resource>>,
    ) -> Result<(), ApiError> {
        let mut planned = self.with(work, id, assignment)?;
        planned.assigned.iter_mut().filter(|own| own.assignment_id == id).for_each(|own| own.held = Some(held));
        self.take_planned(work, transaction, assignment, planned, required).await
    }

    async fn take_planned(
        &mut self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        assignment: &ResourceAssignment,
        planned: ResourceAssignments,
        required: &mut Vec<Id<Resource>>,
    ) -> Result<(), ApiError> {
        let closing = self.resource.body.location_closing.as_ref();
        if closing.is_some_and(|closing| closing.concerns(&self.location, work.now)) {
            return Err(version_conflict());
        }
        let booked =
            PlannedAssignments { resource: &self.resource, assignments: &planned, zone: self.location.body.time_zone };
        let days = Days { first: assignment.start_date, last: assignment.end_date };
        booked.check(work, days).await?;
        let closed = closing::close(work, std::slice::from_ref(&self.assignments)).await?;
        let checked = booked.check(work, days).await;
        closing::reopen_unless_done(work, &closed, checked).await?;
        self.assignments = closed.into_iter().next().unwrap_or_else(|| self.assignments.clone());
        transaction.replace(&self.assignments, &work.next_version(&self.assignments, planned, None));
        self.require_unchanged(transaction, required);
        Ok(())
    }

    /// Refuses an assignment that would not fit now, without taking anything.
    ///
    /// # Errors
    /// 409 `booking_conflict` naming the days that are taken; 422 when the resource has fewer units at all.
    pub async fn check_free(&self, work: &UnitOfWork, new: &ResourceAssignment) -> Result<(), ApiError> {
        let planned = self.with(work, Id::new(uuid::Uuid::nil()), new)?;
        let booked =
            PlannedAssignments { resource: &self.resource, assignments: &planned, zone: self.location.body.time_zone };
        booked.check(work, Days { first: new.start_date, last: new.end_date }).await
    }

    /// How many actions it adds to a transaction that takes it, at most.
    #[must_use]
    pub const fn actions(&self) -> usize {
        // The record of assignments, the resource, the new assignment with its counter, and those that share its space.
        4 + self.others.len()
    }

    /// The resources that share its space.
    #[must_use]
    pub fn sharing(&self) -> Vec<Id<Resource>> {
        self.resource.body.parent_and_children().collect()
    }

    /// Ends an assignment in `transaction` with the day `last`, if it does not end before; one that had not begun by
    /// then is put away.
    ///
    /// # Errors
    /// Only on the last day of the calendar.
    pub fn end_with(
        &self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        assignment: &Record<ResourceAssignment>,
        last: Day,
    ) -> Result<(), ApiError> {
        let mut body = assignment.body.clone();
        if body.end_date.is_some_and(|end| end <= last) {
            return Ok(());
        }
        let today = today(work, &self.location.body)?;
        let mut planned = self.assignments.body.without(assignment.id, today);
        let mut record_set = RecordSet::Live;
        if last < body.start_date {
            record_set = RecordSet::Archived;
            if std::mem::take(&mut body.is_counted) {
                transaction.add(&Customer::assignments(body.customer_id), -1);
            }
        } else {
            body.end_date = Some(last);
            let days = Days { first: body.start_date, last: Some(last) };
            if today <= last {
                planned.assigned.push(Assigned { assignment_id: assignment.id, days, units: body.units, held: None });
            }
        }
        transaction.replace(&self.assignments, &work.next_version(&self.assignments, planned, None));
        transaction.replace(assignment, &work.moved(assignment, body, record_set));
        Ok(())
    }

    /// Opens the record of assignments again when the assignment did not come about.
    ///
    /// # Errors
    /// The outcome's own.
    pub async fn reopen_unless_done<T>(&self, work: &UnitOfWork, outcome: Result<T, ApiError>) -> Result<T, ApiError> {
        closing::reopen_unless_done(work, std::slice::from_ref(&self.assignments), outcome).await
    }

    /// What is assigned, with an assignment in place of what it took before.
    fn with(
        &self,
        work: &UnitOfWork,
        id: Id<ResourceAssignment>,
        assignment: &ResourceAssignment,
    ) -> Result<ResourceAssignments, ApiError> {
        let ResourceAssignment { units, start_date, end_date, .. } = *assignment;
        let days = Days { first: start_date, last: end_date };
        if units.is_some_and(|units| units > self.resource.body.units) {
            let message = format!("the resource has {} units", self.resource.body.units);
            return Err(ApiError::rule("units", "more_than_units", message));
        }
        let mut planned = self.assignments.body.without(id, today(work, &self.location.body)?);
        let own = planned.conflict(days, units, self.resource.body.units);
        // A child that is assigned leaves nothing of its parent, and the parent nothing of its children.
        let shared = self.other_assignments.iter().find_map(|other| other.body.conflict(days, None, 1));
        if let Some(taken) = own.or(shared) {
            return Err(conflict("start_date", taken));
        }
        if planned.assigned.len() >= ASSIGNMENTS_MAX {
            let message = format!("a resource has at most {ASSIGNMENTS_MAX} assignments, now and later");
            return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
        }
        planned.assigned.push(Assigned { assignment_id: id, days, units, held: None });
        Ok(planned)
    }

    /// Removes an assignment in `transaction`: its days are free again.
    ///
    /// # Errors
    /// Only on the last day of the calendar.
    pub fn free(
        &self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        assignment: Id<ResourceAssignment>,
    ) -> Result<(), ApiError> {
        let planned = self.assignments.body.without(assignment, today(work, &self.location.body)?);
        transaction.replace(&self.assignments, &work.next_version(&self.assignments, planned, None));
        Ok(())
    }

    /// Units, type, parent and children must still be what was decided on, and so must what is assigned of those. One
    /// without a record of assignments could only get it by a change of its own.
    fn require_unchanged(&self, transaction: &mut Transaction, required: &mut Vec<Id<Resource>>) {
        transaction.require_unchanged(&self.resource);
        for other in &self.others {
            if required.contains(&other.id) {
                continue;
            }
            required.push(other.id);
            let id_of_assignments = ResourceAssignments::id_of(other.id);
            match self.other_assignments.iter().find(|assignments| assignments.id == id_of_assignments) {
                Some(assignments) => transaction.require_unchanged(assignments),
                None => transaction.require_unchanged(other),
            }
        }
    }
}

/// Makes an assignment of a resource that was read for it. The transaction must also require that the customer is still
/// one, so that nothing is assigned to a customer who goes at the same moment. What comes of the transaction must be
/// given to [`AssignableResource::reopen_unless_done`].
///
/// # Errors
/// 409 `booking_conflict` naming the days that are taken; 422 when the resource cannot be assigned so.
pub async fn assign(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    resource: &mut AssignableResource,
    new: ResourceAssignment,
    metadata: Option<Metadata>,
) -> Result<Record<ResourceAssignment>, ApiError> {
    let assignment = work.new_record(ResourceAssignment { is_counted: true, ..new }, metadata);
    transaction.add(&Customer::assignments(assignment.body.customer_id), 1);
    resource.take(work, transaction, &assignment).await?;
    transaction.require_active(&resource.location, "resource_id");
    transaction.create(&assignment);
    Ok(assignment)
}
