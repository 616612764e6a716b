use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use values::{ApiError, Id, LongText};

use crate::{
    records::{
        order::ShopOrder,
        order_state::{Cancellation, CancelledBy, OrderStatus},
        product::RefundPolicy,
    },
    rules::{ending, extras},
};

/// Who cancels it, and why.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShopOrderCancel {
    /// `customer` while the refund policy allows it, `operator` until it is handed over. `customer` when left out.
    #[serde(default)]
    by: Canceller,
    /// Reason in words; empty when none is given.
    #[serde(default)]
    reason: LongText,
}

/// Who cancels an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ShopOrderCanceller")]
pub enum Canceller {
    /// The customer, as the refund policy of the products allows.
    #[default]
    Customer,
    /// Those who run the space.
    Operator,
}

/// Cancels an order that was not handed over; what was charged goes back.
pub async fn cancel(
    call: Call,
    PathId(id): PathId<ShopOrder>,
    Body(input): Body<ShopOrderCancel>,
) -> Changes<ShopOrder> {
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(call: &Call, id: Id<ShopOrder>, input: &ShopOrderCancel) -> Changes<ShopOrder> {
    let before = call.get_for_change(id).await?;
    let status = before.body.status_at(call.now);
    let by = match input.by {
        Canceller::Customer => {
            status.require(&[OrderStatus::New])?;
            check_policy(&before.body)?;
            extras::check_in_time(call, &before.body)?;
            CancelledBy::Customer
        }
        Canceller::Operator => {
            status.require(&[OrderStatus::New, OrderStatus::InProgress])?;
            CancelledBy::Operator
        }
    };
    let cancellation = Cancellation { at: call.now, by, reason: input.reason.clone() };
    let mut transaction = call.transaction();
    let after = ending::cancel_in_transaction(call, &mut transaction, &before, cancellation).await?;
    call.commit(transaction, Data(after)).await
}

/// The customer may cancel what is not paid, and what every product of it allows.
fn check_policy(order: &ShopOrder) -> Result<(), ApiError> {
    let forbids = order.items.iter().any(|item| item.refund_policy == RefundPolicy::NoRefund);
    if order.paid_at.is_some() && forbids {
        let message = "the customer may not cancel it: see refund_policy of its items";
        return Err(ApiError::rule("by", "no_refund", message));
    }
    Ok(())
}
