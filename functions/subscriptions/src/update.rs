use agreements::subscription::{Subscription, largest::too_much};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, retry};
use values::{Id, MetadataPatch};

use crate::{
    carry_out::carry_out,
    stored::{self, Found},
};

/// What may change of a subscription; a field that is left out stays as it is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionPatch {
    /// How many times the membership plan is subscribed to, from 1 to 10,000.
    #[schemars(range(min = 1, max = 10_000))]
    quantity: Option<u32>,
    /// Changes of your own keys and values; a key with null is removed.
    metadata: Option<MetadataPatch>,
}

/// Changes quantity and metadata of a subscription.
pub async fn update(
    call: Call,
    PathId(id): PathId<Subscription>,
    Body(patch): Body<SubscriptionPatch>,
) -> Changes<Subscription> {
    Box::pin(retry(&call, || Box::pin(attempt(&call, id, &patch)))).await
}

async fn attempt(call: &Call, id: Id<Subscription>, patch: &SubscriptionPatch) -> Changes<Subscription> {
    let Found { record: before, refused } = Box::pin(stored::catch_up_for_way_out(call, id)).await?;
    let metadata = patch.metadata.as_ref().map(|keys| keys.applied_to(&before.metadata)).transpose()?;
    let today = before.body.day_of(call.now)?;
    let present = before.body.as_of(today).dues().quantity;
    // What is written twice changes nothing; the present quantity also calls a reduction off.
    let waits = before.body.scheduled.as_ref().map(|change| change.plan.terms.dues.quantity);
    // A raise is one now, even where as many are to come.
    match patch.quantity.filter(|quantity| present < *quantity || *quantity != waits.unwrap_or(present)) {
        Some(quantity) => match refused {
            None => {
                let decided = before.body.with_quantity(quantity, call.now)?;
                let may_be_too_much = present < quantity || before.body.can_be_invoiced();
                if may_be_too_much && !decided.after.can_be_invoiced() {
                    return Err(too_much("quantity"));
                }
                Box::pin(carry_out(call, &before, decided, None, metadata)).await
            }
            Some(refused) => {
                let reduced = before.body.reduced_for_the_next_period(quantity, call.now)?.ok_or(refused)?;
                stored::commit(call, call.transaction(), &before, reduced, metadata, None).await
            }
        },
        None => stored::commit(call, call.transaction(), &before, before.body.clone(), metadata, None).await,
    }
}
