//! Publish a plan: make it a membership plan at locations.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Changes, Data, PathId},
    domain::{
        Amount, Id, Location, LongText, MembershipPlan, Name, Plan, Record, membership_plan::InheritedField,
        price::Price,
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
    let before = call.get_for_change(id).await?;
    if !before.body.is_active {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "an inactive plan cannot be published"));
    }
    let overrides = overrides_by_location(&input)?;
    let published = |location: &Id<Location>| before.body.offers.iter().any(|offer| offer.location_id == *location);
    let wanted: Vec<Id<Location>> = input.location_ids.into_iter().filter(|location| !published(location)).collect();
    if wanted.is_empty() {
        return call.unchanged(Data(before));
    }
    let locations = call.store.find_all(&call.caller.tenant, &wanted).await?;
    let mut transaction = call.transaction();
    let mut body = before.body.clone();
    for (position, location_id) in wanted.iter().enumerate() {
        let field = format!("location_ids[{position}]");
        let location = locations.iter().find(|location| location.id == *location_id);
        let location = location.ok_or_else(|| ApiError::reference_not_found(field.clone()))?;
        let offer = offer(&before, location, overrides.get(location_id), &field)?;
        let offer = call.new_record(offer, None);
        body.enter_offer(*location_id, offer.id)?;
        transaction.create_offer(location, &offer);
    }
    let after = call.next_version(&before, body, None);
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}

/// The overrides by location; one for a location that is not published to is a mistake.
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
fn offer(
    plan: &Record<Plan>,
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
    if currency != plan.body.currency && own_price.is_none() {
        let message = "a location of another currency needs a price of its own";
        return Err(ApiError::rule(field, "price_override_required", message));
    }
    let price = own_price.map(|price| price.minor_in(currency, &price_field)).transpose()?;
    let price = price.map_or_else(|| plan.body.price.clone(), Price::fixed);
    let mut offer =
        MembershipPlan::new(location.id, plan.body.name.clone(), plan.body.billing_cycle.into(), price, currency);
    offer.plan_id = Some(plan.id);
    offer.inherits = InheritedField::ALL
        .into_iter()
        .filter(|field| !is_overridden(*field, own, currency != plan.body.currency))
        .collect();
    offer.inherit(&plan.body);
    if let Some(own) = own.cloned() {
        offer.name = own.name.unwrap_or(offer.name);
        offer.description = own.description.unwrap_or(offer.description);
        offer.expiring_credits = own.expiring_credits.unwrap_or(offer.expiring_credits);
        offer.expiring_day_passes = own.expiring_day_passes.unwrap_or(offer.expiring_day_passes);
    }
    Ok(offer)
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
    use shared::store::{offers::OFFER_ACTIONS, transaction::ACTIONS_MAX};

    use super::LOCATIONS_MAX;

    #[test]
    fn one_request_fits_one_transaction() {
        // The plan and the idempotency record once.
        const { assert!(LOCATIONS_MAX * OFFER_ACTIONS + 2 <= ACTIONS_MAX) };
    }
}
