//! Publish a plan: make it a membership plan at locations.

use records::publication::create_membership_plan;
use std::collections::BTreeMap;

use records::{
    Location, MembershipPlan, Plan,
    membership_plan::{InheritedField, MembershipPlanFields},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, retry, set};
use store::Record;
use values::{Amount, ApiError, ErrorCode, Id, LongText, Name};

use crate::{get, publications};

/// Most locations in one request, so that everything fits one transaction.
const LOCATIONS_MAX: usize = 15;

/// Where to publish, and what is different there.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanPublication {
    /// Locations to publish to; those that have the plan already are left as they are.
    #[schemars(length(min = 1, max = LOCATIONS_MAX), extend("uniqueItems" = true))]
    location_ids: Vec<Id<Location>>,
    /// What a location has of its own; such a field does not follow the plan.
    #[serde(default)]
    #[schemars(length(max = LOCATIONS_MAX))]
    overrides: Vec<OfferOverride>,
}

/// What one location has of its own.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PublicationOverride")]
pub struct OfferOverride {
    /// The location, which must be among `location_ids`.
    location_id: Id<Location>,
    /// Name of the membership plan there; the plan's when left out.
    name: Option<Name>,
    /// Description of the membership plan there; the plan's when left out.
    description: Option<LongText>,
    /// Its price there, in the location's currency; needed when that is not the plan's.
    price: Option<Amount>,
    /// Expiring credits of each period there; the plan's when left out.
    #[schemars(range(min = 0, max = 1_000_000))]
    expiring_credits: Option<i64>,
    /// Day passes granted there.
    #[schemars(range(min = 0, max = 10_000))]
    expiring_day_passes: Option<i64>,
}

/// Makes a plan a membership plan at each of the given locations.
pub async fn publish(call: Call, PathId(id): PathId<Plan>, Body(input): Body<PlanPublication>) -> Changes<Plan> {
    // A location may be deactivated at the same moment.
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(call: &Call, id: Id<Plan>, input: &PlanPublication) -> Changes<Plan> {
    let mut update = get::read_for_change(call, id).await?;
    if !update.after.is_active {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "an inactive plan cannot be published"));
    }
    let overrides = overrides_by_location(input)?;
    check_published(call, &update.after, input, &overrides).await?;
    let is_published =
        |location: &Id<Location>| update.after.publications.iter().any(|there| there.location_id == *location);
    let wanted: Vec<(usize, Id<Location>)> =
        input.location_ids.iter().copied().enumerate().filter(|(_, location)| !is_published(location)).collect();
    let ids: Vec<Id<Location>> = wanted.iter().map(|(_, location)| *location).collect();
    let field = |position: usize| format!("location_ids[{}]", wanted[position].0);
    let locations = call.require_references(&ids, field).await?;
    for ((position, location_id), location) in wanted.iter().zip(&locations) {
        let field = format!("location_ids[{position}]");
        let published = published((id, &update.after), location, overrides.get(location_id), &field)?;
        let published = call.new_record(published, None);
        update.after.add_publication(*location_id, published.id.cast())?;
        create_membership_plan(&mut update.transaction, location, &published);
    }
    update.commit().await
}

/// The overrides by location. An override for a location that the request does not publish to is refused.
fn overrides_by_location(input: &PlanPublication) -> Result<BTreeMap<Id<Location>, (usize, OfferOverride)>, ApiError> {
    let mut overrides = BTreeMap::new();
    for (position, own) in input.overrides.iter().enumerate() {
        let field = format!("overrides[{position}].location_id");
        if !input.location_ids.contains(&own.location_id) {
            return Err(ApiError::rule(field, "not_published", "an override is for one of location_ids"));
        }
        if overrides.insert(own.location_id, (position, own.clone())).is_some() {
            return Err(ApiError::rule(field, "repeated", "a location has one override"));
        }
    }
    Ok(overrides)
}

/// What is published already stays as it is. So nothing else may be asked for there: an override must be what it has,
/// and an inactive membership plan is restored by an operation of its own.
async fn check_published(
    call: &Call,
    plan: &Plan,
    input: &PlanPublication,
    overrides: &BTreeMap<Id<Location>, (usize, OfferOverride)>,
) -> Result<(), ApiError> {
    if !plan.publications.iter().any(|there| input.location_ids.contains(&there.location_id)) {
        return Ok(());
    }
    for there in publications::read_membership_plans(call, plan).await? {
        let Some(position) = input.location_ids.iter().position(|id| *id == there.body.location_id) else { continue };
        if !there.body.is_active {
            let message = "the plan was published there, and its membership plan is inactive; restore that";
            let refusal = ApiError::conflict(ErrorCode::InvalidState, message);
            return Err(refusal.at(format!("location_ids[{position}]"), "membership_plan_inactive"));
        }
        let own = overrides.get(&there.body.location_id);
        if let Some((position, _)) = own.filter(|(_, own)| !own.is_what(&there.body)) {
            let message = "the plan is published there already; change its membership plan";
            let field = format!("overrides[{position}].location_id");
            return Err(ApiError::rule(field, "already_published", message));
        }
    }
    Ok(())
}

impl OfferOverride {
    /// Whether a membership plan has the values that it gives, as its own.
    fn is_what(&self, there: &MembershipPlan) -> bool {
        let is_own =
            |field: InheritedField| !is_overridden(field, Some(self), false) || !there.inherits.contains(&field);
        InheritedField::ALL.into_iter().all(is_own)
            && self.name.as_ref().is_none_or(|name| *name == there.name)
            && self.description.as_ref().is_none_or(|description| *description == there.description)
            && self.price.is_none_or(|price| price == there.price)
            && self.expiring_credits.is_none_or(|credits| credits == there.expiring_credits)
            && self.expiring_day_passes.is_none_or(|passes| passes == there.expiring_day_passes)
    }
}

/// The membership plan that a plan becomes at a location.
fn published(
    (plan_id, plan): (Id<Plan>, &Plan),
    location: &Record<Location>,
    own: Option<&(usize, OfferOverride)>,
    field: &str,
) -> Result<MembershipPlan, ApiError> {
    let currency = location.body.currency;
    location.body.check_active(field)?;
    let price_field = own.map_or_else(String::new, |(position, _)| format!("overrides[{position}].price"));
    let own = own.map(|(_, own)| own);
    let own_price = own.and_then(|own| own.price);
    if currency != plan.currency && own_price.is_none() {
        let message = "a location of another currency needs a price of its own";
        return Err(ApiError::rule(field, "price_override_required", message));
    }
    if let Some(price) = own_price {
        price.minor_in(currency, &price_field)?;
    }
    let price = own_price.unwrap_or(plan.price);
    let fields = MembershipPlanFields {
        plan_id: Some(plan_id),
        inherits: InheritedField::ALL
            .into_iter()
            .filter(|field| !is_overridden(*field, own, currency != plan.currency))
            .collect(),
        ..MembershipPlanFields::new(location.id, plan.name.clone(), plan.billing_cycle.into(), price, currency)
    };
    let mut published = MembershipPlan::from(fields);
    published.inherit(plan);
    if let Some(own) = own.cloned() {
        set(&mut published.name, own.name);
        set(&mut published.description, own.description);
        set(&mut published.expiring_credits, own.expiring_credits);
        set(&mut published.expiring_day_passes, own.expiring_day_passes);
    }
    Ok(published)
}

/// Whether a location has a field of its own, so that it does not follow the plan.
fn is_overridden(field: InheritedField, own: Option<&OfferOverride>, other_currency: bool) -> bool {
    match field {
        InheritedField::Name => own.is_some_and(|own| own.name.is_some()),
        InheritedField::Description => own.is_some_and(|own| own.description.is_some()),
        InheritedField::Price => own.is_some_and(|own| own.price.is_some()),
        InheritedField::Currency => other_currency,
        InheritedField::Cycle => false,
        InheritedField::ExpiringCredits => own.is_some_and(|own| own.expiring_credits.is_some()),
        InheritedField::ExpiringDayPasses => own.is_some_and(|own| own.expiring_day_passes.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use records::publication::MEMBERSHIP_PLAN_ACTIONS;
    use store::transaction::ACTIONS_MAX;

    use super::LOCATIONS_MAX;

    #[test]
    fn one_request_fits_one_transaction() {
        // The plan and the idempotency record once.
        const { assert!(LOCATIONS_MAX * MEMBERSHIP_PLAN_ACTIONS + 2 <= ACTIONS_MAX) };
    }
}
