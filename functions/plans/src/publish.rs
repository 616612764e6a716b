//! Publish a plan: make it a membership plan at locations.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Changes, PathId, set},
    domain::{
        Amount, Id, Location, LongText, MembershipPlan, Name, Plan, Record,
        membership_plan::{InheritedField, MembershipPlanFields},
    },
};

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
pub struct OfferOverride {
    /// The location, which must be among `location_ids`.
    location_id: Id<Location>,
    /// Its name there.
    name: Option<Name>,
    /// Its description there.
    description: Option<LongText>,
    /// Its price there, in the location's currency; needed when that is not the plan's.
    price: Option<Amount>,
    /// Credits granted there.
    #[schemars(range(min = 0, max = 1_000_000))]
    expiring_credits: Option<i64>,
    /// Day passes granted there.
    #[schemars(range(min = 0, max = 10_000))]
    expiring_day_passes: Option<i64>,
}

/// Publish plan
pub async fn publish(call: Call, PathId(id): PathId<Plan>, Body(input): Body<PlanPublication>) -> Changes<Plan> {
    let mut update = call.update(id).await?;
    if !update.after.is_active {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "an inactive plan cannot be published"));
    }
    let overrides = overrides_by_location(&input)?;
    let is_published =
        |location: &Id<Location>| update.after.publications.iter().any(|there| there.location_id == *location);
    let wanted: Vec<Id<Location>> = input.location_ids.into_iter().filter(|location| !is_published(location)).collect();
    let field = |position: usize| format!("location_ids[{position}]");
    let locations = call.references(&wanted, field).await?;
    for (position, (location_id, location)) in wanted.iter().zip(&locations).enumerate() {
        let published = published((id, &update.after), location, overrides.get(location_id), &field(position))?;
        let published = call.new_record(published, None);
        update.after.enter_publication(*location_id, published.id.cast())?;
        update.transaction.create_membership_plan(location, &published);
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

/// The membership plan that a plan becomes at a location.
fn published(
    (plan_id, plan): (Id<Plan>, &Plan),
    location: &Record<Location>,
    own: Option<&(usize, OfferOverride)>,
    field: &str,
) -> Result<MembershipPlan, ApiError> {
    let currency = location.body.currency;
    if !location.body.is_active {
        return Err(ApiError::rule(field, "location_inactive", "the location is not active"));
    }
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
    use shared::store::{publication::MEMBERSHIP_PLAN_ACTIONS, transaction::ACTIONS_MAX};

    use super::LOCATIONS_MAX;

    #[test]
    fn one_request_fits_one_transaction() {
        // The plan and the idempotency record once.
        const { assert!(LOCATIONS_MAX * MEMBERSHIP_PLAN_ACTIONS + 2 <= ACTIONS_MAX) };
    }
}
