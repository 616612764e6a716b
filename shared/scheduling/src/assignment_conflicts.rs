//! What is booked stands in the way of an assignment (`docs/areas/resources.md`, 18).

use store::Record;
use values::{ApiError, Id, TimeZone, Timestamp, error::TimeConflict};
use work::UnitOfWork;

use crate::{
    resource::Resource,
    resource_assignment::{Days, ResourceAssignments},
    slot::Slot,
    upcoming::{is_under_way, overfull, read_ahead},
};

/// A resource with its assignments as they would be.
pub struct PlannedAssignments<'a> {
    /// The resource that is to be assigned.
    pub resource: &'a Record<Resource>,
    /// Its assignments, with the new one among them.
    pub assignments: &'a ResourceAssignments,
    /// Where its days are days.
    pub zone: TimeZone,
}

impl PlannedAssignments<'_> {
    /// Refuses an assignment whose days have fewer units left than are booked, held or blocked, and that of a parent of
    /// whose children anything is.
    ///
    /// # Errors
    /// 409 `booking_conflict` with the interval, but not with whose it is.
    pub async fn check(&self, work: &UnitOfWork, days: Days) -> Result<(), ApiError> {
        let (resource, slots) = (self.resource, read_ahead(work, self.resource.id).await?);
        let instants = overfull(&slots, Some(self.assignments), resource.body.units, self.zone, work.now);
        let within = |at: &Timestamp| Days::at(*at, self.zone).is_some_and(|day| day.overlaps(days));
        if let Some(at) = instants.into_iter().find(within) {
            let there = slots.iter().find(|slot| is_under_way(slot, at));
            return there.map_or(Ok(()), |slot| Err(conflict(resource.id, slot)));
        }
        for child in &resource.body.child_resource_ids {
            let slots = read_ahead(work, *child).await?;
            let touches = |slot: &&Slot| {
                let period = slot.period().and_then(|period| Days::of(period, self.zone));
                period.is_some_and(|own| own.overlaps(days))
            };
            if let Some(slot) = slots.iter().find(touches) {
                return Err(conflict(*child, slot));
            }
        }
        Ok(())
    }
}

fn conflict(resource: Id<Resource>, slot: &Slot) -> ApiError {
    let conflict = TimeConflict::new(resource, slot.start, slot.end);
    ApiError { fields: Vec::new(), ..ApiError::booking_conflict(conflict) }.at("start_date", "booked")
}
