//! List check-ins.

use chrono::Duration;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Call, Listing, Lists},
    domain::{CheckIn, Id, Location, Member, Timestamp},
    store::{Expression, List},
};

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

/// List check-ins
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
    call.page_within(&asked, &list, paging).await
}

/// The list of a filter, of what was made at `from` or later.
fn of_filter(filter: &CheckInFilter, from: Option<Timestamp>, now: Timestamp) -> List<CheckIn> {
    let told_by = filter.to.map(|to| to.plus(Duration::hours(TOLD_WITHIN_HOURS)));
    let check_ins = List::first_of([CheckIn::BY_MEMBER.asked(filter.member_id.as_ref())])
        .only("location_id", filter.location_id.as_ref())
        .otherwise([CheckIn::BY_LOCATION.asked(filter.location_id.as_ref())])
        .matching(came(filter.from, filter.to));
    let check_ins = match (from, told_by) {
        (None, None) => check_ins,
        (from, told_by) => check_ins.created(from, told_by),
    };
    match filter.open {
        Some(true) => check_ins.ahead("ends_at", now),
        Some(false) => check_ins.past("ends_at", now),
        None => check_ins,
    }
}

/// The condition of an arrival in this period.
fn came(from: Option<Timestamp>, to: Option<Timestamp>) -> Option<Expression> {
    let tests = [("#body.#came >= :from", from.is_some()), ("#body.#came < :to", to.is_some())];
    let tests: Vec<&str> = tests.into_iter().filter(|(_, given)| *given).map(|(test, _)| test).collect();
    let mut condition = Expression::new(tests.join(" AND ")).name("#body", "body").name("#came", "checked_in_at");
    for (placeholder, instant) in [(":from", from), (":to", to)] {
        if let Some(instant) = instant {
            condition = condition.string(placeholder, instant.to_string());
        }
    }
    Some(condition).filter(|_| !tests.is_empty())
}
