//! Which locations offer a plan.

use schemars::JsonSchema;
use serde::Serialize;
use shared::{
    ApiError,
    api::{Call, Data, PathId, Plain},
    domain::{
        Amount, Currency, Id, Location, MembershipPlan, Plan, Record, Timestamp, membership_plan::InheritedField,
    },
};

use crate::offers;

/// Where a plan is offered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlanAdoption {
    /// The plan.
    plan_id: Id<Plan>,
    /// Locations that offer it.
    published_count: usize,
    /// Locations whose offer can be subscribed to.
    active_count: usize,
    /// Its offers, in the order in which they were published.
    offers: Vec<AdoptedOffer>,
}

/// A plan at one location.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AdoptedOffer {
    /// The location.
    location_id: Id<Location>,
    /// The membership plan.
    membership_plan_id: Id<MembershipPlan>,
    /// Whether it can be subscribed to.
    is_active: bool,
    /// Its price now, in major units.
    price: Amount,
    /// The location's currency.
    currency: Currency,
    /// Fields that follow the plan.
    inherits: Vec<InheritedField>,
}

/// Get plan adoption
pub async fn adoption(call: Call, PathId(id): PathId<Plan>) -> Result<Data<Plain<PlanAdoption>>, ApiError> {
    let plan = call.get(id).await?;
    let offers = offers::offers_of(&call, &plan.body).await?;
    Ok(Data(Plain(PlanAdoption {
        plan_id: id,
        published_count: offers.len(),
        active_count: offers.iter().filter(|offer| offer.body.is_active).count(),
        offers: offers.iter().map(|offer| adopted(offer, call.now)).collect(),
    })))
}

fn adopted(offer: &Record<MembershipPlan>, now: Timestamp) -> AdoptedOffer {
    AdoptedOffer {
        location_id: offer.body.location_id,
        membership_plan_id: offer.id,
        is_active: offer.body.is_active,
        price: Amount::of(offer.body.price.at(now), offer.body.currency),
        currency: offer.body.currency,
        inherits: offer.body.inherits.clone(),
    }
}
