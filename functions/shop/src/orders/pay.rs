//! Tell that an order was paid outside of this service.

use schemars::JsonSchema;
use serde::Deserialize;
use settlement::purchase::is_told_before;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use values::{Id, ShortText};

use crate::{
    records::{order::ShopOrder, order_fields::OrderPaymentSource, order_state::OrderStatus},
    rules::{packages, settling},
};

/// A payment that was made outside of this service.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShopOrderPayment {
    /// What identifies it outside.
    #[serde(default)]
    payment_reference: ShortText,
}

/// Tells that an order was paid outside of this service, within its 15 minutes.
pub async fn pay(call: Call, PathId(id): PathId<ShopOrder>, Body(input): Body<ShopOrderPayment>) -> Changes<ShopOrder> {
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(call: &Call, id: Id<ShopOrder>, input: &ShopOrderPayment) -> Changes<ShopOrder> {
    let before = call.get_for_change(id).await?;
    let mut order = before.body.clone();
    let is_outside = order.payment_source == OrderPaymentSource::External && order.total_minor > 0;
    if is_told_before(is_outside, order.paid_at, &order.payment_reference, &input.payment_reference)? {
        return call.unchanged(Data(before));
    }
    order.status_at(call.now).require(&[OrderStatus::New])?;
    order.paid_at = Some(call.now);
    order.payment_reference = input.payment_reference.clone();
    let mut settling = settling::load(call, &order).await?;
    packages::grant(call, &mut settling, &mut order).await?;
    let after = call.next_version(&before, order, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    settling.write(call, &mut transaction).await?;
    call.commit(transaction, Data(after)).await
}
