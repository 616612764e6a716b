//! Items of a subscription: what is charged besides the plan.

use agreements::subscription::{
    Subscription, SubscriptionItem,
    item::{ITEMS_MAX, ItemRecurrence},
    largest::too_much,
};
use billing::subscription_status::SubscriptionAction;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Path, PathId, retry};
use values::{ApiError, ErrorCode, Id};

use crate::{item_requests::SubscriptionItemCreate, stored};

/// Path of an item.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemPath {
    /// Identifier of the subscription.
    id: Id<Subscription>,
    /// Identifier of the item.
    item_id: Id<SubscriptionItem>,
}

/// Adds an item that is charged besides the plan, once or with every period.
pub async fn add(
    call: Call,
    PathId(id): PathId<Subscription>,
    Body(input): Body<SubscriptionItemCreate>,
) -> Changes<Subscription> {
    Box::pin(retry(&call, || Box::pin(attempt(&call, id, &input)))).await
}

async fn attempt(call: &Call, id: Id<Subscription>, input: &SubscriptionItemCreate) -> Changes<Subscription> {
    let before = Box::pin(stored::catch_up_for_change(call, id)).await?;
    let body = &before.body;
    body.status(call.now).allows(SubscriptionAction::Change)?;
    if body.items.len() >= ITEMS_MAX {
        let message = format!("a subscription has at most {ITEMS_MAX} items");
        return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
    }
    let today = body.day_of(call.now)?;
    let next = match body.invoiced.max(body.renewed) {
        Some(last) => body.schedule.period(last)?.after(),
        None => body.schedule.first(),
    };
    if input.start_date.is_some_and(|day| day < today) {
        return Err(ApiError::rule("start_date", "in_the_past", "an item is charged from today on at the earliest"));
    }
    let mut after = body.clone();
    let goes_to_another_cycle = body.scheduled.as_ref().is_some_and(|change| change.schedule.is_some());
    if goes_to_another_cycle && input.recurrence == ItemRecurrence::Recurring {
        let message = "it goes to another cycle, and the item has a price for the present one; add it then";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    // What was charged already is not charged again.
    let mut item = input.item(call, body.currency, next, "")?;
    item.from = item.from.max(next);
    after.items.push(item);
    if !after.can_be_invoiced() {
        return Err(too_much("unit_amount"));
    }
    let after = after.dated(call.now)?;
    let mut transaction = call.transaction();
    call.welcome_customer(&mut transaction, after.customer_id, "customer_id").await?;
    stored::commit(call, transaction, &before, after, None, None).await
}

/// Removes an item, which is charged no more.
pub async fn remove(call: Call, Path(path): Path<ItemPath>) -> Changes<Subscription> {
    retry(&call, || async {
        let before = Box::pin(stored::catch_up_for_way_out(&call, path.id)).await?.record;
        let mut after = before.body.clone();
        after.items.retain(|item| item.id != path.item_id);
        if after.items.len() == before.body.items.len() {
            return Err(ApiError::not_found());
        }
        after.status(call.now).allows(SubscriptionAction::Change)?;
        stored::commit(&call, call.transaction(), &before, after, None, None).await
    })
    .await
}
