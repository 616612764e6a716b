//! What no credit note can take off an invoice, because it has 50 or the transaction has room for no more: it is booked,
//! and taken off the invoice's line as a note would. So notes and what is booked add up to exactly the invoice, tax
//! included (`docs/areas/invoices.md`, 5).

use billing::documents::{Credit, CreditNote as CreditedLines, CreditRequest, Credited};
use store::Record;
use values::Id;

use crate::{credit_note::CreditNote, invoice::Invoice, invoice_item::InvoiceItem};

impl Invoice {
    /// What valid notes and what was booked have taken off its lines.
    #[must_use]
    pub fn taken_off(&self, notes: &[Record<CreditNote>]) -> Vec<Credited> {
        let valid = notes.iter().filter(|note| note.body.is_valid());
        let noted = valid.flat_map(|note| note.body.lines.iter().map(|line| line.credited));
        noted.chain(self.booked.iter().copied()).collect()
    }

    /// What of a line nothing has taken off.
    #[must_use]
    pub fn line_left_minor(&self, notes: &[Record<CreditNote>], id: Id<InvoiceItem>) -> i64 {
        let line = self.items.iter().find(|line| line.line.input.id == id.cast());
        let off = self.taken_off(notes).into_iter().filter(|off| off.item == id.cast());
        line.map_or(0, |line| line.line.amount_minor) - off.map(|off| off.amount_minor).sum::<i64>()
    }

    /// Takes so much off a line without a note, besides what `noted` lines of notes to come take off. Answers it with
    /// its tax; none when that much is not left of the invoice.
    pub fn book_off(
        &mut self,
        notes: &[Record<CreditNote>],
        noted: &[Credited],
        id: Id<InvoiceItem>,
        minor: i64,
    ) -> Option<Credited> {
        let mut earlier = self.taken_off(notes);
        earlier.extend(noted);
        let request = CreditRequest { item: id.cast(), credit: Credit::Amount(minor) };
        let off = *CreditedLines::new(&self.document(), &earlier, &[request]).ok()?.lines.first()?;
        match self.booked.iter_mut().find(|booked| booked.item == off.item) {
            Some(booked) => {
                booked.amount_minor += off.amount_minor;
                booked.net_minor += off.net_minor;
                booked.tax_minor += off.tax_minor;
            }
            None => self.booked.push(off),
        }
        Some(off)
    }
}
