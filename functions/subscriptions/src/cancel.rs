//! Giving notice, and taking it back.

use agreements::subscription::{Subscription, cycle_to_come, voided};
use billing::{commitment::CancelTiming, proration::ProrationMode};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, retried};
use store::transaction::version_conflict;
use values::{Id, Percent};
use wallets_and_journal::current_wallet;

use crate::{carry_out, stored};

/// When it is to end.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionCancel {
    /// `at_period_end` when left out.
    timing: Option<SubscriptionCancelTiming>,
    /// With `now`: percent of the dues still owed of the commitment; the subscription's when left out.
    fee_percent: Option<Percent>,
    /// With `now`: what becomes of the unused days of the period; `none` when left out.
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
    Box::pin(retried(&call, || Box::pin(attempt(&call, id, input)))).await
}

async fn attempt(call: &Call, id: Id<Subscription>, input: SubscriptionCancel) -> Changes<Subscription> {
    let before = Box::pin(stored::for_way_out(call, id)).await?.record;
    let timing = match input.timing {
        Some(SubscriptionCancelTiming::Now) => CancelTiming::Now {
            fee: input.fee_percent.unwrap_or(before.body.early_termination_fee),
            mode: input.proration.unwrap_or(ProrationMode::None),
        },
        None | Some(SubscriptionCancelTiming::AtPeriodEnd) => CancelTiming::WhenDue,
    };
    let is_awaited = before.body.incomplete_since.is_some();
    let mut charged = before.body.under_terms_of(call.now)?;
    let (mut after, mut ending) = charged.cancelled(timing, call.now)?;
    let mut transaction = call.transaction();
    let mut wallet = current_wallet::renew(call, after.customer_id).await?;
    if after.is_over {
        // It never begins.
        let off = voided::void_unpaid(call, &mut transaction, &charged, &mut wallet).await?;
        if is_awaited && off.is_paid {
            // It was paid meanwhile, and has begun.
            return Err(version_conflict());
        }
        charged = off.body;
        (after, ending) = charged.cancelled(timing, call.now)?;
    }
    if is_awaited {
        Box::pin(wallet.write(call, &mut transaction)).await?;
        return stored::commit(call, transaction, &before, after.dated(call.now)?, None, None).await;
    }
    // What ends with a period ends with what that granted.
    if after.is_ended_early
        && let Some(ends_at) = after.moments.ends_at
    {
        wallet.end_subscription(id.cast(), ends_at);
    }
    cycle_to_come::note(&mut wallet, id, &after);
    Box::pin(carry_out::bill(call, &mut transaction, id, &mut after, wallet, &ending.billed(&charged))).await?;
    stored::commit(call, transaction, &before, after.dated(call.now)?, None, None).await
}

/// Takes notice back while the subscription has not ended.
pub async fn uncancel(call: Call, PathId(id): PathId<Subscription>) -> Changes<Subscription> {
    retried(&call, || async {
        let before = Box::pin(stored::for_change(&call, id)).await?;
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
