use chrono::Duration;
use records::{CheckIn, Location, Member};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::{List, ListQuery};
use values::{ApiError, Id, Timestamp};

/// A check-in is told at most so many hours after it, on its own local day.
const TOLD_WITHIN_HOURS: i64 = 30;

/// A check-in ends with its local day, which has 25 hours at most; some more, because it can be told late.
const STAYS_HOURS_MAX: i64 = 60;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckInFilter {
    /// Only check-ins of this member.
    member_id: Option<Id<Member>>,
    /// Only check-ins at this location.
    location_id: Option<Id<Location>>,
    /// Only people who came at this instant or later.
    from: Option<Timestamp>,
    /// Only people who came before this instant.
    to: Option<Timestamp>,
    /// Only people who are still there, or only those who are not.
    open: Option<bool>,
}

/// Lists check-ins at locations, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<CheckInFilter>) -> Lists<CheckIn> {
    if let (Some(from), Some(to)) = (filter.from, filter.to)
        && to < from
    {
        return Err(ApiError::rule("to", "end_before_start", "to must not be before from"));
    }
    let asked = of_filter(&filter, filter.from, call.now);
    if filter.open != Some(true) {
        return call.page(asked, paging).await;
    }
    // Whoever is still there has come lately, and only that is looked through.
    let lately = call.now.plus(-Duration::hours(STAYS_HOURS_MAX));
    let list = of_filter(&filter, Some(filter.from.map_or(lately, |from| from.max(lately))), call.now);
    call.page(ListQuery::from(list).asked_as(asked), paging).await
}

/// The list of a filter, of people who came at `from` or later.
fn of_filter(filter: &CheckInFilter, from: Option<Timestamp>, now: Timestamp) -> List<CheckIn> {
    let check_ins = List::first_of([CheckIn::BY_MEMBER.asked(filter.member_id.as_ref())])
        .only("location_id", filter.location_id.as_ref())
        .otherwise([CheckIn::BY_LOCATION.asked(filter.location_id.as_ref())])
        .during(["body", "checked_in_at"], (from, filter.to), Duration::hours(TOLD_WITHIN_HOURS));
    match filter.open {
        Some(true) => check_ins.ahead("ends_at", now),
        Some(false) => check_ins.past("ends_at", now),
        None => check_ins,
    }
}
