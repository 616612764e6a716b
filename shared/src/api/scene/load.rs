//! Reads what a decision about time needs, in as few round trips as a process knows how.

use chrono::NaiveDate;
use uuid::Uuid;

use super::{CLOSED_PAUSE, Scene, place::each_day};
use crate::{
    api::Call,
    domain::{AssignmentBook, Id, Location, Period, Record, Resource, calendar::days_around},
    error::ApiError,
    store::calendar::Calendar,
};

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

    /// Reads these days too, as far as they are not there yet.
    pub async fn read_days(&mut self, call: &Call, days: Vec<(Uuid, NaiveDate)>) -> Result<(), ApiError> {
        let missing: Vec<_> = days.into_iter().filter(|(resource, day)| !self.calendar.has(*resource, *day)).collect();
        if !missing.is_empty() {
            let more = call.store.calendar(&call.caller.tenant, missing).await?;
            self.calendar = std::mem::take(&mut self.calendar).merged(more);
        }
        Ok(())
    }

    /// Where a change is being decided that what is taken must fit into, nothing is taken: the caller tries again.
    async fn wait_if_closed(&mut self, call: &Call) {
        self.closed = self.concerned().any(|resource| resource.body.is_closed(call.now))
            || self.books.iter().any(|book| book.body.is_closed(call.now));
        if self.closed {
            call.store.pause(CLOSED_PAUSE).await;
        }
    }
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
