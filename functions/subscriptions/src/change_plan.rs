//! Going to another plan, and what that would do.

use agreements::subscription::{
    AgreedPlan, Subscription,
    agreeing::{self, Offer},
    allowance_change::AllowanceChange,
    anchor::AnchorView,
    conditions::PlanConditions,
    largest::too_much,
    plan_change::{ChangeRequest, DecidedChange},
};
use billing::{
    plan_change::{ChangeTiming, Direction},
    proration::ProrationMode,
    renewal::RenewalGrant,
    wallet::Unit,
};
use records::MembershipPlan;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Body, Call, Changes, Data, PathId, Plain, retry};
use store::Record;
use values::{ApiError, Day, Id, Timestamp};
use wallets_and_journal::current_wallet;

use crate::{
    carry_out::{billed, carry_out},
    previewed_invoice::PreviewedInvoice,
    stored,
};

/// Membership plan that a subscription changes to, and on which terms.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionPlanChange {
    /// An active membership plan of the same location and currency.
    membership_plan_id: Id<MembershipPlan>,
    /// How many; as many as now when left out.
    #[schemars(range(min = 1, max = 10_000))]
    quantity: Option<u32>,
    /// When; what costs as much or more a day now, anything else at the period's end, when left out.
    timing: Option<ChangeTiming>,
    /// What becomes of what was charged for the period; `prorate` when left out.
    proration: Option<ProrationMode>,
    /// On which days periods of another cycle begin; that of the change when left out.
    anchor: Option<AnchorView>,
}

/// What going to another plan would do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SubscriptionPlanChangePreview {
    /// Whether a day costs as much or more, or less.
    direction: Direction,
    /// First local day of the new plan.
    effective_date: Day,
    /// What would be charged and credited at once; null when nothing is.
    invoice: Option<PreviewedInvoice>,
    /// What would be granted at once.
    grants: Vec<PreviewedGrant>,
}

/// What would be granted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PreviewedAllowance")]
pub struct PreviewedGrant {
    /// Credits or day passes.
    unit: Unit,
    /// Number of credits or day passes that would be granted.
    amount: i64,
    /// Instant at which what is granted would expire.
    expires_at: Timestamp,
}

/// Changes a subscription to another membership plan of the same location and currency.
pub async fn change(
    call: Call,
    PathId(id): PathId<Subscription>,
    Body(input): Body<SubscriptionPlanChange>,
) -> Changes<Subscription> {
    retry(&call, || async {
        let before = Box::pin(stored::catch_up_for_change(&call, id)).await?;
        let (decided, offer) = decide(&call, &before, &input).await?;
        Box::pin(carry_out(&call, &before, decided, Some(&offer.plan), None)).await
    })
    .await
}

/// Preview subscription plan change
pub async fn preview(
    call: Call,
    PathId(id): PathId<Subscription>,
    Body(input): Body<SubscriptionPlanChange>,
) -> Result<Data<Plain<SubscriptionPlanChangePreview>>, ApiError> {
    let before = Box::pin(stored::catch_up(&call, id)).await?;
    let (decided, _) = decide(&call, &before, &input).await?;
    let billed = billed(&decided, &before.body);
    let invoice = PreviewedInvoice::preview(&call, id, &decided.after, &billed).await?;
    let wallet = current_wallet::renew(&call, before.body.customer_id).await?;
    let granted = |change: &AllowanceChange| change.grant(change.settled(&wallet, id, &before.body), call.now);
    let grants = decided.allowances.iter().filter_map(granted);
    Ok(Data(Plain(SubscriptionPlanChangePreview {
        direction: decided.direction,
        effective_date: decided.effective,
        invoice,
        grants: grants.map(|grant| PreviewedGrant::of(&grant)).collect(),
    })))
}

/// Refuses customers what they could not sign up for, and to pay less than they agreed to until the agreed end and the
/// end of the commitment.
fn check_of_customer(call: &Call, subscription: &Subscription, offer: &Offer) -> Result<(), ApiError> {
    let plan = &offer.plan.body;
    if !plan.is_active || !plan.signup_enabled {
        let message = "customers change to plans that they can sign up for";
        return Err(ApiError::rule("membership_plan_id", "not_offered", message));
    }
    let committed = subscription.commitment_ends().map_err(|error| ApiError::internal(format!("{error:?}")))?;
    let until = committed.max(subscription.agreed_end);
    let today = call.now.day_in(subscription.zone);
    if until.is_some_and(|until| today < until.date()) {
        return Err(ApiError::rule("membership_plan_id", "committed", "the plan stays as it is until the agreed end"));
    }
    Ok(())
}

async fn decide(
    call: &Call,
    before: &Record<Subscription>,
    input: &SubscriptionPlanChange,
) -> Result<(DecidedChange, Offer), ApiError> {
    let offer = agreeing::offer(call, input.membership_plan_id, "membership_plan_id").await?;
    if offer.location.id != before.body.location_id {
        let message = "the membership plan is sold at another location";
        return Err(ApiError::rule("membership_plan_id", "other_location", message));
    }
    if offer.plan.body.currency != before.body.currency {
        let message = "the membership plan has another currency";
        return Err(ApiError::rule("membership_plan_id", "other_currency", message));
    }
    if call.caller.customer().is_some() {
        check_of_customer(call, &before.body, &offer)?;
    }
    let quantity = input.quantity.unwrap_or(before.body.dues().quantity);
    let plan = AgreedPlan::of(&offer.plan, &offer.location.body, quantity, call.now)?;
    let plan = plan.taxed_from(call, before.body.day_of(call.now)?, (&offer.plan.body, &offer.location.body)).await?;
    let request = ChangeRequest {
        plan,
        conditions: Some(PlanConditions::of(&offer.plan.body)?),
        anchor: input.anchor.unwrap_or_default().asked()?,
        mode: input.proration.unwrap_or_default(),
        timing: input.timing,
    };
    let decided = before.body.changed(&request, call.now)?;
    if !decided.after.can_be_invoiced() {
        return Err(too_much(if input.quantity.is_some() { "quantity" } else { "membership_plan_id" }));
    }
    Ok((decided, offer))
}

impl PreviewedGrant {
    /// A grant as it is shown.
    pub const fn of(grant: &RenewalGrant) -> Self {
        Self { unit: grant.unit, amount: grant.amount, expires_at: grant.expires_at }
    }
}
