//! List benefit applications.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Listing, Lists},
    domain::{Customer, Id, Timestamp},
    store::List,
};

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
}

/// List benefit applications
pub async fn list(
    call: Call,
    Listing { filter, paging }: Listing<BenefitApplicationFilter>,
) -> Lists<BenefitApplication> {
    // The first filter that is given chooses the index; the others are compared record by record.
    let customer = filter.customer_id.as_ref().filter(|_| filter.benefit_id.is_some());
    let category = filter.category_id.as_ref().filter(|_| filter.benefit_id.is_some() || filter.customer_id.is_some());
    let applications = List::first_of([
        BenefitApplication::BY_BENEFIT.asked(filter.benefit_id.as_ref()),
        BenefitApplication::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        BenefitApplication::BY_CATEGORY.asked(filter.category_id.as_ref()),
    ])
    .only("customer_id", customer)
    .only("category_id", category);
    call.page(in_status(applications, filter.status, call.now), paging).await
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
