//! What is booked stands in the way of an assignment (`areas.md` 2.4 rule 1).

use scheduling::{Resource, ResourceAssignments, resource_assignment::Days, slot::Slot};
use shared::{
    ApiError,
    api::Call,
    domain::{Id, Record, TimeZone, Timestamp},
    error::TimeConflict,
};

use crate::upcoming::{ahead, is_under_way, overfull};

/// A resource with its book as it would be.
pub struct Booked<'a> {
    /// What is assigned.
    pub resource: &'a Record<Resource>,
    /// With the new assignment.
    pub book: &'a ResourceAssignments,
    /// Where its days are days.
    pub zone: TimeZone,
}

impl Booked<'_> {
    /// Refuses an assignment whose days have fewer units left than are booked, held or blocked, and that of a whole in
    /// whose parts anything is.
    ///
    /// # Errors
    /// 409 `booking_conflict` with the interval; whose it is, is not told.
    pub async fn check(&self, call: &Call, days: Days) -> Result<(), ApiError> {
        let (resource, slots) = (self.resource, ahead(call, self.resource.id).await?);
        let instants = overfull(&slots, Some(self.book), resource.body.units, self.zone, call.now);
        let within = |at: &Timestamp| Days::at(*at, self.zone).is_some_and(|day| day.overlaps(days));
        if let Some(at) = instants.into_iter().find(within) {
            let there = slots.iter().find(|slot| is_under_way(slot, at));
            return there.map_or(Ok(()), |slot| Err(conflict(resource.id, slot)));
        }
        for part in &resource.body.child_resource_ids {
            let slots = ahead(call, *part).await?;
            let touches = |slot: &&Slot| {
                let period = slot.period().and_then(|period| Days::of(period, self.zone));
                period.is_some_and(|own| own.overlaps(days))
            };
            if let Some(slot) = slots.iter().find(touches) {
                return Err(conflict(*part, slot));
            }
        }
        Ok(())
    }
}

fn conflict(resource: Id<Resource>, slot: &Slot) -> ApiError {
    let conflict = TimeConflict::new(resource, slot.start, slot.end);
    ApiError { fields: Vec::new(), ..ApiError::booking_conflict(conflict) }.at("start_date", "booked")
}
