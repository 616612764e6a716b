//! What is taken off items that were issued: by a credit note on their invoice, and where the invoice takes none, by an
//! item below zero, which is booked to the customer's balance.

use billing::arithmetic::share;
use money_documents::{
    creditable::NOTES_AT_ONCE_MAX,
    invoice_item::{Correction, InvoiceItem},
};
use values::{ApiError, Id};
use wallets_and_journal::signed_amount::SignedAmount;
use work::UnitOfWork;

use super::{SourceItems, known_item::KnownItem};

impl SourceItems {
    /// Takes this off the issued items of a source, last one first. `ids` are the source's items, and become so.
    /// Answers what could not be taken off, because it was given by hand.
    pub fn credit(&mut self, work: &UnitOfWork, ids: &mut Vec<Id<InvoiceItem>>, minor: i64) -> Result<i64, ApiError> {
        let mut rest = minor;
        for (id, there) in self.creditable(ids)?.into_iter().rev() {
            let credited = rest.min(there);
            if credited > 0 {
                rest -= credited;
                ids.extend(self.credit_item(work, id, credited, ids)?);
            }
        }
        Ok(rest)
    }

    /// Forgets what was not given back of items of a source because it was a gift: it is said anew.
    pub fn forget_gifts(&mut self, ids: &[Id<InvoiceItem>]) {
        self.invoices.values_mut().for_each(|invoice| invoice.gifts.retain(|id, _| !ids.contains(id)));
    }

    /// Notes that so much of a source is not given back, because notes by hand have credited it: these are not voided
    /// any more.
    pub fn count_gifts(&mut self, ids: &[Id<InvoiceItem>], minor: i64) -> Result<(), ApiError> {
        let mut rest = minor;
        for id in ids.iter().rev().copied().filter(|id| self.is_issued(*id) && self.is_charge(*id)).collect::<Vec<_>>()
        {
            let gift = rest.min(self.invoiced_minor(id)? - self.corrected(id, ids).minor);
            let invoice = self.of(id).and_then(|item| item.invoice_id);
            let Some(invoice) = invoice.and_then(|invoice| self.invoices.get_mut(&invoice)) else { continue };
            if gift > 0 {
                rest -= gift;
                invoice.gifts.insert(id, gift);
            }
        }
        Ok(())
    }

    /// What corrections take off an item.
    fn corrected(&self, id: Id<InvoiceItem>, ids: &[Id<InvoiceItem>]) -> Corrected {
        let mut corrected = Corrected::default();
        for other in ids {
            let Some(correction) = self.correction(*other).filter(|correction| correction.item_id == id) else {
                continue;
            };
            corrected.minor += correction.minor;
            let own = || self.of(*other).and_then(|item| item.unit_amount.minor_in(item.currency, "unit_amount").ok());
            corrected.line_minor +=
                correction.line_minor.or_else(|| own().map(i64::saturating_neg)).unwrap_or_default();
        }
        corrected
    }

    /// What can be taken off each issued item, oldest first: what it asks for, less what items below zero took off it;
    /// no more than notes by hand have left of it.
    pub(super) fn creditable(&self, ids: &[Id<InvoiceItem>]) -> Result<Vec<(Id<InvoiceItem>, i64)>, ApiError> {
        let mut creditable = Vec::new();
        for id in ids.iter().copied().filter(|id| self.is_issued(*id) && self.is_charge(*id)) {
            let left = self.invoiced_minor(id)?.min(self.left_minor(id)?);
            creditable.push((id, left - self.corrected(id, ids).minor));
        }
        Ok(creditable)
    }

    /// What notes of all kinds have left of an issued item, as the item has it.
    fn left_minor(&self, id: Id<InvoiceItem>) -> Result<i64, ApiError> {
        let (Some(item), Some(invoice)) = (self.of(id), self.invoice_of(id)) else { return Ok(0) };
        let line = invoice.line(id);
        let whole_minor = item.unit_amount.minor_in(item.currency, "unit_amount")?;
        Ok(share(whole_minor, line.amount_minor - line.credited_minor, line.amount_minor)?)
    }

    /// Takes this off one item of `ids`. Answers the item below zero, where one is needed. What all changes together
    /// take off the line is rounded once: a discount makes it less than what they take off the item.
    fn credit_item(
        &mut self,
        work: &UnitOfWork,
        id: Id<InvoiceItem>,
        minor: i64,
        ids: &[Id<InvoiceItem>],
    ) -> Result<Option<Id<InvoiceItem>>, ApiError> {
        let corrected = self.corrected(id, ids);
        let left_minor = self.invoiced_minor(id)? - corrected.minor - minor;
        let noted = self.invoices.values().filter(|invoice| !invoice.credits.is_empty()).count();
        let Some(item) = self.of(id).cloned() else { return Ok(None) };
        let Some(invoice) = item.invoice_id.and_then(|invoice| self.invoices.get_mut(&invoice)) else {
            return Ok(None);
        };
        let whole = item.unit_amount.minor_in(item.currency, "unit_amount")?;
        let line = invoice.line(id);
        let off_minor = line.amount_minor
            - line.settled_minor
            - corrected.line_minor
            - share(line.amount_minor, left_minor, whole)?;
        let off_minor = off_minor.min(line.amount_minor - line.credited_minor - corrected.line_minor).max(0);
        let takes_note = noted + self.fewer_notes < NOTES_AT_ONCE_MAX || !invoice.credits.is_empty();
        let by_note = if takes_note { invoice.creditable_minor(id, off_minor) } else { 0 };
        let mut rest_minor = minor;
        if by_note > 0 {
            let of_item = share(minor, by_note, off_minor)?;
            rest_minor -= of_item;
            *invoice.credits.entry(id).or_default() += by_note;
            *invoice.of_items.entry(id).or_default() += of_item;
            invoice.credited_for = item.settled_by;
        }
        let booked_minor = off_minor - by_note - invoice.given_up_minor(&item, off_minor - by_note);
        if booked_minor == 0 {
            return Ok(None);
        }
        let correction = Correction { item_id: id, minor: rest_minor, line_minor: Some(off_minor - by_note) };
        let mut credit = InvoiceItem { corrects: Some(correction), ..item.waiting() };
        credit.fields.unit_amount = SignedAmount::of(-booked_minor, credit.currency);
        let new = work.new_record(credit, None);
        let id = new.id;
        invoice.corrections.push(id);
        self.items.insert(id, KnownItem { before: None, after: Some(new.body.clone()), new: Some(new) });
        Ok(Some(id))
    }
}

/// What corrections take off an item.
#[derive(Clone, Copy, Debug, Default)]
struct Corrected {
    /// As the item has it.
    minor: i64,
    /// Of its line, which has the discount.
    line_minor: i64,
}
