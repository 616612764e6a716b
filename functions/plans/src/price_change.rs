//! Change a plan's price from an instant on.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Changes, Data, PathId},
    domain::{
        Amount, MembershipPlan, Plan, Record, Timestamp,
        price::{PriceChange, PriceChangeScope},
    },
};

use crate::offers;

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

/// Change plan price
pub async fn change_price(call: Call, PathId(id): PathId<Plan>, Body(input): Body<PlanPriceChange>) -> Changes<Plan> {
    let before = call.get_for_change(id).await?;
    let offers = offers::offers_of(&call, &before.body).await?;
    check_start(&input, &offers, call.now)?;
    let change = PriceChange {
        price_minor: input.price.minor_in(before.body.currency, "price")?,
        effective_from: input.effective_from,
        apply_to: input.apply_to,
    };
    let mut body = before.body.clone();
    body.price.schedule(change.clone(), call.now);
    if body.price.changes.len() > CHANGES_MAX {
        let message = format!("a plan has at most {CHANGES_MAX} planned price changes");
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    let after = call.next_version(&before, body, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    offers::bring_up(&call, &mut transaction, &offers, &after.body);
    call.commit(transaction, Data(after)).await
}

/// A change is not for the past; one that reaches renewals leaves subscribers their notice.
fn check_start(input: &PlanPriceChange, offers: &[Record<MembershipPlan>], now: Timestamp) -> Result<(), ApiError> {
    if input.effective_from < now {
        return Err(ApiError::rule("effective_from", "in_the_past", "a price cannot change in the past"));
    }
    let notice_days = match input.apply_to {
        PriceChangeScope::New => 0,
        PriceChangeScope::Renewals => offers.iter().map(|offer| offer.body.notice_days).max().unwrap_or(0),
    };
    if input.effective_from.millis() < now.millis() + notice_days * DAY_MS {
        let message = format!("renewals need {notice_days} days of notice");
        return Err(ApiError::rule("effective_from", "notice_too_short", message));
    }
    Ok(())
}
