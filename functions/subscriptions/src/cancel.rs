//! Giving notice, and taking it back.

use agreements::subscription::{Subscription, cycle_to_come, ended_lines};
use billing::{commitment::CancelTiming, proration::ProrationMode};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, retry};
use store::transaction::version_conflict;
use values::{ApiError, ErrorCode, Id, Percent};
use wallets_and_journal::current_wallet;

use crate::stored;

/// When it is to end.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionCancel {
    /// `at_period_end` when left out.
    timing: Option<SubscriptionCancelTiming>,
    /// With `now`: percent of the dues still owed of the commitment; the subscription's when left out.
    fee_percent: Option<Percent>,
    /// With `now`: what becomes of the unused days of the period; when left out `none`, and `full_credit` before it
    /// begins.
    proration: Option<ProrationMode>,
}

/// When a subscription is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionCancelTiming {
    /// With the first period that ends after the notice period and the commitment.
    AtPeriodEnd,
    /// With the local day.
    Now,
}

/// Gives notice of a subscription, or ends it with the present local day.
pub async fn cancel(
    call: Call,
    PathId(id): PathId<Subscription>,
    Body(input): Body<SubscriptionCancel>,
) -> Changes<Subscription> {
    Box::pin(retry(&call, || Box::pin(attempt(&call, id, input)))).await
}

async fn attempt(call: &Call, id: Id<Subscription>, input: SubscriptionCancel) -> Changes<Subscription> {
    let before = Box::pin(stored::catch_up_for_way_out(call, id)).await?.record;
    if call.caller.customer().is_some() && before.body.agreed_end.is_some() {
        let message = "it was agreed on until a certain day: a customer gives no notice before";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    let timing = match input.timing {
        Some(SubscriptionCancelTiming::Now) => CancelTiming::Now {
            fee: input.fee_percent.unwrap_or(before.body.early_termination_fee),
            mode: input.proration.map_or_else(|| usual_mode(call, &before.body), Ok)?,
        },
        None | Some(SubscriptionCancelTiming::AtPeriodEnd) => CancelTiming::WhenDue,
    };
    let is_awaited = before.body.incomplete_since.is_some();
    let decide = |charged: &Subscription| charged.cancelled(timing, call.now);
    let mut transaction = call.transaction();
    let ended = Box::pin(ended_lines::end(call, &mut transaction, id, &before.body, decide)).await?;
    if is_awaited && ended.is_paid {
        // It was paid meanwhile, and has begun.
        return Err(version_conflict());
    }
    stored::commit(call, transaction, &before, ended.after, None, None).await
}

/// What becomes of what was charged unless the request says: before it begins, all of that is for the future.
fn usual_mode(call: &Call, subscription: &Subscription) -> Result<ProrationMode, ApiError> {
    let has_begun = subscription.first <= subscription.day_of(call.now)?;
    Ok(if has_begun { ProrationMode::None } else { ProrationMode::FullCredit })
}

/// Takes notice back while the subscription has not ended.
pub async fn uncancel(call: Call, PathId(id): PathId<Subscription>) -> Changes<Subscription> {
    retry(&call, || async {
        let before = Box::pin(stored::catch_up_for_change(&call, id)).await?;
        let after = before.body.uncancelled(call.now)?;
        let mut transaction = call.transaction();
        call.welcome_customer(&mut transaction, after.customer_id, "customer_id").await?;
        let mut wallet = current_wallet::renew(&call, after.customer_id).await?;
        cycle_to_come::note(&mut wallet, id, &after);
        Box::pin(wallet.write(&call, &mut transaction)).await?;
        stored::commit(&call, transaction, &before, after, None, None).await
    })
    .await
}
