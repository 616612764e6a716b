//! What is taken off items that were issued: by a credit note on their invoice, and where the invoice takes none, by an item below zero that
//! the customer's next invoice takes.

use std::collections::BTreeMap;

use billing::arithmetic::share;
use shared::{UnitOfWork, domain::Id, error::ApiError};

use super::{SourceItems, known_item::KnownItem};
use crate::{
    invoice_item::{Correction, InvoiceItem},
    signed_amount::SignedAmount,
    source_invoices::NOTES_AT_ONCE_MAX,
};

impl SourceItems {
    /// Takes this off the issued items of a source, last one first. `ids` are the source's items, and become so. Answers what could not
    /// be taken off, because it was given by hand.
    pub fn credit(&mut self, work: &UnitOfWork, ids: &mut Vec<Id<InvoiceItem>>, minor: i64) -> Result<i64, ApiError> {
        let mut rest = minor;
        for (id, there) in self.creditable(ids)?.into_iter().rev() {
            let credited = rest.min(there);
            if credited > 0 {
                rest -= credited;
                ids.extend(self.credit_item(work, id, credited)?);
            }
        }
        Ok(rest)
    }

    /// What can be taken off each issued item, oldest first: what it asks for, less what items below zero took off it; no more than
    /// notes by hand have left of it.
    pub(super) fn creditable(&self, ids: &[Id<InvoiceItem>]) -> Result<Vec<(Id<InvoiceItem>, i64)>, ApiError> {
        let corrections = ids.iter().filter_map(|id| self.of(*id)?.corrects);
        let mut taken: BTreeMap<Id<InvoiceItem>, i64> = BTreeMap::new();
        for Correction { item_id, minor } in corrections {
            *taken.entry(item_id).or_default() += minor;
        }
        let mut creditable = Vec::new();
        for id in ids.iter().copied().filter(|id| self.is_issued(*id) && self.is_charge(*id)) {
            let left = self.invoiced_minor(id)?.min(self.left_minor(id)?);
            creditable.push((id, left - taken.get(&id).copied().unwrap_or_default()));
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

    /// Takes this off one item. Answers the item below zero, where one is needed.
    fn credit_item(
        &mut self,
        work: &UnitOfWork,
        id: Id<InvoiceItem>,
        minor: i64,
    ) -> Result<Option<Id<InvoiceItem>>, ApiError> {
        let there = self.invoiced_minor(id)?;
        let noted = self.invoices.values().filter(|invoice| !invoice.credits.is_empty()).count();
        let Some(item) = self.of(id).cloned() else { return Ok(None) };
        let Some(invoice) = item.invoice_id.and_then(|invoice| self.invoices.get_mut(&invoice)) else {
            return Ok(None);
        };
        let whole = item.unit_amount.minor_in(item.currency, "unit_amount")?;
        let line = invoice.line(id);
        let off_minor = line.amount_minor - line.settled_minor - share(line.amount_minor, there - minor, whole)?;
        let off_minor = off_minor.min(line.amount_minor - line.credited_minor);
        let takes_note = noted < NOTES_AT_ONCE_MAX || !invoice.credits.is_empty();
        let by_note = if takes_note { invoice.creditable_minor(id, off_minor) } else { 0 };
        if by_note > 0 {
            *invoice.credits.entry(id).or_default() += by_note;
            invoice.credited_for = item.settled_by;
        }
        let waits_minor = off_minor - by_note - invoice.given_up_minor(&item, off_minor - by_note);
        if waits_minor == 0 {
            return Ok(None);
        }
        let correction = Correction { item_id: id, minor: minor - (there - self.invoiced_minor(id)?) };
        let mut credit = InvoiceItem { corrects: Some(correction), ..item.waiting() };
        credit.fields.unit_amount = SignedAmount::of(-waits_minor, credit.currency);
        let new = work.new_record(credit, None);
        let id = new.id;
        self.items.insert(id, KnownItem { before: None, after: Some(new.body.clone()), new: Some(new) });
        Ok(Some(id))
    }
}
