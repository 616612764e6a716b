//! How much of what is to be given back a credit note can credit of a line.

use std::collections::BTreeMap;

use billing::documents::{Credit, CreditRequest};
use store::Record;
use values::{ApiError, Id};

use crate::{
    credit_note::CreditNote,
    crediting::{self, Crediting},
    invoice::{CREDIT_NOTES_MAX, Invoice},
    invoice_item::InvoiceItem,
};

/// Credit notes that one transaction writes for what was charged on several invoices: DynamoDB allows it 100 actions.
pub const NOTES_AT_ONCE_MAX: usize = 3;
/// Actions of a credit note: the note, its invoice, its number, which is taken and named, its entry with the totals,
/// four rows of the note in lists by its fields, and those of the invoice, with the counts of the lists that it leaves
/// and enters when nothing is due any more.
pub const NOTE_ACTIONS: usize = 24;

/// What is credited of lines of an invoice, in minor units.
pub type LineCredits = BTreeMap<Id<InvoiceItem>, i64>;

/// The note that credits this of lines: what was paid of them goes to the customer's balance.
///
/// # Errors
/// As [`crediting::undivided`].
pub fn crediting_of(
    invoice: &Invoice,
    notes: &[Record<CreditNote>],
    credits: &LineCredits,
) -> Result<Crediting, ApiError> {
    let request =
        |(item, minor): (&Id<InvoiceItem>, &i64)| CreditRequest { item: item.cast(), credit: Credit::Amount(*minor) };
    let requests: Vec<CreditRequest> = credits.iter().map(request).collect();
    crediting::undivided(invoice, notes, &requests)
}

/// How much of this a note can take off a line, besides what is to be credited already: all of it, or what is left of
/// the invoice, of which credits may be a part; nothing when it has as many notes as it may.
#[must_use]
pub fn creditable_minor(
    invoice: &Invoice,
    notes: &[Record<CreditNote>],
    credits: &LineCredits,
    line: Id<InvoiceItem>,
    minor: i64,
) -> i64 {
    if invoice.credit_note_ids.len() >= CREDIT_NOTES_MAX {
        return 0;
    }
    let fits = |part: i64| {
        let mut credits = credits.clone();
        *credits.entry(line).or_default() += part;
        crediting_of(invoice, notes, &credits).is_ok()
    };
    if fits(minor) {
        return minor;
    }
    let (mut fit, mut unfit) = (0, minor);
    while fit + 1 < unfit {
        let middle = fit.midpoint(unfit);
        *if fits(middle) { &mut fit } else { &mut unfit } = middle;
    }
    fit
}
