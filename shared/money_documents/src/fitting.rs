//! What an invoice takes of what waits for the customer's next one: the same for renewals, for invoices by hand and for
//! their previews. Credits wait only in tables of before they were booked when they arise.

use billing::documents::ItemKind;
use store::{Record, Transaction};
use values::{ApiError, Id};
use wallets_and_journal::signed_amount::SignedAmount;
use work::UnitOfWork;

use crate::{invoice::Invoice, invoice_item::InvoiceItem, pending_items};

/// What an invoice takes of what waits.
#[derive(Clone)]
pub struct Fitting {
    /// Items that it takes.
    pub whole: Vec<Record<InvoiceItem>>,
    /// A credit of which it takes a part: so many minor units, below zero.
    pub part: Option<(Record<InvoiceItem>, i64)>,
}

impl Fitting {
    /// What it takes, as the invoice shows it.
    #[must_use]
    pub fn items(self) -> Vec<Record<InvoiceItem>> {
        let part = self.part.map(|(mut item, part_minor)| {
            item.body.fields.unit_amount = SignedAmount::of(part_minor, item.body.currency);
            item
        });
        self.whole.into_iter().chain(part).collect()
    }

    /// Puts what it takes on an invoice, each item under the version that was read.
    pub fn take(
        self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        invoice: Id<Invoice>,
    ) -> Vec<Record<InvoiceItem>> {
        let mut taken = pending_items::take(work, transaction, &self.whole, invoice);
        if let Some((waiting, part_minor)) = &self.part {
            taken.push(split(work, transaction, waiting, *part_minor, invoice));
        }
        taken
    }
}

/// Of what waits, what an invoice with these items can take: credits only while the sum is not below nothing, and of
/// the first that is too large the part that fits.
///
/// # Errors
/// 422 when an amount does not fit.
pub fn fit(
    invoice: &mut Invoice,
    own: &[Record<InvoiceItem>],
    waiting: Vec<Record<InvoiceItem>>,
) -> Result<Fitting, ApiError> {
    let mut taken: Vec<Record<InvoiceItem>> = own.to_vec();
    invoice.set_items(&taken)?;
    let charges = |item: &Record<InvoiceItem>| item.body.input(item.id).is_ok_and(|input| input.unit_minor >= 0);
    let (charged, credited): (Vec<_>, Vec<_>) = waiting.into_iter().partition(charges);
    let mut fitting = Fitting { whole: Vec::new(), part: None };
    for item in charged.into_iter().chain(credited) {
        taken.push(item.clone());
        if invoice.set_items(&taken).is_ok() {
            fitting.whole.push(item);
            continue;
        }
        taken.pop();
        let room_minor =
            invoice.set_items(&taken).map_or(0, |()| invoice.items.iter().map(|line| line.line.amount_minor).sum());
        let is_credit = matches!(item.body.kind, ItemKind::Proration | ItemKind::Deposit);
        let can_split = fitting.part.is_none() && item.body.source_id.is_none() && is_credit;
        if can_split && room_minor > 0 {
            let mut part = item.clone();
            part.body.fields.unit_amount = SignedAmount::of(-room_minor, item.body.currency);
            taken.push(part);
            if invoice.set_items(&taken).is_ok() {
                fitting.part = Some((item, -room_minor));
            } else {
                taken.pop();
            }
        }
    }
    Ok(fitting)
}

/// Puts a part of a credit that waits on an invoice, as an item of its own; the rest goes on waiting.
fn split(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    waiting: &Record<InvoiceItem>,
    part_minor: i64,
    invoice: Id<Invoice>,
) -> Record<InvoiceItem> {
    let currency = waiting.body.currency;
    let whole_minor = waiting.body.unit_amount.minor_in(currency, "unit_amount").unwrap_or(part_minor);
    let mut rest = waiting.body.clone();
    rest.fields.unit_amount = SignedAmount::of(whole_minor - part_minor, currency);
    transaction.replace(waiting, &work.next_version(waiting, rest, None));
    let mut part = waiting.body.clone();
    part.fields.unit_amount = SignedAmount::of(part_minor, currency);
    part.fields.invoice_id = Some(invoice);
    // It goes on waiting when the invoice asks for it no more, as what is taken whole does.
    part.waited = true;
    let part = work.new_record(part, None);
    transaction.create(&part);
    part
}
