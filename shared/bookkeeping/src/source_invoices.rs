//! Invoices on which items of sources stand that are being settled: drafts get other lines, issued ones a credit note.

use std::collections::BTreeMap;

use billing::documents::{Credit, CreditRequest};
use futures_util::future::try_join_all;
use shared::{
    UnitOfWork,
    domain::{Amount, Customer, Id, LongText, Money, Record},
    error::ApiError,
    store::Transaction,
};

use crate::{
    credit_note::{CreditNote, CreditNoteFields, CreditReason},
    crediting::{self, issue_note_only, notes_of},
    drafting::DraftLine,
    invoice::Invoice,
    invoice_item::InvoiceItem,
};

/// An invoice on which items stand, and what is credited of it.
#[derive(Debug)]
pub(crate) struct KnownInvoice {
    /// The invoice.
    pub record: Record<Invoice>,
    notes: Vec<Record<CreditNote>>,
    /// What is to be credited of lines.
    pub credits: BTreeMap<Id<InvoiceItem>, i64>,
}

impl KnownInvoice {
    /// Reads invoices with the notes on them.
    pub async fn all(work: &UnitOfWork, ids: &[Id<Invoice>]) -> Result<BTreeMap<Id<Invoice>, Self>, ApiError> {
        if ids.is_empty() {
            return Ok(BTreeMap::new());
        }
        let invoices = work.store.find_all(work.tenant(), ids).await?;
        let known = async |record: Record<Invoice>| {
            let notes = notes_of(work, &record.body).await?;
            Ok::<_, ApiError>((record.id, Self { record, notes, credits: BTreeMap::new() }))
        };
        Ok(try_join_all(invoices.into_iter().map(known)).await?.into_iter().collect())
    }

    /// The amount of an item's line, and what was and will be credited of it.
    pub fn line(&self, id: Id<InvoiceItem>) -> (i64, i64) {
        let line = self.record.body.items.iter().find(|line| line.line.input.id.uuid() == id.uuid());
        let valid = self.notes.iter().filter(|note| note.body.is_valid());
        let lines = valid.flat_map(|note| &note.body.lines);
        let of_item = lines.filter(|line| line.credited.item.uuid() == id.uuid());
        let credited: i64 = of_item.map(|line| line.credited.amount_minor).sum();
        let to_credit = self.credits.get(&id).copied().unwrap_or_default();
        (line.map_or(0, |line| line.line.amount_minor), credited + to_credit)
    }
}

/// A line of a draft that changes, or goes.
#[derive(Debug)]
pub(crate) struct ChangedLine {
    /// Its item.
    pub id: Id<InvoiceItem>,
    /// As it will be; none when it goes.
    pub line: Option<DraftLine>,
}

/// Gives a draft the changed lines of items.
pub(crate) fn relined(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    draft: &Record<Invoice>,
    changed: &[ChangedLine],
) -> Result<(), ApiError> {
    let mut after = draft.body.clone();
    let now = |line: DraftLine| match changed.iter().find(|changed| changed.id == line.id()) {
        Some(changed) => changed.line.clone(),
        None => Some(line),
    };
    let lines: Vec<DraftLine> = draft.body.draft_lines().into_iter().filter_map(now).collect();
    if after.set_lines(lines.clone()).is_err() {
        // A discount on all items is never more than they are, and stands in nobody's way.
        let discount = std::mem::take(&mut after.fields.discount_amount);
        after.set_lines(lines.clone())?;
        let minor = discount.minor_in(after.currency, "discount_amount")?.min(after.subtotal_minor.max(0));
        after.fields.discount_amount = Amount::of(minor, after.currency);
        after.set_lines(lines)?;
    }
    transaction.replace(draft, &work.next_version(draft, after, None));
    Ok(())
}

/// Issues the credit note. There is at most one in a transaction, because a second would need the number after it.
pub(crate) async fn credited(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoices: impl Iterator<Item = KnownInvoice>,
) -> Result<Vec<(Id<Customer>, Money)>, ApiError> {
    let mut to_balance = Vec::new();
    for KnownInvoice { record, notes, credits } in invoices.filter(|invoice| !invoice.credits.is_empty()) {
        if !to_balance.is_empty() {
            return Err(ApiError::unavailable("several invoices are to be credited at once; try again"));
        }
        let request =
            |(item, minor): (Id<InvoiceItem>, i64)| CreditRequest { item: item.cast(), credit: Credit::Amount(minor) };
        let requests: Vec<CreditRequest> = credits.into_iter().filter(|(_, minor)| *minor > 0).map(request).collect();
        if requests.is_empty() {
            continue;
        }
        let crediting = crediting::undivided(&record.body, &notes, &requests)?;
        let currency = record.body.currency;
        let credit_minor = crediting.split.post_payment.credit_minor;
        let fields = CreditNoteFields {
            invoice_id: record.id,
            reason: CreditReason::OrderChange,
            credit_amount: Amount::of(credit_minor, currency),
            refund_amount: Amount::default(),
            out_of_band_amount: Amount::default(),
            memo: LongText::default(),
        };
        issue_note_only(work, transaction, &record, crediting, (fields, None)).await?;
        to_balance.push((record.body.customer_id, Money::new(credit_minor, currency)));
    }
    Ok(to_balance)
}
