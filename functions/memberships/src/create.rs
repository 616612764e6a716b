//! Create a membership plan (interface 4.4).

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Created, Creates},
    domain::{
        Amount, Currency, Id, Location, MembershipPlan, Metadata, Name, Plan, Record, Timestamp,
        membership_plan::Cycle, price::Price,
    },
};

use crate::{links, references, rules, stored::new_record, terms::MembershipPlanTerms};

/// A new membership plan.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct MembershipPlanCreate {
    /// Where it is sold.
    location_id: Id<Location>,
    /// What people call it.
    name: Name,
    /// How long one cycle is.
    cycle: Cycle,
    /// Price of one cycle, in major units with at most the currency's decimals.
    price: Amount,
    /// ISO 4217 code: the location's.
    currency: Currency,
    /// Plan of the catalogue that it is an offer of.
    plan_id: Option<Id<Plan>>,
    /// Everything else.
    #[serde(flatten)]
    terms: MembershipPlanTerms,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Create membership plan
pub async fn create(call: Call, Body(mut input): Body<MembershipPlanCreate>) -> Creates<MembershipPlan> {
    let location = references::location(&call, input.location_id).await?;
    rules::check_currency(input.currency, location.body.currency)?;
    let plan = match input.plan_id {
        Some(id) => Some(references::plan(&call, id, location.id).await?),
        None => None,
    };
    let metadata = input.metadata.take();
    let offer = new_record(&call, input.into_offer(plan.as_ref(), call.now)?, metadata);
    references::exclusive_resources(&call, None, &offer.body).await?;
    let mut transaction = call.transaction();
    transaction.create_offer(&location, &offer);
    if let Some(before) = &plan {
        let mut body = before.body.clone();
        body.enter_offer(location.id, offer.id)?;
        transaction.replace(before, &call.next_version(before, body, None));
    }
    call.commit(transaction, Created(offer)).await
}

impl MembershipPlanCreate {
    fn into_offer(mut self, plan: Option<&Record<Plan>>, now: Timestamp) -> Result<MembershipPlan, ApiError> {
        let price = Price::fixed(self.price.minor_in(self.currency, "price")?);
        let mut offer = MembershipPlan::new(self.location_id, self.name, self.cycle, price, self.currency);
        if let Some(plan) = plan {
            offer.plan_id = Some(plan.id);
            offer.description = plan.body.description.clone();
            offer.expiring_credits = plan.body.credits;
            offer.expiring_day_passes = plan.body.day_passes;
        }
        let inherits = self.terms.inherits.take().unwrap_or_default();
        let tax_rate_given = self.terms.tax_rate.is_some();
        self.terms.apply(&mut offer)?;
        links::link(&mut offer, inherits, plan.map(|plan| &plan.body), now)?;
        rules::check(None, &offer, tax_rate_given)?;
        Ok(offer)
    }
}
