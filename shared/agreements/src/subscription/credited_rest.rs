//! An invoice of a subscription that never begins, which cannot be voided because it has credit notes or payments: its
//! rest is credited.

use billing::documents::{Credit, CreditRequest};
use money_documents::{
    credit_note::{CreditNote, CreditNoteFields},
    crediting::{self, Crediting},
    invoice::{CREDIT_NOTES_MAX, Invoice},
    invoice_item::InvoiceItem,
    pending_items,
};
use store::{Record, Transaction};
use values::{Amount, ApiError, Decimal, Id, Money};
use wallets_and_journal::{OpenWallet, signed_amount::SignedAmount};
use work::UnitOfWork;

use super::record::Subscription;

/// What is left of an invoice.
#[derive(Debug, Default)]
struct Rest {
    /// Lines of the invoice that are credited, with the amount of each.
    requests: Vec<CreditRequest>,
    /// Credits that waited before the invoice took them, and how much of each: they are booked.
    credits: Vec<(Record<InvoiceItem>, i64)>,
}

/// Credits what is left of an invoice. What was charged otherwise and waited for it stays due; credits that waited
/// are booked. What was paid of it goes to the balance of `wallet`, which the caller writes.
///
/// # Errors
/// 503 when the store cannot be used.
pub(super) async fn credit_rest(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
    body: &mut Subscription,
    wallet: &mut OpenWallet,
) -> Result<(), ApiError> {
    if invoice.body.credit_note_ids.len() >= CREDIT_NOTES_MAX {
        return Ok(());
    }
    let notes = crediting::read_notes(work, &invoice.body).await?;
    let ids: Vec<Id<InvoiceItem>> = invoice.body.items.iter().map(|line| line.line.input.id.cast()).collect();
    let items = work.store.find_all(work.tenant(), &ids).await?;
    let rest = rest_of(&invoice.body, &items, &notes);
    // Where credits that it took are as much as is left, nothing is due of it.
    let Ok(crediting) = crediting::undivided(&invoice.body, &notes, &rest.requests) else { return Ok(()) };
    let returned = Money::new(crediting.split.post_payment.credit_minor, invoice.body.currency);
    note(work, transaction, invoice, crediting, body).await?;
    if returned.minor() > 0 {
        wallet.pay_in(returned)?;
    }
    for (item, minor) in rest.credits {
        let free = waiting(&item.body, minor);
        pending_items::set_free(work, transaction, &item, free, invoice.body.tax_inclusive, wallet).await?;
    }
    Ok(())
}

/// A credit that no invoice has any more, with what is left of it.
fn waiting(item: &InvoiceItem, minor: i64) -> InvoiceItem {
    let mut waiting = item.waiting();
    if item.unit_amount.minor_in(item.currency, "unit_amount").ok() != Some(minor) {
        waiting.fields.quantity = Decimal::new(1, 0);
        waiting.fields.unit_amount = SignedAmount::of(minor, item.currency);
    }
    waiting
}

fn rest_of(invoice: &Invoice, items: &[Record<InvoiceItem>], notes: &[Record<CreditNote>]) -> Rest {
    let mut rest = Rest::default();
    for line in &invoice.items {
        let item = line.line.input.id;
        let minor = invoice.line_left_minor(notes, item.cast());
        let waited = items.iter().find(|found| found.id == item.cast() && found.body.waited);
        if minor == 0 || (waited.is_some() && minor > 0) {
            continue;
        }
        rest.requests.push(CreditRequest { item, credit: Credit::Amount(minor) });
        rest.credits.extend(waited.map(|waited| (waited.clone(), minor)));
    }
    rest
}

async fn note(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
    crediting: Crediting,
    body: &mut Subscription,
) -> Result<(), ApiError> {
    let to_balance = Amount::of(crediting.split.post_payment.credit_minor, invoice.body.currency);
    let fields = CreditNoteFields::of_change(invoice.id, to_balance);
    let lines = crediting.note.lines.clone();
    crediting::issue_note_only(work, transaction, invoice, crediting, fields, None).await?;
    body.charges.take_credited(invoice.id.cast(), &lines);
    body.open_invoices.retain(|open| open.id != invoice.id.cast());
    Ok(())
}
