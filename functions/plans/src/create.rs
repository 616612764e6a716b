//! Create a plan.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Created, Creates},
    domain::{Amount, Currency, LongText, Metadata, Name, Plan, ShortText, plan::BillingCycle, price::Price},
};

/// A new plan.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanCreate {
    /// What people call it; unique among active plans.
    name: Name,
    /// What it is.
    #[serde(default)]
    description: LongText,
    /// Price of one billing cycle, in major units with at most the currency's decimals.
    price: Amount,
    /// ISO 4217 code.
    currency: Currency,
    /// How long one cycle is.
    billing_cycle: BillingCycle,
    /// Credits granted each cycle.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    credits: i64,
    /// Day passes granted each cycle.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10_000))]
    day_passes: i64,
    /// Whether it can be published and newly subscribed to; true when left out.
    is_active: Option<bool>,
    /// One line under the name.
    #[serde(default)]
    tagline: ShortText,
    /// Position in a catalogue, smallest first.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    display_order: i64,
    /// What it offers, line by line.
    #[serde(default)]
    #[schemars(length(max = 100))]
    features: Vec<ShortText>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Create plan
pub async fn create(call: Call, Body(mut input): Body<PlanCreate>) -> Creates<Plan> {
    let metadata = input.metadata.take();
    let plan = call.new_record(input.into_plan()?, metadata);
    let mut transaction = call.transaction();
    transaction.create(&plan);
    if plan.body.is_active {
        transaction.claim(&plan.body.name_key(), plan.id, ApiError::already_exists("name"));
    }
    call.commit(transaction, Created(plan)).await
}

impl PlanCreate {
    fn into_plan(self) -> Result<Plan, ApiError> {
        Ok(Plan {
            price: Price::fixed(self.price.minor_in(self.currency, "price")?),
            name: self.name,
            description: self.description,
            currency: self.currency,
            billing_cycle: self.billing_cycle,
            credits: self.credits,
            day_passes: self.day_passes,
            is_active: self.is_active.unwrap_or(true),
            tagline: self.tagline,
            display_order: self.display_order,
            features: self.features,
            offers: Vec::new(),
        })
    }
}
