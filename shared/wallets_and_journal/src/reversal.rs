//! Correcting by a transaction of the other direction: taking back a grant of which nothing was used, giving back what
//! was charged, and moving between customers.

use billing::wallet::{PostingKind, RefundBy, SpentAt, Unit, transfer};
use store::{Record, Transaction};
use values::{ApiError, ErrorCode, Id, LongText};
use work::UnitOfWork;

use crate::{
    open_wallet::{About, OpenWallet, Posted},
    wallet_transaction::{OfUnit, Source, SourceKind, TransactionStatus, WalletTransaction},
};

fn refused(message: &'static str) -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, message)
}

/// Takes back a transaction that stands for itself, or gives up one that is scheduled. Answers it as it will be.
///
/// # Errors
/// 409 `invalid_state` when it was taken back already, belongs to something that settles it, or is a grant that was
/// used or has expired.
pub async fn reverse<T: OfUnit>(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    wallet: &mut OpenWallet,
    reversed: &Record<T>,
    reason: LongText,
) -> Result<Record<T>, ApiError> {
    let body: &WalletTransaction = reversed.body.as_ref();
    if body.status == TransactionStatus::Scheduled && body.source.is_none() {
        let after = wallet.release(work, T::UNIT, reversed.id.cast()).await?;
        return Ok(work.next_version(reversed, T::from(after), None));
    }
    check_reversible(body)?;
    // A check-in stays the source of what comes back of it.
    let about = About { location_id: body.location_id, reason, source: body.source, ..About::default() };
    let posted = if matches!(body.kind, PostingKind::AdminCharge | PostingKind::CheckIn) {
        let by = RefundBy::Operator(work.ids.next());
        let (posted, _) = wallet.refund(work, T::UNIT, &body.buckets, by, &about)?;
        posted.ok_or_else(|| refused("nothing of it comes back"))?
    } else {
        let granted = body.buckets.first().ok_or_else(|| refused("the transaction moved nothing"))?;
        wallet.withdraw(work, T::UNIT, PostingKind::AdminCharge, granted, &about)?
    };
    wallet.note_reversal(posted.id, reversed.id.cast());
    let after =
        WalletTransaction { status: TransactionStatus::Reversed, reversed_by_id: Some(posted.id), ..body.clone() };
    let after = work.next_version(reversed, T::from(after), None);
    transaction.replace(reversed, &after);
    Ok(after)
}

/// What was made by something else is settled by that, and what time or a reversal did is not undone.
fn check_reversible(body: &WalletTransaction) -> Result<(), ApiError> {
    match body.status {
        TransactionStatus::Posted => {}
        TransactionStatus::Scheduled => {
            return Err(refused("the transaction is scheduled by its source, which settles it"));
        }
        TransactionStatus::Reversed => return Err(refused("the transaction was reversed already")),
        TransactionStatus::Void => return Err(refused("the transaction did not happen")),
    }
    if body.reverses_id.is_some() {
        return Err(refused("the transaction is a reversal itself"));
    }
    // Nothing settles a check-in: its day pass is given back by hand, and the day stays paid for.
    if body.source.is_some() && body.kind != PostingKind::CheckIn {
        return Err(refused("the transaction belongs to its source, which settles it"));
    }
    match body.kind {
        PostingKind::AdminAllocation | PostingKind::PurchaseAllocation | PostingKind::Refund
            if body.value_minor() != 0 =>
        {
            Err(refused("what was paid for is taken back by a credit note"))
        }
        PostingKind::AdminAllocation
        | PostingKind::PurchaseAllocation
        | PostingKind::Refund
        | PostingKind::AdminCharge
        | PostingKind::CheckIn => Ok(()),
        PostingKind::SubscriptionAllocation
        | PostingKind::Booking
        | PostingKind::EventTicket
        | PostingKind::Order
        | PostingKind::SubscriptionExpiration
        | PostingKind::Expiration
        | PostingKind::Transfer => Err(refused("a transaction of this type is not reversed")),
    }
}

/// Moves units from one customer to another; their expiry, location and value go with them. Answers the transaction in
/// the wallet that gives.
///
/// # Errors
/// 402 `insufficient_balance`, 409 `capacity_exceeded`.
pub fn move_units(
    work: &UnitOfWork,
    from: &mut OpenWallet,
    to: &mut OpenWallet,
    unit: Unit,
    amount: i64,
    about: &About,
) -> Result<(Posted, Posted), ApiError> {
    let new_id = || work.ids.next();
    let (giver, receiver) = (from.buckets_mut(unit), to.buckets_mut(unit));
    let moved = transfer((giver, receiver), amount, work.now, &SpentAt::ANYWHERE, new_id)?;
    let other = |id: Id<values::Customer>| {
        let source = Source { kind: SourceKind::Customer, id: id.cast() };
        About { source: Some(source), ..about.clone() }
    };
    let (giver, receiver) = (from.customer_id(), to.customer_id());
    let given = from.note(work, unit, moved.from, &other(receiver));
    let got = to.note(work, unit, moved.to, &About { metadata: None, ..other(giver) });
    Ok((given, got))
}
