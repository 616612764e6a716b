//! What decides about the time of resources, read side by side.

use shared::{
    ApiError,
    api::Call,
    domain::{
        AssignmentBook, Id, Location, Period, Record, Resource, Timestamp,
        audience::Standing,
        booking::availability::{FreePeriod, Held, Question, Site},
        calendar::days_around,
    },
    store::calendar::Calendar,
};

/// Parts, books and calendars of some resources.
pub struct Ground {
    parts: Vec<Record<Resource>>,
    books: Vec<Record<AssignmentBook>>,
    calendar: Calendar,
    now: Timestamp,
}

impl Ground {
    /// Reads what decides about these resources in and around a period.
    pub async fn read(call: &Call, resources: &[Record<Resource>], period: Period) -> Result<Self, ApiError> {
        let (store, tenant) = (&call.store, &call.caller.tenant);
        let mut ids: Vec<Id<Resource>> = resources.iter().map(|resource| resource.id).collect();
        let mut part_ids: Vec<_> =
            resources.iter().flat_map(|resource| resource.body.child_resource_ids.clone()).collect();
        part_ids.sort_unstable();
        part_ids.dedup();
        ids.extend(part_ids.iter().filter(|part| !resources.iter().any(|resource| resource.id == **part)));
        let wholes = resources.iter().filter_map(|resource| resource.body.parent_resource_id);
        let mut book_ids: Vec<_> = ids.iter().copied().chain(wholes).map(AssignmentBook::id_of).collect();
        book_ids.sort_unstable();
        book_ids.dedup();
        let calendars: Vec<_> = ids.iter().map(|id| id.uuid()).collect();
        let days = days_around(period);
        let (first, last) = (days[0], days[days.len() - 1]);
        let (parts, books, calendar) = tokio::join!(
            store.find_all(tenant, &part_ids),
            store.find_all(tenant, &book_ids),
            store.calendars(tenant, &calendars, first, last),
        );
        Ok(Self { parts: parts?, books: books?, calendar: calendar?, now: call.now })
    }

    /// A resource as the rules look at it.
    pub fn site<'a>(&'a self, resource: &'a Record<Resource>, location: &'a Location) -> Site<'a> {
        let is_part = |part: &&Record<Resource>| resource.body.child_resource_ids.contains(&part.id);
        Site {
            location,
            own: self.held(resource),
            parts: self.parts.iter().filter(is_part).map(|part| self.held(part)).collect(),
            whole: resource.body.parent_resource_id.and_then(|whole| self.book_of(whole)),
        }
    }

    fn book_of(&self, resource: Id<Resource>) -> Option<&AssignmentBook> {
        self.books.iter().find(|book| book.id == AssignmentBook::id_of(resource)).map(|book| &book.body)
    }

    fn held<'a>(&'a self, resource: &'a Record<Resource>) -> Held<'a> {
        let slots = self.calendar.slots_of(resource.id);
        Held::new(resource.id, &resource.body, &slots, self.book_of(resource.id), self.now)
    }
}

/// What both operations ask: nobody has a subscription yet, so everybody is asked for as the public.
pub fn question(call: &Call, within: Period, units: Option<u32>) -> Question {
    Question { within, units: units.unwrap_or(1), standing: Standing::Public, now: call.now }
}

/// Free periods, and starts when a length is asked for.
pub fn answer(site: &Site<'_>, question: &Question, minutes: Option<u32>) -> (Vec<FreePeriod>, Option<Vec<Timestamp>>) {
    let periods = site.free_periods(question);
    let starts = minutes.map(|minutes| site.starts(question, &periods, minutes));
    (periods, starts)
}
