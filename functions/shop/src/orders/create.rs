//! Create an order, and preview one.

use records::publication::RequireActive as _;
use shared::api::{Body, Call, Created, Creates, Data, reply::Plain, retry};
use values::ApiError;

use crate::{
    records::{order::ShopOrder, order_view::OrderPriceView},
    rules::{
        ending, extras,
        ordering::{Prepared, ShopOrderCreate, prepare},
    },
};

/// Creates an order, reserves its stock, and charges it unless it is paid outside.
pub async fn create(call: Call, Body(input): Body<ShopOrderCreate>) -> Creates<ShopOrder> {
    retry(&call, || attempt(&call, &input)).await
}

async fn attempt(call: &Call, input: &ShopOrderCreate) -> Creates<ShopOrder> {
    let mut transaction = call.transaction();
    let Prepared { mut order, basket, stock, mut settling, location, booking } =
        prepare(call, &mut transaction, input).await?;
    basket.require(&mut transaction);
    if !settling.at(&location) {
        transaction.require_active(&location, "location_id");
    }
    ending::count(&mut transaction, (order.customer_id, order.location_id), 1);
    stock.write(call, &mut transaction);
    settling.write(call, &mut transaction).await?;
    let numbers = ShopOrder::numbers(location.id);
    // Read last, so that little time is left in which another order takes the number.
    let last = call.store.read_counter(call.tenant(), &numbers).await?;
    order.number = last + 1;
    transaction.take_number(&numbers, last);
    let order = call.new_record(order, input.metadata.clone());
    if let Some(booking) = &booking {
        extras::enter(call, &mut transaction, booking, order.id)?;
    }
    transaction.create(&order);
    call.commit(transaction, Created(order)).await
}

/// Computes what the same order would cost and who would pay; stores nothing.
pub async fn preview(call: Call, Body(input): Body<ShopOrderCreate>) -> Result<Data<Plain<OrderPriceView>>, ApiError> {
    // What must hold of the customer is asked for and not written.
    let mut transaction = call.transaction();
    let Prepared { order, .. } = prepare(&call, &mut transaction, &input).await?;
    Ok(Data(Plain(order.price_view())))
}
