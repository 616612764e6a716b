//! Which locations offer a plan.

use records::{Location, MembershipPlan, Plan, membership_plan::InheritedField};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Data, PathId, Plain};
use store::Record;
use values::{Amount, ApiError, Currency, Id, Timestamp};

use crate::{get, publications};

/// Where a plan is offered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlanAdoption {
    /// Plan of the merchant's catalogue that was asked for.
    plan_id: Id<Plan>,
    /// Locations that offer it.
    published_count: usize,
    /// Locations whose offer can be subscribed to.
    active_count: usize,
    /// How many subscribe to them.
    subscriber_count: i64,
    /// Its offers, in the order in which they were published.
    offers: Vec<AdoptedOffer>,
}

/// A plan at one location.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "AdoptedPublication")]
pub struct AdoptedOffer {
    /// Location that offers the plan.
    location_id: Id<Location>,
    /// Membership plan as which the location offers the plan.
    membership_plan_id: Id<MembershipPlan>,
    /// Whether it can be subscribed to.
    is_active: bool,
    /// Its price now, in major units.
    price: Amount,
    /// Currency of the price: that of the location.
    currency: Currency,
    /// Fields that follow the plan.
    inherits: Vec<InheritedField>,
    /// How many subscribe to it.
    subscriber_count: i64,
}

/// Which locations offer a plan, and on which terms.
pub async fn get_adoption(call: Call, PathId(id): PathId<Plan>) -> Result<Data<Plain<PlanAdoption>>, ApiError> {
    let plan = call.get(id).await?;
    let membership_plans = publications::read_membership_plans(&call, &plan.body).await?;
    let counts = get::count_subscribers(&call, membership_plans.iter().map(|plan| plan.id)).await?;
    Ok(Data(Plain(PlanAdoption {
        plan_id: id,
        published_count: membership_plans.len(),
        active_count: membership_plans.iter().filter(|plan| plan.body.is_active).count(),
        subscriber_count: counts.iter().sum(),
        offers: membership_plans.iter().zip(counts).map(|(plan, count)| adopted(plan, count, call.now)).collect(),
    })))
}

fn adopted(plan: &Record<MembershipPlan>, subscriber_count: i64, now: Timestamp) -> AdoptedOffer {
    AdoptedOffer {
        location_id: plan.body.location_id,
        membership_plan_id: plan.id,
        is_active: plan.body.is_active,
        price: plan.body.price_at(now),
        currency: plan.body.currency,
        inherits: plan.body.inherits.clone(),
        subscriber_count,
    }
}
