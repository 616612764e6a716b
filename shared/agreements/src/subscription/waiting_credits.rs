//! Credits of a subscription that wait, for what nobody pays any more: they go.

use money_documents::invoice_item::InvoiceItem;
use store::{Record, RecordSet, Transaction};
use values::ApiError;
use wallets_and_journal::signed_amount::SignedAmount;
use work::UnitOfWork;

use super::{dues::ChargedFor, record::Subscription, storing};

/// Makes the credits that wait for something so much less. What an invoice has taken stays as it is.
///
/// # Errors
/// 503 when the store cannot be read.
pub(super) async fn reduce(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    body: &mut Subscription,
    charged_for: ChargedFor,
    minor: i64,
) -> Result<(), ApiError> {
    let mut left = minor;
    let items = work.store.find_all(work.tenant(), &body.charges.credits_for(charged_for)).await?;
    for before in items.iter().filter(|item| item.body.is_waiting()) {
        let amount_minor = before.body.unit_amount.minor_in(before.body.currency, "unit_amount")?;
        let taken = left.min(amount_minor.saturating_neg());
        if taken <= 0 {
            continue;
        }
        transaction.replace(before, &less(work, before, amount_minor + taken));
        body.charges.take_off(charged_for, Vec::new(), -taken);
        left -= taken;
    }
    Ok(())
}

/// Notes that an operator changes or deletes an item that credits dues: what it credits no more is charged again, and
/// can be credited otherwise.
///
/// # Errors
/// 422 when an amount does not fit; 503 when the store cannot be read.
pub async fn note_change(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<InvoiceItem>,
    after: Option<&InvoiceItem>,
) -> Result<(), ApiError> {
    let Some(id) = before.body.credits_dues_of else { return Ok(()) };
    let Some(subscription) = work.store.find(work.tenant(), id.cast::<Subscription>()).await? else { return Ok(()) };
    let Some(charged_for) = subscription.body.charges.credited_by(before.id) else { return Ok(()) };
    let minor = |item: &InvoiceItem| -> Result<i64, ApiError> {
        let input = item.input(before.id)?;
        Ok(input.quantity.times(input.unit_minor)?)
    };
    let change = minor(&before.body)? - after.map_or(Ok(0), minor)?;
    if change == 0 {
        return Ok(());
    }
    let mut body = subscription.body.clone();
    body.charges.take_off(charged_for, Vec::new(), change);
    let after = work.next_version(&subscription, body, None);
    Box::pin(storing::replace(work, transaction, &subscription, &after, None)).await
}

/// The item with this amount; deleted when that is nothing.
fn less(work: &UnitOfWork, before: &Record<InvoiceItem>, minor: i64) -> Record<InvoiceItem> {
    if minor == 0 {
        return work.moved(before, before.body.clone(), RecordSet::Archived);
    }
    let mut rest = before.body.clone();
    rest.fields.unit_amount = SignedAmount::of(minor, rest.currency);
    work.next_version(before, rest, None)
}
