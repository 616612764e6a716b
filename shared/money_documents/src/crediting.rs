//! Issues a credit note on an invoice, and takes one back, in the transaction of whoever does it.
//!
//! It stands inside `retried`: the invoice is changed under the version that was read, so that two notes never credit
//! the same twice.

use std::collections::BTreeMap;

use billing::{
    arithmetic::share,
    documents::{self, CreditRequest, Credited, PostPayment, SeriesKind, SplitCredit},
    ledger::{DocumentKind, DocumentReference, Occasion, entries},
    period::local_day,
};
use store::{Record, Transaction};
use values::{ApiError, Day, ErrorCode, Id, Metadata, Money};
use wallets_and_journal::{OpenWallet, journal, wallet_transaction::Source};
use work::UnitOfWork;

use crate::{
    credit_note::{CreditNote, CreditNoteFields, CreditNoteStatus, CreditedLine},
    customer_balance,
    exemption_reason::ExemptionReason,
    invoice::{CREDIT_NOTES_MAX, CountedGift, Invoice, Issue},
    invoice_item::InvoiceItem,
    number::{NextNumber, series_of},
    set_off::ChangedInvoice,
    small_rest,
};

/// A credit note that has been worked out and not yet been issued.
#[derive(Clone, Debug)]
pub struct Crediting {
    /// Lines, taxes and total that it credits.
    pub note: documents::CreditNote,
    /// What becomes of it.
    pub split: SplitCredit,
    /// What settles it, unless a client issues it.
    pub settled_by: Option<Source>,
    /// What is credited of items that a source settles, as the items have it.
    pub of_items: BTreeMap<Id<InvoiceItem>, i64>,
}

/// The notes on an invoice, valid or not.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_notes(work: &UnitOfWork, invoice: &Invoice) -> Result<Vec<Record<CreditNote>>, ApiError> {
    if invoice.credit_note_ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Id<CreditNote>> = invoice.credit_note_ids.iter().map(|id| id.cast()).collect();
    Ok(work.store.find_all(work.tenant(), &ids).await?)
}

/// What payments paid of an invoice and notes have not promised back.
#[must_use]
pub fn refundable_minor(invoice: &Invoice, notes: &[Record<CreditNote>]) -> i64 {
    let valid = notes.iter().filter(|note| note.body.is_valid());
    invoice.money.paid_minor - valid.map(|note| note.body.refunded_minor()).sum::<i64>()
}

/// Works out a note on an invoice that has `notes`.
///
/// # Errors
/// 409 `invalid_state` unless the invoice was issued and is not voided, 422 naming a line or a part.
pub fn worked_out(
    invoice: &Invoice,
    notes: &[Record<CreditNote>],
    requests: &[CreditRequest],
    post_payment: PostPayment,
) -> Result<Crediting, ApiError> {
    divided_by(invoice, notes, requests, |_| post_payment)
}

/// Works out a note whose part that gives back what was paid is not divided yet: all of it goes to the customer's
/// balance.
///
/// # Errors
/// As [`worked_out`].
pub fn undivided(
    invoice: &Invoice,
    notes: &[Record<CreditNote>],
    requests: &[CreditRequest],
) -> Result<Crediting, ApiError> {
    let unpaid_minor = invoice.money.unpaid_minor();
    let to_balance = |total_minor: i64| (total_minor - unpaid_minor).max(0);
    let divided = |total_minor| PostPayment { credit_minor: to_balance(total_minor), ..PostPayment::default() };
    divided_by(invoice, notes, requests, divided)
}

/// The same with what becomes of its total after the invoice was paid.
fn divided_by(
    invoice: &Invoice,
    notes: &[Record<CreditNote>],
    requests: &[CreditRequest],
    divided: impl FnOnce(i64) -> PostPayment,
) -> Result<Crediting, ApiError> {
    let mut money = invoice.money;
    // Judges the state before anything else; the amounts follow.
    money.credit(0, 0)?;
    let note = documents::CreditNote::new(&invoice.document(), &invoice.taken_off(notes), requests)?;
    let (total_minor, refundable_minor) = (note.total_minor, refundable_minor(invoice, notes));
    let split = SplitCredit::new(total_minor, &invoice.money, refundable_minor, divided(total_minor))?;
    money.credit(split.pre_payment_minor, split.post_payment_minor())?;
    Ok(Crediting { note, split, settled_by: None, of_items: BTreeMap::new() })
}

/// Issues a note on `invoice`, which becomes its next version; what it credits goes to the customer's balance, if it
/// says so.
///
/// # Errors
/// As [`worked_out`]; 409 `capacity_exceeded` when the invoice has 50 notes, `invalid_state` naming `credit_amount`
/// when the customer has gone to whose balance it would go.
pub async fn issue_note(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
    crediting: Crediting,
    fields: CreditNoteFields,
    metadata: Option<Metadata>,
) -> Result<Record<CreditNote>, ApiError> {
    let record = issue_note_only(work, transaction, invoice, crediting, fields, metadata).await?;
    pay_in(work, transaction, &record.body, record.body.split.post_payment.credit_minor).await?;
    Ok(record)
}

/// The same for a caller that has the customer's wallet open, because it writes the wallet itself: what goes to the
/// customer's balance is to be paid into it.
///
/// # Errors
/// As [`issue_note`].
pub async fn issue_note_only(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
    crediting: Crediting,
    fields: CreditNoteFields,
    metadata: Option<Metadata>,
) -> Result<Record<CreditNote>, ApiError> {
    let (record, changed) = issue_note_beside(work, transaction, invoice, crediting, fields, metadata).await?;
    changed.write(work, transaction);
    Ok(record)
}

/// The same for a caller that sets off what is left of the invoice in the same transaction, and so writes the invoice
/// itself. `invoice` is as it was read, or with what else the transaction changes of it.
///
/// # Errors
/// As [`issue_note`].
pub async fn issue_note_beside(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
    crediting: Crediting,
    fields: CreditNoteFields,
    metadata: Option<Metadata>,
) -> Result<(Record<CreditNote>, ChangedInvoice), ApiError> {
    if invoice.body.credit_note_ids.len() >= CREDIT_NOTES_MAX {
        let message = format!("an invoice has at most {CREDIT_NOTES_MAX} credit notes");
        return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
    }
    let issue = invoice.body.issue.as_ref().ok_or_else(|| ApiError::internal("an issued invoice without its issue"))?;
    let Crediting { note, split, settled_by, of_items } = crediting;
    let merchant = work.read_merchant().await?;
    let settings = &merchant.body.invoice_settings;
    let date = local_day(work.now, invoice.body.time_zone);
    let date = date.ok_or_else(|| ApiError::internal("a credit note after the year 9999"))?;
    let series = series_of(settings, SeriesKind::CreditNote, invoice.body.location_id, date);
    let number = NextNumber::read(work, transaction, series, settings).await?;
    let mut stored = CreditNote { settled_by, ..stored(invoice, issue, fields, &note, split, &number, date) };
    for line in &mut stored.lines {
        line.item_minor = of_items.get(&line.credited.item.cast()).copied();
    }
    let record = work.new_record(stored, metadata);
    number.take(transaction, record.id.cast());
    let mut after = invoice.body.clone();
    let mut money = after.money;
    money.credit(split.pre_payment_minor, split.post_payment_minor())?;
    after.set_money(money, work.now);
    let exempt_minor = invoice.body.exempt_of(record.body.lines.iter().map(|line| &line.credited));
    after.recount_late_days(None, invoice.body.money.due_minor(), exempt_minor);
    after.credit_note_ids.push(record.id.cast());
    transaction.create(&record);
    let occasion = occasion(work, record.id, &record.body);
    let (document, before) = (invoice.body.document(), &invoice.body);
    let written_off_minor = before.money.written_off_minor - after.money.written_off_minor;
    let entry = entries::credit_note_issued(occasion, &document, before.status, &note, &split, written_off_minor)?;
    journal::post(work, transaction, entry).await?;
    Ok((record, ChangedInvoice { before: invoice.clone(), after }))
}

/// Takes a note back that gave nothing back: what it took off is due again, with the rest that was written off. Answers the note and the invoice as they
/// will be.
///
/// # Errors
/// 409 `invalid_state` when it was taken back before, gave something back, or its invoice is voided; 409 `in_use`
/// naming `source` when a source settled it, or gave back less because of it.
pub async fn void_note(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
    note: &CreditNote,
    id: Id<CreditNote>,
) -> Result<(CreditNote, Invoice), ApiError> {
    if !note.is_valid() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the credit note is voided"));
    }
    if let Some(source) = note.settled_by {
        let message = format!("it is what {} gave back: charge that by an item of its own", source.id);
        return Err(ApiError::conflict(ErrorCode::InUse, message).at("source", "settled_by_source"));
    }
    if note.split.post_payment_minor() > 0 {
        let message = "the credit note gave back what was paid: write a new invoice instead";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    check_not_counted(work, &invoice.body, id).await?;
    let mut after = invoice.body.clone();
    let mut money = after.money;
    let reopened_minor = money.uncredit(note.split.pre_payment_minor)?;
    after.set_money(money, work.now);
    if let Some(late) = &mut after.late_fees {
        late.account.exempt_minor += invoice.body.exempt_of(note.lines.iter().map(|line| &line.credited));
    }
    transaction.replace(invoice, &work.next_version(invoice, after.clone(), None));
    let occasion = occasion(work, id, note);
    // What is due again is on the account of the state that the invoice is in now.
    let document = invoice.body.document();
    let issued = entries::credit_note_issued(occasion, &document, after.status, &note.credited(), &note.split, 0)?;
    small_rest::ask_again(work, transaction, invoice, reopened_minor).await?;
    journal::post(work, transaction, issued.reversed(occasion)).await?;
    Ok((CreditNote { status: CreditNoteStatus::Voided, voided_at: Some(work.now), ..note.clone() }, after))
}

/// Refuses to void a note by hand because of which a source gave back less: what the source owes no more would be due
/// again.
///
/// # Errors
/// 409 `in_use` naming `source`.
async fn check_not_counted(work: &UnitOfWork, invoice: &Invoice, note: Id<CreditNote>) -> Result<(), ApiError> {
    if invoice.counted_gifts.is_empty() {
        return Ok(());
    }
    let notes = read_notes(work, invoice).await?;
    let by_hand =
        |other: &&Record<CreditNote>| other.id != note && other.body.is_valid() && other.body.settled_by.is_none();
    for CountedGift { item_id, minor } in &invoice.counted_gifts {
        let lines = notes.iter().filter(by_hand).flat_map(|other| &other.body.lines);
        let left = lines.filter(|line| line.credited.item == *item_id).map(|line| line.credited.amount_minor);
        let line = invoice.items.iter().find(|line| line.line.input.id == *item_id).map(|line| line.line);
        let counted = line.map_or(Ok(0), |line| share(line.amount_minor, *minor, line.input.unit_minor))?;
        if left.sum::<i64>() < counted {
            let message = "what it credited was cancelled since, or became cheaper, and was not credited again because of it: \
                           charge that by an item of its own";
            return Err(ApiError::conflict(ErrorCode::InUse, message).at("source", "settled_by_source"));
        }
    }
    Ok(())
}

/// The note as it is stored.
fn stored(
    invoice: &Record<Invoice>,
    issue: &Issue,
    fields: CreditNoteFields,
    note: &documents::CreditNote,
    split: SplitCredit,
    number: &NextNumber,
    issue_date: Day,
) -> CreditNote {
    let line = |credited: &Credited| {
        let of_invoice = invoice.body.items.iter().find(|item| item.line.input.id == credited.item)?;
        Some(CreditedLine { description: of_invoice.description.clone(), credited: *credited, item_minor: None })
    };
    let is_said = |said: &&ExemptionReason| note.taxes.iter().any(|group| group.category() == said.category);
    let reasons = invoice.body.exemption_reasons.iter().filter(is_said);
    CreditNote {
        fields,
        customer_id: invoice.body.customer_id,
        location_id: invoice.body.location_id,
        status: CreditNoteStatus::Issued,
        number: number.written.clone(),
        series: number.series.clone(),
        place: number.number,
        issue_date,
        invoice_number: invoice.body.number.clone().unwrap_or_default(),
        currency: invoice.body.currency,
        tax_inclusive: invoice.body.tax_inclusive,
        lines: note.lines.iter().filter_map(line).collect(),
        taxes: note.taxes.clone(),
        exemption_reasons: reasons.cloned().collect(),
        total_minor: note.total_minor,
        split,
        voided_at: None,
        settled_by: None,
        bill_from: issue.bill_from.clone(),
        bill_to: issue.bill_to.clone(),
    }
}

/// When and of what an entry of a note is made.
fn occasion(work: &UnitOfWork, id: Id<CreditNote>, note: &CreditNote) -> Occasion {
    Occasion {
        at: work.now,
        document: DocumentReference { kind: DocumentKind::CreditNote, id: id.cast() },
        customer_id: note.customer_id,
        location_id: Some(note.location_id.cast()),
    }
}

/// Adds to the customer's balance what a note credits to it.
async fn pay_in(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    note: &CreditNote,
    minor: i64,
) -> Result<(), ApiError> {
    if minor == 0 {
        return Ok(());
    }
    customer_balance::require_customer(work, transaction, note.customer_id, "credit_amount").await?;
    let mut wallet = OpenWallet::read(work, note.customer_id).await?;
    wallet.pay_in(Money::new(minor, note.currency))?;
    wallet.write(work, transaction).await
}
