//! What a decision about time needs, read together, and the one way in which time is taken, kept and freed.
//!
//! Every operation that touches a calendar goes through here: it reads the day items, changes them in memory and
//! writes them under their versions with everything else in one transaction. Nothing else decides about time.

use chrono::NaiveDate;
use uuid::Uuid;

use super::{Call, frequency};
use crate::{
    domain::{
        AssignmentBook, Booking, Id, Location, Period, Record, Resource, Timestamp,
        booking::{BookingState, TakenResource},
        calendar::{Slot, days_around, fits_one_write},
    },
    error::{ApiError, TimeConflict},
    planted::{self, Bug},
    store::{
        Transaction,
        calendar::{Calendar, Taken},
        transaction::ACTIONS_MAX,
        transaction::version_conflict,
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
    /// Reads resources and their calendars around `period`, and also the days in `also`.
    pub async fn load(
        call: &Call,
        resource_id: Id<Resource>,
        additional: &[Id<Resource>],
        period: Period,
        also: Vec<(Uuid, NaiveDate)>,
    ) -> Result<Self, ApiError> {
        let (tenant, days) = (&call.caller.tenant, days_around(period));
        let ids: Vec<Id<Resource>> = std::iter::once(resource_id).chain(additional.iter().copied()).collect();
        let guess = Guess::of(call, &ids);
        let all: Vec<_> = ids.iter().chain(&guess.part_ids).copied().collect();
        let wanted = also.into_iter().chain(each_day(&all, &days)).collect();
        let mut read = Read::of(call, &all, &guess.whole_ids, guess.location_id, wanted).await?;
        let asked = in_order(&ids, &read.resources)?;
        let part_ids: Vec<_> = asked.iter().flat_map(|resource| resource.body.child_resource_ids.clone()).collect();
        let missing: Vec<_> = part_ids.iter().copied().filter(|id| !all.contains(id)).collect();
        let whole_ids: Vec<_> = asked.iter().filter_map(|resource| resource.body.parent_resource_id).collect();
        let wholes: Vec<_> = whole_ids.iter().copied().filter(|id| !guess.whole_ids.contains(id)).collect();
        let location_id = asked[0].body.location_id;
        let elsewhere = read.location.as_ref().is_none_or(|location| location.id != location_id).then_some(location_id);
        if elsewhere.is_some() || !missing.is_empty() || !wholes.is_empty() {
            read.extend(Read::of(call, &missing, &wholes, elsewhere, each_day(&missing, &days)).await?);
        }
        for resource in &asked {
            call.store.remember_place(tenant, resource);
        }
        check_together(&asked)?;
        let is_part = |id: &Id<Resource>| part_ids.contains(id) && !ids.contains(id);
        read.resources.retain(|resource| is_part(&resource.id));
        let location = read.location.ok_or_else(|| ApiError::reference_not_found("resource_id"))?;
        let mut scene =
            Self { location, asked, parts: read.resources, books: Vec::new(), calendar: read.calendar, closed: false };
        let mut deciding: Vec<_> = scene.concerned().map(|resource| resource.id).chain(whole_ids).collect();
        read.books.retain(|book| take_out(&mut deciding, &book.id.cast()));
        scene.books = read.books;
        scene.wait_if_closed(call).await;
        Ok(scene)
    }

    /// The resource that was asked for first.
    #[must_use]
    pub fn resource(&self) -> &Record<Resource> {
        &self.asked[0]
    }

    /// Where a change is being decided that what is taken must fit into, nothing is taken: the caller tries again.
    async fn wait_if_closed(&mut self, call: &Call) {
        self.closed = self.concerned().any(|resource| resource.body.is_closed(call.now))
            || self.books.iter().any(|book| book.body.is_closed(call.now));
        if self.closed {
            call.store.pause(CLOSED_PAUSE).await;
        }
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

    /// Reads these days too, as far as they are not there yet.
    pub async fn read_days(&mut self, call: &Call, days: Vec<(Uuid, NaiveDate)>) -> Result<(), ApiError> {
        let missing: Vec<_> = days.into_iter().filter(|(resource, day)| !self.calendar.has(*resource, *day)).collect();
        if !missing.is_empty() {
            let more = call.store.calendar(&call.caller.tenant, missing).await?;
            self.calendar = std::mem::take(&mut self.calendar).merged(more);
        }
        Ok(())
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

/// What is read beside the resources, before they are known: a guess that is checked.
#[derive(Debug, Default)]
struct Guess {
    location_id: Option<Id<Location>>,
    part_ids: Vec<Id<Resource>>,
    whole_ids: Vec<Id<Resource>>,
}

impl Guess {
    fn of(call: &Call, ids: &[Id<Resource>]) -> Self {
        let mut guess = Self::default();
        for place in ids.iter().filter_map(|id| call.store.place_of(&call.caller.tenant, *id)) {
            guess.location_id.get_or_insert(place.location_id);
            guess.part_ids.extend(place.part_ids.into_iter().filter(|id| !ids.contains(id)));
            guess.whole_ids.extend(place.whole_id);
        }
        guess
    }
}

/// What is read in one round trip.
struct Read {
    resources: Vec<Record<Resource>>,
    location: Option<Record<Location>>,
    books: Vec<Record<AssignmentBook>>,
    calendar: Calendar,
}

impl Read {
    async fn of(
        call: &Call,
        ids: &[Id<Resource>],
        whole_ids: &[Id<Resource>],
        location_id: Option<Id<Location>>,
        days: Vec<(Uuid, NaiveDate)>,
    ) -> Result<Self, ApiError> {
        let (store, tenant) = (&call.store, &call.caller.tenant);
        let location = async {
            match location_id {
                Some(id) => store.find(tenant, id).await,
                None => Ok(None),
            }
        };
        let with_books: Vec<_> = ids.iter().chain(whole_ids).copied().collect();
        let (resources, location, books, calendar) = tokio::join!(
            store.find_all(tenant, ids),
            location,
            books_of(call, &with_books),
            store.calendar(tenant, days)
        );
        Ok(Self { resources: resources?, location: location?, books: books?, calendar: calendar? })
    }

    fn extend(&mut self, more: Self) {
        self.resources.extend(more.resources);
        self.location = more.location.or(self.location.take());
        self.books.extend(more.books);
        self.calendar = std::mem::take(&mut self.calendar).merged(more.calendar);
    }
}

/// Takes an element out of a list; whether it was there.
fn take_out<T: PartialEq>(list: &mut Vec<T>, element: &T) -> bool {
    let found = list.contains(element);
    list.retain(|other| other != element);
    found
}

async fn books_of(call: &Call, ids: &[Id<Resource>]) -> Result<Vec<Record<AssignmentBook>>, ApiError> {
    let ids: Vec<_> = ids.iter().map(|id| AssignmentBook::id_of(*id)).collect();
    Ok(call.store.find_all(&call.caller.tenant, &ids).await?)
}

/// The calendars that hold a booking, read for a change that needs no new time.
pub async fn calendar_of(call: &Call, booking: &Booking) -> Result<Calendar, ApiError> {
    Ok(call.store.calendar(&call.caller.tenant, days_of(booking)).await?)
}

/// Every resource and day whose item holds a booking.
#[must_use]
pub fn days_of(booking: &Booking) -> Vec<(Uuid, NaiveDate)> {
    let ids: Vec<_> = booking.taken.iter().map(|taken| taken.resource_id).collect();
    each_day(&ids, &booking.days())
}

/// Frees what a booking holds.
pub fn free(calendar: &mut Calendar, booking: &Record<Booking>, now: Timestamp) {
    for taken in &booking.body.taken {
        calendar.free(taken.resource_id, booking.id.uuid(), &booking.body.days(), now);
    }
}

/// Brings a booking's calendars along with a change that takes no new time: what ends is freed, what goes on keeps its
/// place.
pub async fn follow(
    call: &Call,
    transaction: &mut Transaction,
    before: &Record<Booking>,
    after: &Booking,
) -> Result<(), ApiError> {
    let mut calendar = calendar_of(call, &before.body).await?;
    if after.state == BookingState::Cancelled {
        if !planted::on(Bug::KeptCancel) {
            free(&mut calendar, before, call.now);
        }
    } else {
        let kept = keep(&mut calendar, before, after, call.now);
        if let Err(lost) = kept.or_else(|lost| if planted::on(Bug::UncheckedConfirm) { Ok(()) } else { Err(lost) }) {
            return Err(lost_place(call, before, lost).await?);
        }
    }
    calendar.write(transaction);
    frequency::follow(call, transaction, before.id.uuid(), &before.body, after).await
}

/// Why a booking is not in its calendars: somebody moved or ended it since it was read, and the change is to be tried
/// again; or else its place is really lost.
async fn lost_place(call: &Call, before: &Record<Booking>, lost: ApiError) -> Result<ApiError, ApiError> {
    let moved = call.get(before.id).await?.version != before.version;
    Ok(if moved { version_conflict() } else { lost })
}

/// Keeps what a booking holds under its next version; its end may have come forward, nothing else about its time.
pub fn keep(
    calendar: &mut Calendar,
    before: &Record<Booking>,
    after: &Booking,
    now: Timestamp,
) -> Result<(), ApiError> {
    let old_days = before.body.days();
    for TakenResource { resource_id, units } in &before.body.taken {
        calendar
            .keep(*resource_id, &old_days, &after.slot(before.id.uuid(), *units), now)
            .map_err(|taken| conflict(*resource_id, taken))?;
    }
    Ok(())
}

/// 409 with the interval that is in the way.
#[must_use]
pub fn conflict(resource: Id<Resource>, taken: Taken) -> ApiError {
    ApiError::booking_conflict(TimeConflict {
        resource_id: resource.cast(),
        start_time: taken.period.start(),
        end_time: taken.period.end(),
    })
}

/// Each day of each resource.
fn each_day(ids: &[Id<Resource>], days: &[NaiveDate]) -> Vec<(Uuid, NaiveDate)> {
    ids.iter().flat_map(|id| days.iter().map(|day| (id.uuid(), *day))).collect()
}

/// The records in the order in which they were asked for; one that is missing is named.
fn in_order(ids: &[Id<Resource>], found: &[Record<Resource>]) -> Result<Vec<Record<Resource>>, ApiError> {
    let field = |position: usize| match position.checked_sub(1) {
        None => "resource_id".to_owned(),
        Some(additional) => format!("additional_resource_ids[{additional}]"),
    };
    let mut ordered = Vec::new();
    for (position, id) in ids.iter().enumerate() {
        if ids[..position].contains(id) {
            return Err(ApiError::rule(field(position), "repeated", "a resource is booked once"));
        }
        let record = found.iter().find(|resource| resource.id == *id).cloned();
        ordered.push(record.ok_or_else(|| ApiError::reference_not_found(field(position)))?);
    }
    Ok(ordered)
}

/// Resources of one booking stand at one location, and none is part of another.
fn check_together(asked: &[Record<Resource>]) -> Result<(), ApiError> {
    for (position, other) in asked.iter().enumerate().skip(1) {
        let field = format!("additional_resource_ids[{}]", position - 1);
        if other.body.location_id != asked[0].body.location_id {
            return Err(ApiError::rule(field, "other_location", "resources of one booking are at one location"));
        }
        if asked.iter().any(|one| one.body.relatives().any(|relative| relative == other.id)) {
            return Err(ApiError::rule(field, "part_of_another", "a booking takes the parts of a resource by itself"));
        }
    }
    Ok(())
}
