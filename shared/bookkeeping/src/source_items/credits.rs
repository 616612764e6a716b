//! What is taken off items that were issued: by a credit note on their invoice, and where the invoice takes none, by an item below zero that
//! the customer's next invoice takes.

use std::collections::BTreeMap;

use billing::{arithmetic::share, documents::InvoiceStatus};
use shared::{
    UnitOfWork,
    domain::{Id, Percent},
    error::ApiError,
};

use super::{SourceItems, known_item::KnownItem};
use crate::{invoice_item::InvoiceItem, signed_amount::SignedAmount, source_invoices::NOTES_AT_ONCE_MAX};

impl SourceItems {
    /// Takes this off the issued items of a source, last one first. `ids` are the source's items, and become so.
    pub fn credit(&mut self, work: &UnitOfWork, ids: &mut Vec<Id<InvoiceItem>>, minor: i64) -> Result<(), ApiError> {
        let mut rest = minor;
        for (id, there) in self.creditable(ids)?.into_iter().rev() {
            let credited = rest.min(there);
            if credited > 0 {
                rest -= credited;
                ids.extend(self.credit_item(work, id, credited)?);
            }
        }
        Ok(())
    }

    /// What can be taken off each issued item, oldest first: what it asks for, less what items below zero took off those of its tax; no
    /// more than notes by hand have left of it.
    pub(super) fn creditable(&self, ids: &[Id<InvoiceItem>]) -> Result<Vec<(Id<InvoiceItem>, i64)>, ApiError> {
        let mut taken: BTreeMap<Option<Percent>, i64> = BTreeMap::new();
        for (item, minor) in ids.iter().filter(|id| !self.is_voided(**id)).filter_map(|id| self.correction(*id)) {
            *taken.entry(item.tax_rate).or_default() += minor;
        }
        let mut creditable = Vec::new();
        for id in ids.iter().copied().filter(|id| self.is_issued(*id) && self.correction(*id).is_none()) {
            let there = self.invoiced_minor(id)?;
            let taken = self.of(id).and_then(|item| taken.get_mut(&item.tax_rate));
            let corrected = taken.as_ref().map_or(0, |taken| there.min(**taken));
            taken.into_iter().for_each(|taken| *taken -= corrected);
            creditable.push((id, (there - corrected).min(self.left_minor(id)?)));
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

    fn correction(&self, id: Id<InvoiceItem>) -> Option<(&InvoiceItem, i64)> {
        self.of(id).and_then(|item| Some((item, item.corrects_minor?)))
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
        // Nobody asks for what is left of an invoice that was given up.
        if by_note == off_minor || invoice.record.body.status == InvoiceStatus::Uncollectible {
            return Ok(None);
        }
        let corrects_minor = minor - (there - self.invoiced_minor(id)?);
        let mut credit = InvoiceItem { corrects_minor: Some(corrects_minor), waited: false, ..item };
        credit.fields.invoice_id = None;
        credit.fields.unit_amount = SignedAmount::of(by_note - off_minor, credit.currency);
        let new = work.new_record(credit, None);
        let id = new.id;
        self.items.insert(id, KnownItem { before: None, after: Some(new.body.clone()), new: Some(new) });
        Ok(Some(id))
    }
}
