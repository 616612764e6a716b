//! Letters about orders: the customer is told that one is being prepared, and that it was handed over.

use mailing::{Draft, Fact, Facts, LetterSource, LetterType, recipients, text};
use records::LoggedEvent;
use store::Record;
use values::ApiError;
use work::UnitOfWork;

use crate::records::{order::ShopOrder, order_item::OrderItem, order_state::OrderStatus};

/// What customers are told of their orders.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![
        LetterSource::new(&["shop_order.accepted"], |work, event| async move {
            of_order(&work, &event.body, OrderStatus::InProgress).await
        }),
        LetterSource::new(&["shop_order.completed"], |work, event| async move {
            of_order(&work, &event.body, OrderStatus::Completed).await
        }),
    ]
}

/// How far an order is, as long as it is still there.
async fn of_order(work: &UnitOfWork, event: &LoggedEvent, status: OrderStatus) -> Result<Vec<Draft>, ApiError> {
    let found: Option<Record<ShopOrder>> = work.store.find(work.tenant(), event.object_id.cast()).await?;
    let Some(order) = found.filter(|found| found.body.status_at(work.now) == status) else { return Ok(Vec::new()) };
    let facts = facts_of(&order.body);
    let location = Some(order.body.location_id);
    let readers = recipients::of_customer(work, order.body.customer_id, None).await?;
    Ok(readers.into_iter().map(|to| Draft::new(LetterType::OrderReady, to, location, facts.clone())).collect())
}

/// What the letter tells: its items are those that have not come back.
fn facts_of(order: &ShopOrder) -> Facts {
    let item =
        |item: &OrderItem| Facts::from([("title", text(item.title.as_str())), ("quantity", Fact::Count(item.kept()))]);
    let items = order.items.iter().filter(|item| item.kept() > 0).map(item).collect();
    Facts::from([
        ("number", text(order.number.to_string())),
        ("items", Fact::List(items)),
        ("is_completed", Fact::Flag(order.status == OrderStatus::Completed)),
    ])
}
