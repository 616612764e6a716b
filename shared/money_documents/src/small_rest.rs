//! Small rests: what a payment leaves of an issued invoice is written off, up to what the merchant's settings say in its
//! currency (`docs/areas/invoices.md`, 25).

use billing::ledger::entries;
use store::{Record, Transaction};
use values::{ApiError, Id, Money};
use wallets_and_journal::journal;
use work::UnitOfWork;

use crate::{invoice::Invoice, issuing::occasion};

/// Writes off what a payment has left of `invoice`, which becomes paid, in the transaction of the payment.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn write_off(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Invoice>,
    invoice: &mut Invoice,
) -> Result<(), ApiError> {
    if invoice.money.due_minor() == 0 {
        return Ok(());
    }
    let merchant = work.read_merchant().await?;
    let mut money = invoice.money;
    let rest_minor = money.write_off_rest(merchant.body.invoice_settings.written_off_up_to(invoice.currency));
    if rest_minor == 0 {
        return Ok(());
    }
    invoice.set_money(money, work.now);
    let rest = Money::new(rest_minor, invoice.currency);
    journal::post(work, transaction, entries::rest_written_off(occasion(work.now, id, invoice), rest)?).await
}

/// Books that a rest that was written off is due again.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn ask_again(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<Invoice>,
    minor: i64,
) -> Result<(), ApiError> {
    let occasion = occasion(work.now, before.id, &before.body);
    let written_off = entries::rest_written_off(occasion, Money::new(minor, before.body.currency))?;
    journal::post(work, transaction, written_off.reversed(occasion)).await
}
