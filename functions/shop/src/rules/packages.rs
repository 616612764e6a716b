//! Credit packages: what they grant comes into the customer's wallet once, when the order is paid, and leaves it as a
//! whole when the order is cancelled or comes back.

use billing::{
    arithmetic::{allocate, share, times},
    wallet::{Bucket, PostingKind},
};
use chrono::Duration;
use settlement::Settling;
use values::{ApiError, Metadata};
use wallets_and_journal::About;
use work::UnitOfWork;

use super::settling::{self, source_of};
use crate::records::{order::ShopOrder, order_fields::OrderPaymentSource, order_item::OrderItem, package::Granted};

/// Grants what the packages of an order that is paid now hold.
///
/// # Errors
/// 409 `capacity_exceeded` when the wallet is full, 503 when the store cannot be used.
pub async fn grant(work: &UnitOfWork, settling: &mut Settling, order: &mut ShopOrder) -> Result<(), ApiError> {
    let mut items = std::mem::take(&mut order.items);
    for item in items.iter_mut().filter(|item| !item.grants.is_empty() && item.granted.is_empty()) {
        item.granted = grant_package(work, settling, order, item).await?;
    }
    order.items = items;
    Ok(())
}

/// Refuses an order that waits for its payment and could not be granted if it came now.
///
/// # Errors
/// 409 `capacity_exceeded` when the wallet is full, 422 `record_too_large`, 503 when the store cannot be used.
pub async fn check_grantable(
    work: &UnitOfWork,
    order: &ShopOrder,
    metadata: Option<&Metadata>,
) -> Result<(), ApiError> {
    if order.items.iter().all(|item| item.grants.is_empty()) {
        return Ok(());
    }
    let mut paid = order.clone();
    let mut settling = settling::load(work, &paid).await?;
    grant(work, &mut settling, &mut paid).await?;
    let mut transaction = work.transaction();
    transaction.create(&work.new_record(paid, metadata.cloned()));
    transaction.check()
}

async fn grant_package(
    work: &UnitOfWork,
    settling: &mut Settling,
    order: &ShopOrder,
    item: &OrderItem,
) -> Result<Vec<Granted>, ApiError> {
    let wallet = settling.open_wallet_of(work, order.customer_id).await?;
    // What an invoice asks for is owed until it is used. What was paid outside is in no books of this service.
    let value_minor = if order.payment_source == OrderPaymentSource::Invoice { item.net_minor } else { 0 };
    let weights: Vec<i64> = item.grants.iter().map(|grant| grant.amount).collect();
    let mut granted = Vec::new();
    for (grant, value_minor) in item.grants.iter().zip(allocate(value_minor, &weights)) {
        let expires_at = grant.duration_days.map(|days| work.now.plus(Duration::days(days)));
        let bucket = Bucket {
            location_id: Some(order.location_id.cast()),
            value_minor,
            currency: (value_minor > 0).then_some(order.currency),
            ..Bucket::bought(work.ids.next(), times(grant.amount, item.quantity)?, expires_at)
        };
        let about = about(order, item);
        let posted = wallet.grant(work, grant.unit, PostingKind::PurchaseAllocation, bucket, &about)?;
        let parts = posted.posting.buckets.into_iter();
        granted.extend(parts.map(|bucket| Granted { unit: grant.unit, bucket }));
    }
    Ok(granted)
}

/// Takes back what so many of an item granted; what was used, or has expired, does not come back, and the item neither.
///
/// # Errors
/// 409 `invalid_state`, 503 when the store cannot be used.
pub async fn revoke_package(
    work: &UnitOfWork,
    settling: &mut Settling,
    order: &ShopOrder,
    (item, quantity): (&mut OrderItem, i64),
) -> Result<(), ApiError> {
    if item.granted.is_empty() {
        return Ok(());
    }
    let (about, kept) = (about(order, item), item.kept());
    let wallet = settling.open_wallet_of(work, order.customer_id).await?;
    for granted in &mut item.granted {
        let part = Bucket {
            amount: share(granted.bucket.amount, quantity, kept)?,
            value_minor: share(granted.bucket.value_minor, quantity, kept)?,
            ..granted.bucket.clone()
        };
        // As it was bought: nothing is earned by it.
        wallet.withdraw(work, granted.unit, PostingKind::PurchaseAllocation, &part, &about)?;
        granted.bucket.amount -= part.amount;
        granted.bucket.value_minor -= part.value_minor;
    }
    item.granted.retain(|granted| granted.bucket.amount > 0);
    Ok(())
}

fn about(order: &ShopOrder, item: &OrderItem) -> About {
    About { location_id: Some(order.location_id), source: Some(source_of(item)), ..About::default() }
}
