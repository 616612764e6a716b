//! Reads what a decision about time needs. What a process remembers of a resource lets it read more in one round trip.

use chrono::NaiveDate;
use money_documents::known_tax_rates::KnownTaxRates;
use records::Location;
use store::Record;
use uuid::Uuid;
use values::{ApiError, Id, Period};
use work::UnitOfWork;

use super::ScheduleSnapshot;
use crate::{
    calendar::{Calendar, each_day},
    price,
    resource::Resource,
    resource_assignment::ResourceAssignments,
    resource_relations::ResourceRelations,
    slot::days_around,
};

impl ScheduleSnapshot {
    /// Reads resources and their calendars around `period`, and also the days in `also`.
    pub async fn load(
        work: &UnitOfWork,
        resource_id: Id<Resource>,
        additional: &[Id<Resource>],
        period: Period,
        also: Vec<(Uuid, NaiveDate)>,
    ) -> Result<Self, ApiError> {
        let days = days_around(period);
        let ids: Vec<Id<Resource>> = std::iter::once(resource_id).chain(additional.iter().copied()).collect();
        let guess = Guess::of(work, &ids);
        let all: Vec<_> = ids.iter().chain(&guess.child_ids).copied().collect();
        let wanted = also.into_iter().chain(each_day(&all, &days)).collect();
        let mut read = Read::load(work, &all, &guess.parent_ids, guess.location_id, wanted).await?;
        let asked = put_in_order(work, &ids, &read.resources).await?;
        let child_ids: Vec<_> = asked.iter().flat_map(|resource| resource.body.child_resource_ids.clone()).collect();
        let children: Vec<_> = child_ids.iter().copied().filter(|id| !all.contains(id)).collect();
        let parent_ids: Vec<_> = asked.iter().filter_map(|resource| resource.body.parent_resource_id).collect();
        let parents: Vec<_> = parent_ids.iter().copied().filter(|id| !guess.parent_ids.contains(id)).collect();
        let location_id = asked[0].body.location_id;
        let elsewhere = read.location.as_ref().is_none_or(|location| location.id != location_id).then_some(location_id);
        if elsewhere.is_some() || !children.is_empty() || !parents.is_empty() {
            read.extend(Read::load(work, &children, &parents, elsewhere, each_day(&children, &days)).await?);
        }
        for resource in &asked {
            ResourceRelations::remember(work, resource);
        }
        check_together(&asked)?;
        let is_child = |id: &Id<Resource>| child_ids.contains(id) && !ids.contains(id);
        read.resources.retain(|resource| is_child(&resource.id));
        let location = read.location.ok_or_else(|| ApiError::reference_not_found("resource_id"))?;
        let (children, calendar) = (read.resources, read.calendar);
        let asked_tax = |resource: &Record<Resource>| price::asked_tax(&resource.body, &location.body).tax_rate_id;
        let tax_rates = KnownTaxRates::read(work, asked.iter().map(asked_tax).collect::<Vec<_>>()).await?;
        let assignments = Vec::new();
        let mut snapshot = Self { location, asked, children, assignments, calendar, tax_rates, is_closed: false };
        let mut deciding: Vec<_> = snapshot.concerned().map(|resource| resource.id).chain(parent_ids).collect();
        read.assignments.retain(|assignments| remove(&mut deciding, &assignments.id.cast()));
        snapshot.assignments = read.assignments;
        let is_closed = |resource: &Record<Resource>| {
            let closing = resource.body.location_closing.as_ref();
            resource.body.is_closed(work.now)
                || closing.is_some_and(|closing| closing.concerns(&snapshot.location, work.now))
        };
        snapshot.is_closed = snapshot.concerned().any(is_closed)
            || snapshot.assignments.iter().any(|assignments| assignments.body.is_closed(work.now));
        Ok(snapshot)
    }

    /// Also reads those of these days that were not read before.
    pub async fn read_days(&mut self, work: &UnitOfWork, days: Vec<(Uuid, NaiveDate)>) -> Result<(), ApiError> {
        let missing: Vec<_> = days.into_iter().filter(|(resource, day)| !self.calendar.has(*resource, *day)).collect();
        if !missing.is_empty() {
            let more = Calendar::read_days(work, missing).await?;
            self.calendar = std::mem::take(&mut self.calendar).merged(more);
        }
        Ok(())
    }
}

/// What is read beside the resources, before they are known: a guess that is checked.
#[derive(Debug, Default)]
struct Guess {
    location_id: Option<Id<Location>>,
    child_ids: Vec<Id<Resource>>,
    parent_ids: Vec<Id<Resource>>,
}

impl Guess {
    fn of(work: &UnitOfWork, ids: &[Id<Resource>]) -> Self {
        let mut guess = Self::default();
        for relations in ids.iter().filter_map(|id| ResourceRelations::guess(work, *id)) {
            guess.location_id.get_or_insert(relations.location_id);
            guess.child_ids.extend(relations.child_resource_ids.into_iter().filter(|id| !ids.contains(id)));
            guess.parent_ids.extend(relations.parent_resource_id);
        }
        guess
    }
}

/// What is read in one round trip.
struct Read {
    resources: Vec<Record<Resource>>,
    location: Option<Record<Location>>,
    assignments: Vec<Record<ResourceAssignments>>,
    calendar: Calendar,
}

impl Read {
    async fn load(
        work: &UnitOfWork,
        ids: &[Id<Resource>],
        parent_ids: &[Id<Resource>],
        location_id: Option<Id<Location>>,
        days: Vec<(Uuid, NaiveDate)>,
    ) -> Result<Self, ApiError> {
        let (store, tenant) = (&work.store, work.tenant());
        let location = async {
            match location_id {
                Some(id) => store.find(tenant, id).await,
                None => Ok(None),
            }
        };
        let assigned: Vec<_> = ids.iter().chain(parent_ids).copied().collect();
        let (resources, location, assignments, calendar) = tokio::join!(
            store.find_all(tenant, ids),
            location,
            read_assignments(work, &assigned),
            Calendar::read_days(work, days)
        );
        Ok(Self { resources: resources?, location: location?, assignments: assignments?, calendar: calendar? })
    }

    fn extend(&mut self, more: Self) {
        self.resources.extend(more.resources);
        self.location = more.location.or(self.location.take());
        self.assignments.extend(more.assignments);
        self.calendar = std::mem::take(&mut self.calendar).merged(more.calendar);
    }
}

/// Removes an element from a list; whether it was there.
fn remove<T: PartialEq>(list: &mut Vec<T>, element: &T) -> bool {
    let found = list.contains(element);
    list.retain(|other| other != element);
    found
}

async fn read_assignments(
    work: &UnitOfWork,
    ids: &[Id<Resource>],
) -> Result<Vec<Record<ResourceAssignments>>, ApiError> {
    let ids: Vec<_> = ids.iter().map(|id| ResourceAssignments::id_of(*id)).collect();
    ResourceAssignments::read(work, &ids).await
}

/// The records in the order in which they were asked for; one that is missing is named.
async fn put_in_order(
    work: &UnitOfWork,
    ids: &[Id<Resource>],
    found: &[Record<Resource>],
) -> Result<Vec<Record<Resource>>, ApiError> {
    let field = |position: usize| match position.checked_sub(1) {
        None => "resource_id".to_owned(),
        Some(additional) => format!("additional_resource_ids[{additional}]"),
    };
    let mut ordered = Vec::new();
    for (position, id) in ids.iter().enumerate() {
        if ids[..position].contains(id) {
            return Err(ApiError::rule(field(position), "repeated", "a resource is booked once"));
        }
        match found.iter().find(|resource| resource.id == *id) {
            Some(record) => ordered.push(record.clone()),
            None => return Err(work.explain_missing_reference(*id, field(position)).await),
        }
    }
    Ok(ordered)
}

/// Resources of one booking are at one location, and none is the parent of another.
fn check_together(asked: &[Record<Resource>]) -> Result<(), ApiError> {
    for (position, other) in asked.iter().enumerate().skip(1) {
        let field = format!("additional_resource_ids[{}]", position - 1);
        if other.body.location_id != asked[0].body.location_id {
            return Err(ApiError::rule(field, "other_location", "resources of one booking are at one location"));
        }
        if asked.iter().any(|one| one.body.parent_and_children().any(|id| id == other.id)) {
            return Err(ApiError::rule(field, "part_of_another", "a booking takes the parts of a resource by itself"));
        }
    }
    Ok(())
}
