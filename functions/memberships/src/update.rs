//! Update a membership plan.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Changes, Data, PathId, set},
    domain::{
        Amount, Currency, MembershipPlan, Metadata, Name, Plan, Record, Timestamp, membership_plan::Cycle, price::Price,
    },
};

use crate::{
    links, references,
    restore::check_restorable,
    rules,
    stored::{get_any_for_change, next_version},
    terms::MembershipPlanTerms,
};

/// What may change of a membership plan; a field that is left out stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct MembershipPlanPatch {
    /// What people call it.
    name: Option<Name>,
    /// How long one cycle is.
    cycle: Option<Cycle>,
    /// Price of one cycle from now on, in major units.
    price: Option<Amount>,
    /// ISO 4217 code: the location's, which does not change while something there has a price.
    currency: Option<Currency>,
    /// Everything else.
    #[serde(flatten)]
    terms: MembershipPlanTerms,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update membership plan
pub async fn update(
    call: Call,
    PathId(id): PathId<MembershipPlan>,
    Body(mut patch): Body<MembershipPlanPatch>,
) -> Changes<MembershipPlan> {
    let before = get_any_for_change(&call, id).await?;
    let metadata = patch.metadata.take();
    let plan = plan_to_link(&call, &patch, &before.body).await?;
    let body = patch.applied_to(&before.body, plan.as_ref().map(|plan| &plan.body), call.now)?;
    if body == before.body && metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    if body.is_active && !before.body.is_active {
        check_restorable(&call, &body).await?;
    }
    references::exclusive_resources(&call, Some(&before.body), &body).await?;
    let after = next_version(&call, &before, body, metadata);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    if let Some(plan) = &plan {
        transaction.require_unchanged(plan);
    }
    call.commit(transaction, Data(after)).await
}

/// The plan, if fields are to be linked to it.
async fn plan_to_link(
    call: &Call,
    patch: &MembershipPlanPatch,
    offer: &MembershipPlan,
) -> Result<Option<Record<Plan>>, ApiError> {
    let links = patch.terms.inherits.as_ref().is_some_and(|fields| !fields.is_empty());
    match offer.plan_id {
        Some(plan) if links => Ok(call.store.find(&call.caller.tenant, plan).await?),
        Some(_) | None => Ok(None),
    }
}

impl MembershipPlanPatch {
    fn applied_to(
        mut self,
        before: &MembershipPlan,
        plan: Option<&Plan>,
        now: Timestamp,
    ) -> Result<MembershipPlan, ApiError> {
        let mut offer = before.clone();
        if let Some(currency) = self.currency {
            rules::check_currency(currency, offer.currency)?;
        }
        set(&mut offer.name, self.name);
        set(&mut offer.cycle, self.cycle);
        if let Some(price) = self.price {
            let minor = price.minor_in(offer.currency, "price")?;
            if minor != offer.price.at(now) {
                offer.price = Price::fixed(minor);
            }
        }
        let inherits = self.terms.inherits.take();
        let tax_rate_given = self.terms.tax_rate.is_some();
        self.terms.apply(&mut offer)?;
        links::release_changed(before, &mut offer, now);
        if let Some(inherits) = inherits {
            links::link(&mut offer, inherits, plan, now)?;
        }
        rules::check(Some(before), &offer, tax_rate_given)?;
        Ok(offer)
    }
}
