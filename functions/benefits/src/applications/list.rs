use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{ApiError, Customer, Day, Id, TimeZone, Timestamp};

use crate::records::{
    application::BenefitApplication, benefit::Benefit, category::BenefitCategory, status::ApplicationStatus,
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitApplicationFilter {
    /// Only applications for this benefit.
    benefit_id: Option<Id<Benefit>>,
    /// Only applications of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only applications in this state now.
    status: Option<ApplicationStatus>,
    /// Only applications for benefits that were in this category when they were applied for.
    category_id: Option<Id<BenefitCategory>>,
    /// Only applications for benefits of this location.
    location_id: Option<Id<Location>>,
    /// Only applications that were made on this day or later; a UTC day, or with `location_id` the location's local
    /// day.
    start_date: Option<Day>,
    /// Only applications that were made on this day or earlier; a UTC day, or with `location_id` the location's local
    /// day.
    end_date: Option<Day>,
}

/// Lists applications by the first index that a filter asks for; days are those of the location, or UTC days.
pub async fn list(
    call: Call,
    Listing { filter, paging }: Listing<BenefitApplicationFilter>,
) -> Lists<BenefitApplication> {
    if let (Some(start), Some(end)) = (filter.start_date, filter.end_date)
        && end < start
    {
        return Err(ApiError::rule("end_date", "end_before_start", "end_date must not be before start_date"));
    }
    let zone = read_zone_of_days(&call, &filter).await?;
    // The first filter that is given chooses the index; the others are compared record by record.
    let customer = if filter.benefit_id.is_some() { filter.customer_id.as_ref() } else { None };
    let category =
        if filter.benefit_id.is_some() || filter.customer_id.is_some() { filter.category_id.as_ref() } else { None };
    let applications = List::first_of([
        BenefitApplication::BY_BENEFIT.asked(filter.benefit_id.as_ref()),
        BenefitApplication::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        BenefitApplication::BY_CATEGORY.asked(filter.category_id.as_ref()),
    ])
    .created(
        filter.start_date.and_then(|day| day.start_in(zone)),
        filter.end_date.and_then(|day| day.end_in(zone)),
    )
    .only("customer_id", customer)
    .only("category_id", category)
    .only("location_id", filter.location_id.as_ref())
    .otherwise([BenefitApplication::BY_LOCATION.asked(filter.location_id.as_ref())]);
    call.page(in_status(applications, filter.status, call.now), paging).await
}

/// With a location, days are local days of the location; without, or when there is no such location, UTC days.
async fn read_zone_of_days(call: &Call, filter: &BenefitApplicationFilter) -> Result<TimeZone, ApiError> {
    let is_dated = filter.start_date.is_some() || filter.end_date.is_some();
    let location_id = if is_dated { filter.location_id } else { None };
    let Some(location_id) = location_id else { return Ok(TimeZone::UTC) };
    let location = call.store.find(call.tenant(), location_id).await?;
    Ok(location.map_or(TimeZone::UTC, |location| location.body.time_zone))
}

/// Expiry is not stored: the filter, like the answer, treats an approval whose time is over as `expired` and no longer
/// as `approved`.
fn in_status(
    list: List<BenefitApplication>,
    status: Option<ApplicationStatus>,
    now: Timestamp,
) -> List<BenefitApplication> {
    let approved = Some(&ApplicationStatus::Approved);
    match status {
        Some(ApplicationStatus::Approved) => list.only("status", approved).ahead("lapses_at", now),
        Some(ApplicationStatus::Expired) => list.only("status", approved).past("lapses_at", now),
        Some(
            ApplicationStatus::Submitted
            | ApplicationStatus::Rejected
            | ApplicationStatus::Cancelled
            | ApplicationStatus::Redeemed,
        )
        | None => list.only("status", status.as_ref()),
    }
}
