//! Invoices on which items of sources stand that are being settled: drafts get other lines, issued ones a credit note.

use std::collections::BTreeMap;

use billing::{
    arithmetic::share,
    documents::{Credited, InvoiceItem as LineId, InvoiceStatus},
};
use futures_util::future::try_join_all;
use money_documents::{
    credit_note::{CreditNote, CreditNoteFields},
    creditable::{self, LineCredits},
    crediting::{Crediting, issue_note_beside, read_notes},
    drafting::DraftLine,
    invoice::{CountedGift, Invoice},
    invoice_item::InvoiceItem,
    set_off::ChangedInvoice,
};
use store::{Record, Transaction};
use values::{Amount, ApiError, ErrorCode, Id, Money, Percent};
use wallets_and_journal::wallet_transaction::Source;
use work::UnitOfWork;

use crate::given_back::{GivenBack, ToBalance};

/// An invoice on which items stand, and what is credited of it.
#[derive(Debug)]
pub(crate) struct KnownInvoice {
    /// The invoice as it was read.
    pub record: Record<Invoice>,
    notes: Vec<Record<CreditNote>>,
    /// What is to be credited of lines.
    pub credits: LineCredits,
    /// The same as the items have it.
    pub of_items: BTreeMap<Id<InvoiceItem>, i64>,
    /// New items below zero that take back what its items ask for.
    pub corrections: Vec<Id<InvoiceItem>>,
    /// What these take off its lines, and what earlier ones did.
    booked: Vec<Credited>,
    /// What sources do not give back of its items, because it is a gift.
    pub gifts: BTreeMap<Id<InvoiceItem>, i64>,
    /// Source for which the credit note is issued; none while nothing is credited.
    pub credited_for: Option<Source>,
}

/// A line of an invoice, and what was and will be credited of it.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_field_names, reason = "the unit is part of an amount's name")]
pub(crate) struct KnownLine {
    /// Amount of the line after discounts, in minor units.
    pub amount_minor: i64,
    /// What sources gave back of it.
    pub settled_minor: i64,
    /// The same with what notes by hand credited.
    pub credited_minor: i64,
    /// What sources gave back of its item, as the item has it.
    pub settled_item_minor: i64,
}

impl KnownInvoice {
    /// Reads invoices with the notes on them.
    pub async fn read_all(work: &UnitOfWork, ids: &[Id<Invoice>]) -> Result<BTreeMap<Id<Invoice>, Self>, ApiError> {
        if ids.is_empty() {
            return Ok(BTreeMap::new());
        }
        let invoices = work.store.find_all(work.tenant(), ids).await?;
        let known = async |record: Record<Invoice>| {
            let notes = read_notes(work, &record.body).await?;
            let gifts = record.body.counted_gifts.iter().map(|gift| (gift.item_id.cast(), gift.minor)).collect();
            let (credits, of_items, corrections) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
            let booked = record.body.booked.clone();
            let known = Self { record, notes, credits, of_items, corrections, booked, gifts, credited_for: None };
            Ok::<_, ApiError>((known.record.id, known))
        };
        Ok(try_join_all(invoices.into_iter().map(known)).await?.into_iter().collect())
    }

    /// The line of an item on this invoice, with what was credited of it.
    pub fn line(&self, id: Id<InvoiceItem>) -> KnownLine {
        let line = self.record.body.items.iter().find(|line| line.line.input.id.uuid() == id.uuid());
        let mut known = KnownLine {
            amount_minor: line.map_or(0, |line| line.line.amount_minor),
            settled_minor: self.credits.get(&id).copied().unwrap_or_default(),
            credited_minor: self.credits.get(&id).copied().unwrap_or_default(),
            settled_item_minor: self.of_items.get(&id).copied().unwrap_or_default(),
        };
        let whole_minor = line.map_or(0, |line| line.line.input.unit_minor);
        for note in self.notes.iter().map(|note| &note.body).filter(|note| note.is_valid()) {
            for line in note.lines.iter().filter(|line| line.credited.item.uuid() == id.uuid()) {
                let minor = line.credited.amount_minor;
                known.credited_minor += minor;
                if note.settled_by.is_some() {
                    known.settled_minor += minor;
                    let of_item = || share(whole_minor, minor, known.amount_minor).unwrap_or(minor);
                    known.settled_item_minor += line.item_minor.unwrap_or_else(of_item);
                }
            }
        }
        known
    }

    /// How much of this a note can take off an item's line, besides what is to be credited already.
    pub fn creditable_minor(&self, id: Id<InvoiceItem>, minor: i64) -> i64 {
        creditable::creditable_minor(&self.record.body, &self.notes, &self.credits, id, minor)
    }

    /// How much of this of an item nobody asks for, because the invoice was given up: no more than is due of it once
    /// notes have taken off what they can.
    pub fn given_up_minor(&self, item: &InvoiceItem, minor: i64) -> i64 {
        let invoice = &self.record.body;
        if invoice.status != InvoiceStatus::Uncollectible || !self.credits.is_empty() {
            return 0;
        }
        let (hundred, due) = (Percent::HUNDRED.ten_thousandths(), item.due_ten_thousandths(invoice.tax_inclusive));
        share(invoice.money.due_minor(), hundred, due).map_or(0, |due_minor| due_minor.min(minor))
    }

    /// Takes so much off an item's line without a note. Answers it with its tax, as far as it is left of the invoice.
    pub fn book_off(&mut self, id: Id<InvoiceItem>, minor: i64) -> Option<Credited> {
        let noted = creditable::crediting_of(&self.record.body, &self.notes, &self.credits);
        let noted = noted.map(|crediting| crediting.note.lines).unwrap_or_default();
        let mut invoice = Invoice { booked: self.booked.clone(), ..self.record.body.clone() };
        let off = invoice.book_off(&self.notes, &noted, id, minor);
        self.booked = invoice.booked;
        off
    }

    /// The invoice with what sources note in it; none when that is what stands there.
    fn noted(&self) -> Option<Invoice> {
        let gifts = self.gifts.iter().filter(|(_, minor)| **minor > 0);
        let mut noted = self.record.body.clone();
        noted.counted_gifts =
            gifts.map(|(item_id, minor)| CountedGift { item_id: item_id.cast(), minor: *minor }).collect();
        noted.correction_ids.extend(self.corrections.iter().map(|id| id.cast::<LineId>()));
        noted.booked.clone_from(&self.booked);
        (noted != self.record.body).then_some(noted)
    }
}

/// A line of a draft that changes, or goes.
#[derive(Debug)]
pub(crate) struct ChangedLine {
    /// Invoice item for which the line stands.
    pub id: Id<InvoiceItem>,
    /// As it will be; none when it goes.
    pub line: Option<DraftLine>,
}

/// Gives a draft the changed lines of items. Answers the items that no longer fit on it: credits of more than it asks
/// for.
pub(crate) async fn reline(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    draft: &Record<Invoice>,
    changed: &[ChangedLine],
) -> Result<Vec<Id<InvoiceItem>>, ApiError> {
    let mut after = draft.body.clone();
    let now = |line: DraftLine| match changed.iter().find(|changed| changed.id == line.id()) {
        Some(changed) => changed.line.clone(),
        None => Some(line),
    };
    let mut lines: Vec<DraftLine> = draft.body.draft_lines().into_iter().filter_map(now).collect();
    let mut taken_off = Vec::new();
    while let Err(refusal) = set_lines(&mut after, &lines) {
        let credit = lines.iter().rposition(DraftLine::is_credit).ok_or(refusal)?;
        taken_off.push(lines.remove(credit).id());
    }
    let mut taxed = after.clone();
    match taxed.tax_again(work).await {
        Ok(()) => after = taxed,
        // It is taxed again when it is issued.
        Err(refusal) if refusal.code == ErrorCode::RuleViolation => {}
        Err(failure) => return Err(failure),
    }
    transaction.replace(draft, &work.next_version(draft, after, None));
    Ok(taken_off)
}

/// Gives a draft lines, and as much of its discount on all items as they are: it stands in nobody's way.
fn set_lines(draft: &mut Invoice, lines: &[DraftLine]) -> Result<(), ApiError> {
    if draft.set_lines(lines.to_vec()).is_ok() {
        return Ok(());
    }
    let discount = std::mem::take(&mut draft.fields.discount_amount);
    draft.set_lines(lines.to_vec()).inspect_err(|_| draft.fields.discount_amount = discount)?;
    let minor = discount.minor_in(draft.currency, "discount_amount")?.min(draft.subtotal_minor.max(0));
    draft.fields.discount_amount = Amount::of(minor, draft.currency);
    draft.set_lines(lines.to_vec())
}

/// Issues the credit notes, and notes in invoices what is given back otherwise: the invoices are still to be written.
pub(crate) async fn issue_notes(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoices: impl Iterator<Item = KnownInvoice>,
    given_back: &mut GivenBack,
) -> Result<(), ApiError> {
    for invoice in invoices {
        let noted = invoice.noted();
        if invoice.credits.is_empty() {
            given_back.changed.extend(noted.map(|after| ChangedInvoice { before: invoice.record, after }));
            continue;
        }
        let crediting = creditable::crediting_of(&invoice.record.body, &invoice.notes, &invoice.credits)?;
        let crediting = Crediting { settled_by: invoice.credited_for, of_items: invoice.of_items, ..crediting };
        let body = noted.unwrap_or_else(|| invoice.record.body.clone());
        let record = Record { body, ..invoice.record };
        let currency = record.body.currency;
        let credit_minor = crediting.split.post_payment.credit_minor;
        let fields = CreditNoteFields::of_change(record.id, Amount::of(credit_minor, currency));
        let (_, changed) = issue_note_beside(work, transaction, &record, crediting, fields, None).await?;
        let money = Money::new(credit_minor, currency);
        given_back.to_balance.push(ToBalance { customer_id: record.body.customer_id, money });
        given_back.changed.push(changed);
    }
    Ok(())
}
