use agreements::subscription::{Subscription, moments::of_status};
use billing::subscription_status::SubscriptionStatus;
use records::{Location, MembershipPlan};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Customer, Id};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionFilter {
    /// Only subscriptions of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only subscriptions to this membership plan.
    membership_plan_id: Option<Id<MembershipPlan>>,
    /// Only subscriptions at this location.
    location_id: Option<Id<Location>>,
    /// Only subscriptions in this state at this moment.
    status: Option<SubscriptionStatus>,
}

/// Lists subscriptions, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<SubscriptionFilter>) -> Lists<Subscription> {
    // The narrowest index first; what it does not tell is filtered.
    let plan = if filter.customer_id.is_some() { filter.membership_plan_id } else { None };
    let subscriptions = List::first_of([
        Subscription::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        Subscription::BY_PLAN.asked(filter.membership_plan_id.as_ref()),
    ])
    .only("membership_plan_id", plan.as_ref())
    .only("location_id", filter.location_id.as_ref())
    .otherwise([Subscription::BY_LOCATION.asked(filter.location_id.as_ref())]);
    let Some(status) = filter.status else { return call.page(subscriptions, paging).await };
    let asked = subscriptions.matching(Some(of_status(status, call.now)));
    let is_over = |over: bool| asked.clone().only("is_over", Some(&over));
    let lists = match status {
        // That it has ended is written down a while after.
        SubscriptionStatus::Cancelled | SubscriptionStatus::IncompleteExpired => vec![is_over(true), is_over(false)],
        SubscriptionStatus::Incomplete
        | SubscriptionStatus::Scheduled
        | SubscriptionStatus::Active
        | SubscriptionStatus::PastDue
        | SubscriptionStatus::Paused => vec![is_over(false)],
    };
    call.page(lists, paging).await
}
