//! What a decision about time needs, read together, and the one way in which time is taken, kept and freed.
//!
//! Every operation that touches a calendar goes through here: it reads the day items, changes them in memory and
//! writes them under their versions with everything else in one transaction. Nothing else decides about time.

mod load;
mod place;

pub use self::place::{calendar_of, conflict, days_of, follow, free, keep};
use crate::{
    domain::{
        AssignmentBook, Id, Location, Period, Record, Resource, Timestamp,
        audience::Standing,
        booking::{TakenResource, wish::Wish},
        calendar::{Slot, fits_one_write},
    },
    error::ApiError,
    store::{
        Transaction,
        calendar::{Calendar, Taken},
        transaction::{ACTIONS_MAX, version_conflict},
    },
};

/// Actions that may still be added when the calendars are written: records, and the idempotency key.
const OTHER_ACTIONS: usize = 4;

/// Who meets something that is closed for a moment waits as long as before this repetition of a busy transaction.
pub const CLOSED_PAUSE: u32 = 5;

/// Resources with their location and calendars.
#[derive(Debug)]
pub struct Scene {
    /// Where the resources are.
    pub location: Record<Location>,
    /// What was asked for: first the resource, then the additional ones in their order.
    pub asked: Vec<Record<Resource>>,
    /// Parts of what was asked for.
    parts: Vec<Record<Resource>>,
    /// Books of assignments, of those resources that can be assigned.
    books: Vec<Record<AssignmentBook>>,
    /// Calendars of all of them.
    pub calendar: Calendar,
    /// Whether one of them is closed for a moment: then nothing is written.
    closed: bool,
}

impl Scene {
    /// The resource that was asked for first.
    #[must_use]
    pub fn resource(&self) -> &Record<Resource> {
        &self.asked[0]
    }

    /// What was asked for beside the first resource.
    #[must_use]
    pub fn others(&self) -> Vec<(Id<Resource>, &Resource)> {
        self.asked[1..].iter().map(|other| (other.id, &other.body)).collect()
    }

    /// The wish for a period of the resource, as rules and prices judge it.
    #[must_use]
    pub fn wish(&self, period: Period, (units, attendees): (u32, i64), standing: Standing, now: Timestamp) -> Wish<'_> {
        let (resource_id, resource) = (self.resource().id, &self.resource().body);
        Wish { resource_id, resource, location: &self.location.body, period, units, attendees, standing, now }
    }

    /// Everything whose calendar is concerned: what was asked for, and its parts.
    fn concerned(&self) -> impl Iterator<Item = &Record<Resource>> {
        self.asked.iter().chain(&self.parts)
    }

    /// What a booking takes: `units` of the resource, one of each additional one, and every part of them whole.
    #[must_use]
    pub fn taken(&self, units: u32) -> Vec<TakenResource> {
        let mut taken = vec![TakenResource { resource_id: self.resource().id, units }];
        taken.extend(self.asked[1..].iter().map(|other| TakenResource { resource_id: other.id, units: 1 }));
        taken.extend(self.parts.iter().map(|part| TakenResource { resource_id: part.id, units: part.body.units }));
        taken
    }

    /// Takes time in every calendar, or tells what is in the way.
    pub fn take(
        &mut self,
        taken: &[TakenResource],
        slot: impl Fn(u32) -> Slot,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        if !fits_one_write(taken.len(), self.concerned().count() + self.books.len(), &slot(0)) {
            return Err(too_many_days());
        }
        for TakenResource { resource_id, units } in taken {
            let capacity = self.capacity(*resource_id, &slot(*units))?;
            self.calendar
                .take(*resource_id, capacity, &slot(*units), now)
                .map_err(|taken| conflict(*resource_id, taken))?;
        }
        Ok(())
    }

    /// Whether time could be taken in every calendar.
    pub fn has_room(&self, taken: &[TakenResource], slot: impl Fn(u32) -> Slot, now: Timestamp) -> bool {
        taken.iter().all(|TakenResource { resource_id, units }| {
            let room = |capacity| self.calendar.room(*resource_id, capacity, &slot(*units), now).is_ok();
            self.capacity(*resource_id, &slot(*units)).is_ok_and(room)
        })
    }

    /// Writes the calendars, on the condition that the resources are as they were read: their units, parts and policy
    /// went into the decision.
    pub fn write(self, transaction: &mut Transaction) {
        if self.closed {
            transaction.refuse(version_conflict());
        }
        for resource in self.concerned() {
            transaction.require_unchanged(resource);
        }
        for book in &self.books {
            transaction.require_unchanged(book);
        }
        self.calendar.write(transaction);
        // The days of another time are freed, too.
        if transaction.actions() + OTHER_ACTIONS > ACTIONS_MAX {
            transaction.refuse(too_many_days());
        }
    }

    /// Units of a resource that are not assigned to somebody on the days of `slot`: none when what it is a part of is.
    fn capacity(&self, id: Id<Resource>, slot: &Slot) -> Result<u32, ApiError> {
        let resource = self.concerned().find(|resource| resource.id == id);
        let (units, zone) = (resource.map_or(0, |resource| resource.body.units), self.location.body.time_zone);
        let Some(period) = slot.period() else { return Ok(units) };
        let book_of = |id| self.books.iter().find(|book| book.id == AssignmentBook::id_of(id)).map(|book| &book.body);
        let whole = resource.and_then(|resource| resource.body.parent_resource_id).and_then(book_of);
        let left = whole.map_or(Ok(1), |book| book.left(period, 1, 1, zone));
        let left = left.and_then(|_| book_of(id).map_or(Ok(units), |book| book.left(period, slot.units, units, zone)));
        left.map_err(|period| conflict(id, Taken { period }))
    }
}

fn too_many_days() -> ApiError {
    let message = "so many resources for so many days do not fit one booking";
    ApiError::rule("additional_resource_ids", "too_many_calendar_days", message)
}
