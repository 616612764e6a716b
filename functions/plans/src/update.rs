//! Update a plan.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Changes, Data, PathId},
    domain::{Amount, Currency, LongText, Metadata, Name, Plan, Record, ShortText, Timestamp, plan::BillingCycle},
    store::Transaction,
};

use crate::offers;

/// What may change of a plan; a field that is left out stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanPatch {
    /// What people call it; unique among active plans.
    name: Option<Name>,
    /// What it is.
    description: Option<LongText>,
    /// Price of one billing cycle from now on; planned changes stay planned.
    price: Option<Amount>,
    /// ISO 4217 code; fixed once the plan is published.
    currency: Option<Currency>,
    /// How long one cycle is; fixed once the plan is published.
    billing_cycle: Option<BillingCycle>,
    /// Credits granted each cycle.
    #[schemars(range(min = 0, max = 1_000_000))]
    credits: Option<i64>,
    /// Day passes granted each cycle.
    #[schemars(range(min = 0, max = 10_000))]
    day_passes: Option<i64>,
    /// Whether it can be published and newly subscribed to.
    is_active: Option<bool>,
    /// One line under the name.
    tagline: Option<ShortText>,
    /// Position in a catalogue, smallest first.
    #[schemars(range(min = 0, max = 1_000_000))]
    display_order: Option<i64>,
    /// What it offers, line by line.
    #[schemars(length(max = 100))]
    features: Option<Vec<ShortText>>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update plan
pub async fn update(call: Call, PathId(id): PathId<Plan>, Body(mut patch): Body<PlanPatch>) -> Changes<Plan> {
    let before = call.get_for_change(id).await?;
    let metadata = patch.metadata.take();
    let body = patch.applied_to(before.body.clone(), call.now)?;
    if body == before.body && metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    let after = call.next_version(&before, body, metadata);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    move_name(&mut transaction, &before, &after);
    offers::follow(&call, &mut transaction, &before.body, &after).await?;
    call.commit(transaction, Data(after)).await
}

/// The name is held exactly while the plan is active.
pub fn move_name(transaction: &mut Transaction, before: &Record<Plan>, after: &Record<Plan>) {
    let (old, new) = (before.body.name_key(), after.body.name_key());
    let taken = ApiError::already_exists("name");
    match (before.body.is_active, after.body.is_active) {
        (true, true) => transaction.exchange(&old, &new, after.id, taken),
        (false, true) => transaction.claim(&new, after.id, taken),
        (true, false) => transaction.release(&old),
        (false, false) => {}
    }
}

impl PlanPatch {
    fn applied_to(self, mut plan: Plan, now: Timestamp) -> Result<Plan, ApiError> {
        let refixed = self.currency.is_some_and(|currency| currency != plan.currency)
            || self.billing_cycle.is_some_and(|cycle| cycle != plan.billing_cycle);
        if refixed && !plan.offers.is_empty() {
            return Err(ApiError::conflict(
                ErrorCode::InUse,
                "currency and billing cycle are fixed once the plan is published",
            ));
        }
        if self.currency.is_some_and(|currency| currency != plan.currency) && self.price.is_none() {
            return Err(ApiError::rule("price", "required_with_currency", "another currency needs a price in it"));
        }
        plan.currency = self.currency.unwrap_or(plan.currency);
        plan.billing_cycle = self.billing_cycle.unwrap_or(plan.billing_cycle);
        if let Some(price) = self.price {
            let minor = price.minor_in(plan.currency, "price")?;
            if minor != plan.price.at(now) || refixed {
                plan.price.set(minor, now);
            }
        }
        plan.name = self.name.unwrap_or(plan.name);
        plan.description = self.description.unwrap_or(plan.description);
        plan.credits = self.credits.unwrap_or(plan.credits);
        plan.day_passes = self.day_passes.unwrap_or(plan.day_passes);
        plan.is_active = self.is_active.unwrap_or(plan.is_active);
        plan.tagline = self.tagline.unwrap_or(plan.tagline);
        plan.display_order = self.display_order.unwrap_or(plan.display_order);
        plan.features = self.features.unwrap_or(plan.features);
        Ok(plan)
    }
}
