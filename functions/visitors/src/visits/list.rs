//! List visits.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Call, Listing, Lists},
    domain::{Id, Location, Member, SearchText, Timestamp, VisitorContact, VisitorVisit, visitor_visit::VisitStatus},
    store::{Expression, List, Order, expression::NOW},
};

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

/// List visitor visits
pub async fn list(call: Call, Listing { filter, paging }: Listing<VisitorVisitFilter>) -> Lists<VisitorVisit> {
    if let (Some(from), Some(to)) = (filter.from, filter.to)
        && to < from
    {
        return Err(ApiError::rule("to", "end_before_start", "to must not be before from"));
    }
    // The narrowest index first; what it does not tell is filtered.
    let visits = List::first_of([
        VisitorVisit::BY_CONTACT.asked(filter.contact_id.as_ref()),
        VisitorVisit::BY_HOST.asked(filter.host_id.as_ref()),
        VisitorVisit::BY_LOCATION.asked(filter.location_id.as_ref()),
        Some(VisitorVisit::ALL.of(&())),
    ])
    .ordered(Order::Ascending)
    .between(filter.from.map(|from| from.to_string()), filter.to.map(|to| to.to_string()))
    .only("host_id", filter.host_id.as_ref())
    .only("location_id", filter.location_id.as_ref())
    .only("booking_id", filter.booking_id.as_ref())
    .only("series_id", filter.series_id.as_ref())
    .matching(filter.status.map(|status| in_state(status, call.now)))
    .finding(filter.q.as_ref());
    call.page(visits, paging).await
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
