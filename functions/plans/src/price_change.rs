//! Change a plan's price from an instant on.

use records::{MembershipPlan, Plan};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId};
use store::{Entity as _, Record};
use values::price::{PriceChange, PriceChangeScope};
use values::{Amount, ApiError, ErrorCode, Timestamp};

use crate::{get, publications};

/// Most changes planned at a time.
const CHANGES_MAX: usize = 12;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// A price from an instant on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanPriceChange {
    /// The new price, in the plan's currency.
    price: Amount,
    /// When it begins to apply.
    effective_from: Timestamp,
    /// Whether renewals of existing subscriptions pay it too.
    apply_to: PriceChangeScope,
}

/// Plans another price from an instant on, here and where the price is inherited.
pub async fn change_price(call: Call, PathId(id): PathId<Plan>, Body(input): Body<PlanPriceChange>) -> Changes<Plan> {
    let mut update = get::read_for_change(&call, id).await?;
    let membership_plans = publications::read_membership_plans(&call, &update.after).await?;
    check_start(&input, &membership_plans, call.now)?;
    input.price.minor_in(update.after.currency, "price")?;
    let PlanPriceChange { price, effective_from, apply_to } = input;
    update.after.price_changes.schedule(PriceChange { price, effective_from, apply_to });
    update.after = update.after.settled(call.now);
    if update.after.price_changes.len() > CHANGES_MAX {
        let message = format!("a plan has at most {CHANGES_MAX} planned price changes");
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    publications::bring_up(&call, &mut update, &membership_plans);
    update.commit().await
}

/// Most days of a calendar month.
const MONTH_DAYS_MAX: i64 = 31;

/// Most days that pass between notice and the end of a subscription to a plan, but for the rest of a period.
fn notice_days(plan: &MembershipPlan) -> i64 {
    plan.notice_months * MONTH_DAYS_MAX + plan.notice_days
}

/// Refuses a change in the past, and one for renewals that comes before the subscribers' notice period is over.
fn check_start(
    input: &PlanPriceChange,
    membership_plans: &[Record<MembershipPlan>],
    now: Timestamp,
) -> Result<(), ApiError> {
    if input.effective_from < now {
        return Err(ApiError::rule("effective_from", "in_the_past", "a price cannot change in the past"));
    }
    let notice_days = match input.apply_to {
        PriceChangeScope::New => 0,
        PriceChangeScope::Renewals => membership_plans.iter().map(|plan| notice_days(&plan.body)).max().unwrap_or(0),
    };
    if input.effective_from.millis() < now.millis() + notice_days * DAY_MS {
        let message = format!("renewals need {notice_days} days of notice");
        return Err(ApiError::rule("effective_from", "notice_too_short", message));
    }
    Ok(())
}
