//! Items below zero by which sources take back what an issued invoice asks for, because it took no credit note of it:
//! what becomes of them when nobody asks for it any more. They are booked when they arise; in tables of before some wait.

use std::collections::BTreeMap;

use billing::{arithmetic::share, documents::InvoiceStatus};
use money_documents::{invoice::Invoice, invoice_item::InvoiceItem};
use store::{Record, Transaction};
use values::{ApiError, ErrorCode, Id, Percent};
use wallets_and_journal::signed_amount::SignedAmount;
use work::UnitOfWork;

use crate::source_invoices::{ChangedLine, reline};

/// Ends what takes back what a voided invoice asked for: it stands with that invoice from now on, and takes nothing off
/// another.
///
/// # Errors
/// 409 `invalid_state` when it was booked, or another invoice was issued with it; 503 when the store cannot be read.
pub async fn end(work: &UnitOfWork, transaction: &mut Transaction, invoice: &Record<Invoice>) -> Result<(), ApiError> {
    let mut drafts: BTreeMap<Id<Invoice>, Vec<ChangedLine>> = BTreeMap::new();
    for before in read_corrections(work, invoice).await? {
        if before.body.booked.is_some() {
            let message =
                "what was cancelled of it is booked to the customer's balance: credit what is left of it instead";
            return Err(ApiError::conflict(ErrorCode::InvalidState, message));
        }
        if let Some(other) = before.body.invoice_id {
            drafts.entry(other).or_default().push(ChangedLine { id: before.id, line: None });
        }
        let mut ended = before.body.waiting();
        ended.fields.invoice_id = Some(invoice.id);
        transaction.replace(&before, &work.next_version(&before, ended, None));
    }
    for (id, gone) in drafts {
        let draft = work.get(id).await?;
        if draft.body.status != InvoiceStatus::Draft {
            let number = draft.body.number.map(|number| number.to_string()).unwrap_or_default();
            let message = format!("invoice {number} credits what was cancelled of this one: void that first");
            return Err(ApiError::conflict(ErrorCode::InvalidState, message));
        }
        reline(work, transaction, &draft, &gone).await?;
    }
    Ok(())
}

/// Makes what waits less by what nobody pays, because the invoice was given up.
///
/// # Errors
/// 422 when an amount does not fit; 503 when the store cannot be read.
pub async fn give_up(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
) -> Result<(), ApiError> {
    let mut due_minor = invoice.body.money.due_minor();
    for before in read_corrections(work, invoice).await?.iter().filter(|item| item.body.is_waiting()) {
        let item = &before.body;
        let (hundred, due) = (Percent::HUNDRED.ten_thousandths(), item.due_ten_thousandths(invoice.body.tax_inclusive));
        let credit_minor = item.unit_amount.minor_in(item.currency, "unit_amount")?.saturating_neg();
        let lost_minor = share(due_minor, hundred, due)?.min(credit_minor);
        if lost_minor <= 0 {
            continue;
        }
        due_minor -= share(lost_minor, due, hundred)?;
        let mut after = item.clone();
        if lost_minor < credit_minor {
            after.fields.unit_amount = SignedAmount::of(lost_minor - credit_minor, after.currency);
        } else {
            after.fields.invoice_id = Some(invoice.id);
        }
        transaction.replace(before, &work.next_version(before, after, None));
    }
    Ok(())
}

/// Those of an invoice that have not ended.
async fn read_corrections(work: &UnitOfWork, invoice: &Record<Invoice>) -> Result<Vec<Record<InvoiceItem>>, ApiError> {
    if invoice.body.correction_ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Id<InvoiceItem>> = invoice.body.correction_ids.iter().map(|id| id.cast()).collect();
    let mut items = work.store.find_all(work.tenant(), &ids).await?;
    items.retain(|item| item.body.invoice_id != Some(invoice.id));
    Ok(items)
}
