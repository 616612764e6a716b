//! Settles orders: each item is a source of its own, with its tax and its kind, so that a part of an order can come
//! back.

use billing::{settlement::Owed, wallet::PostingKind};
use settlement::{Settling, SourceAccount, purchase::spent_at, source_items::ItemText, source_settling::SettledSource};
use values::{ApiError, Name};
use wallets_and_journal::{Source, SourceKind};
use work::UnitOfWork;

use super::pricing::item_kind;
use crate::records::{order::ShopOrder, order_item::OrderItem};

/// Characters of a title in the description of an invoice item, which has room for 200.
const TITLE_CHARS: usize = 180;

/// Reads what a change of an order may change: wallets, invoice items.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn load(work: &UnitOfWork, order: &ShopOrder) -> Result<Settling, ApiError> {
    let accounts: Vec<&SourceAccount> = order.items.iter().map(|item| &item.account).collect();
    Settling::load(work, &accounts, None).await
}

/// Settles what the items of an order owe now; `order` gets what is charged then.
///
/// # Errors
/// 402 `insufficient_balance`, 422 `not_payable`.
pub fn settle(
    work: &UnitOfWork,
    settling: &mut Settling,
    order: &mut ShopOrder,
    is_by_operator: bool,
    owed: impl Fn(&OrderItem) -> Result<Owed, ApiError>,
) -> Result<(), ApiError> {
    for position in 0..order.items.len() {
        let Some(item) = order.items.get(position) else { continue };
        let description = description(item);
        let source = source(order, item, &description, is_by_operator);
        let account = settling.settle(work, &source, &item.account, owed(item)?)?;
        if let Some(item) = order.items.get_mut(position) {
            item.account = account;
        }
    }
    Ok(())
}

/// What an item is as the source of what is charged.
#[must_use]
pub const fn source_of(item: &OrderItem) -> Source {
    Source { kind: SourceKind::Order, id: item.id.cast() }
}

fn source<'a>(order: &ShopOrder, item: &OrderItem, description: &'a Name, is_by_operator: bool) -> SettledSource<'a> {
    let text = ItemText {
        source: source_of(item),
        kind: item_kind(item.kind),
        payer_id: item.account.payer_id,
        location_id: order.location_id,
        currency: order.currency,
        description: Some(description),
        period: (order.ordered_on, order.ordered_on),
        tax: Some(item.tax()),
    };
    SettledSource {
        text,
        posting: PostingKind::Order,
        spent_at: spent_at(order.location_id, order.cross_location),
        is_by_operator,
    }
}

/// What the invoice item says: what was ordered, and how many of it did not come back.
fn description(item: &OrderItem) -> Name {
    let title: String = item.title.as_str().chars().take(TITLE_CHARS).collect();
    let quantity = if item.kept() > 0 { item.kept() } else { item.quantity };
    Name::new(format!("{title} × {quantity}"))
}
