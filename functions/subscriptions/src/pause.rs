//! Pauses a subscription for whole periods, and resumes it.

use agreements::subscription::Subscription;
use billing::pause::PauseBehaviour;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, retry};
use values::Day;

use crate::stored;

/// When it is paused.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionPauseRequest {
    /// It begins with the first period that begins on or after this local day; with the next one when left out.
    from: Option<Day>,
    /// It ends with the first period that begins on or after this local day; until somebody resumes when left out.
    until: Option<Day>,
    /// What becomes of the invoices of the time between; `void` when left out.
    behaviour: Option<PauseBehaviour>,
}

/// Pauses a subscription for whole periods: no charges, allowance or benefits.
pub async fn pause(
    call: Call,
    PathId(id): PathId<Subscription>,
    Body(input): Body<SubscriptionPauseRequest>,
) -> Changes<Subscription> {
    retry(&call, || async {
        let before = Box::pin(stored::catch_up_for_change(&call, id)).await?;
        let after = before.body.paused(input.from, input.until, input.behaviour.unwrap_or_default(), call.now)?;
        stored::commit(&call, call.transaction(), &before, after, None, None).await
    })
    .await
}

/// Ends a pause with the current period, or calls off one that has not begun.
pub async fn resume(call: Call, PathId(id): PathId<Subscription>) -> Changes<Subscription> {
    retry(&call, || async {
        let before = Box::pin(stored::catch_up_for_change(&call, id)).await?;
        let after = before.body.resumed(call.now)?;
        stored::commit(&call, call.transaction(), &before, after, None, None).await
    })
    .await
}
