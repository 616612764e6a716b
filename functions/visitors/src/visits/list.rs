use records::{
    Location, Member, VisitorContact, VisitorVisit,
    visitor_visit::{VisitStatus, calendar_entry},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, UncountedFilter};
use store::{CalendarListName, CalendarSubject, Expression, List, Order, TimeList, expression::NOW};
use values::{ApiError, Id, SearchText, Timestamp};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VisitorVisitFilter {
    /// Only visits in this state at this moment.
    status: Option<VisitStatus>,
    /// Only visits at this location.
    location_id: Option<Id<Location>>,
    /// Only visits of this host.
    host_id: Option<Id<Member>>,
    /// Only visits of this contact.
    contact_id: Option<Id<VisitorContact>>,
    /// Only visits to this booking.
    booking_id: Option<Id<()>>,
    /// Only visits that were made together with this one.
    series_id: Option<Id<VisitorVisit>>,
    /// Only visitors who are expected at this instant or later.
    from: Option<Timestamp>,
    /// Only visitors who are expected before this instant.
    to: Option<Timestamp>,
    /// Beginnings of words of the visitor's name, surname, company and e-mail address.
    q: Option<SearchText>,
}

/// Lists visits by the instant at which visitors are expected, earliest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<VisitorVisitFilter>) -> Lists<VisitorVisit> {
    if let (Some(from), Some(to)) = (filter.from, filter.to)
        && to < from
    {
        return Err(ApiError::rule("to", "end_before_start", "to must not be before from"));
    }
    let (is_there, host) = tokio::try_join!(is_at_location(&call, &filter), find_host(&call, &filter))?;
    let query = filter.counted(host, call.now);
    let is_series = filter.series_id.is_none() || host.is_some();
    let is_nowhere = !is_there || !is_series || filter.host_id.is_some_and(|asked| host != Some(asked));
    let query = if is_nowhere { query.of_nothing() } else { query };
    let Some(field) = filter.uncounted() else { return call.page(query, paging).await };
    let visits = query
        .whole()
        .only("booking_id", filter.booking_id.as_ref())
        .only("series_id", filter.series_id.as_ref())
        .finding(filter.q.as_ref());
    let narrowing = "location_id, host_id, contact_id, status, from and to";
    let uncounted = UncountedFilter { field, records: "visits", narrowing };
    call.page_through(&query, visits, uncounted, paging).await
}

/// Whether the contact that is asked for is one of the location that is asked for; of which it is never changes.
async fn is_at_location(call: &Call, filter: &VisitorVisitFilter) -> Result<bool, ApiError> {
    let (Some(contact_id), Some(location_id)) = (filter.contact_id, filter.location_id) else { return Ok(true) };
    let contact = call.store.find_any(call.tenant(), contact_id).await?;
    Ok(contact.is_some_and(|contact| contact.body.location_id == location_id))
}

/// The host that is asked for, or that of the series that is: visits that were made together have one.
async fn find_host(call: &Call, filter: &VisitorVisitFilter) -> Result<Option<Id<Member>>, ApiError> {
    let Some(series_id) = filter.series_id else { return Ok(filter.host_id) };
    let first = call.store.find_any(call.tenant(), series_id).await?;
    Ok(first.map(|first| first.body.host_id))
}

impl VisitorVisitFilter {
    /// The list as it is counted.
    fn counted(&self, host: Option<Id<Member>>, now: Timestamp) -> TimeList<VisitorVisit> {
        // A contact is one of one location.
        let location = if self.contact_id.is_none() { self.location_id } else { None };
        let subjects = [
            location.map(|location| (CalendarSubject::Location, location.uuid())),
            host.map(|host| (CalendarSubject::Customer, host.uuid())),
            self.contact_id.map(|contact| (CalendarSubject::Contact, contact.uuid())),
        ];
        // The narrowest index first; what it does not tell is filtered.
        let list = List::first_of([
            VisitorVisit::BY_CONTACT.asked(self.contact_id.as_ref()),
            VisitorVisit::BY_HOST.asked(host.as_ref()),
            VisitorVisit::BY_LOCATION.asked(location.as_ref()),
            Some(VisitorVisit::ALL.of(&())),
        ]);
        let list = list
            .ordered(Order::Ascending)
            .only("host_id", if self.contact_id.is_some() { host.as_ref() } else { None })
            .only("location_id", if host.is_some() { location.as_ref() } else { None })
            .matching(self.status.map(|status| in_state(status, now)));
        TimeList::of(list, CalendarListName(subjects.into_iter().flatten().collect()), now)
            .between(self.from, self.to)
            .in_states(self.status.map(|status| vec![calendar_entry::number(status)]))
    }

    /// The first filter that is not counted.
    fn uncounted(&self) -> Option<&'static str> {
        let filters = [
            ("booking_id", self.booking_id.is_some()),
            ("series_id", self.series_id.is_some()),
            ("q", self.q.is_some()),
        ];
        filters.into_iter().find(|(_, is_given)| *is_given).map(|(field, _)| field)
    }
}

/// The condition of a state, out of the stored facts and the time.
fn in_state(status: VisitStatus, now: Timestamp) -> Expression {
    let expression = |text: &str| Expression::new(text).name("#body", "body").name("#state", "state");
    let timed = |text: &str| expression(text).name("#changes", "changes_at").string(NOW, now.to_string());
    match status {
        VisitStatus::Expected => {
            timed("#body.#state = :expected AND #body.#changes > :now").string(":expected", "expected")
        }
        VisitStatus::CheckedIn => {
            timed("#body.#state = :there AND #body.#changes > :now").string(":there", "checked_in")
        }
        VisitStatus::CheckedOut => timed("#body.#state = :left OR #body.#state = :there AND #body.#changes <= :now")
            .string(":left", "checked_out")
            .string(":there", "checked_in"),
        VisitStatus::NoShow => timed("#body.#state = :missed OR #body.#state = :expected AND #body.#changes <= :now")
            .string(":missed", "no_show")
            .string(":expected", "expected"),
        VisitStatus::Cancelled => expression("#body.#state = :cancelled").string(":cancelled", "cancelled"),
    }
}
