//! An invoice item of a source, as it was read and as it will be.

use money_documents::{drafting::DraftLine, invoice::Invoice, invoice_item::InvoiceItem};
use store::{Record, RecordSet, Transaction};
use values::{ApiError, Id};
use work::UnitOfWork;

/// An item as it was read, and as it will be.
#[derive(Debug)]
pub(super) struct KnownItem {
    pub before: Option<Record<InvoiceItem>>,
    pub after: Option<InvoiceItem>,
    pub new: Option<Record<InvoiceItem>>,
}

impl KnownItem {
    /// Whether anything became of it.
    pub fn is_changed(&self) -> bool {
        self.before.as_ref().map(|before| &before.body) != self.after.as_ref()
    }

    /// Writes what became of it.
    pub fn write(&self, work: &UnitOfWork, transaction: &mut Transaction) {
        match (&self.before, &self.after, &self.new) {
            (None, Some(after), Some(new)) => {
                transaction.create(&Record { body: after.clone(), ..new.clone() });
            }
            (Some(before), Some(after), _) if self.is_changed() => {
                transaction.replace(before, &work.next_version(before, after.clone(), None));
            }
            (Some(before), None, _) => {
                transaction.replace(before, &work.moved(before, before.body.clone(), RecordSet::Archived));
            }
            (Some(_), Some(_), _) | (None, _, _) => {}
        }
    }

    /// The invoice on which it stood.
    pub fn stood_on(&self) -> Option<Id<Invoice>> {
        self.before.as_ref().and_then(|before| before.body.invoice_id)
    }

    /// Its line there as it will be; none once it is gone.
    pub fn line(&self) -> Result<Option<DraftLine>, ApiError> {
        let stays = self.after.as_ref().filter(|after| after.invoice_id == self.stood_on());
        let record = |(before, after): (&Record<InvoiceItem>, &InvoiceItem)| {
            DraftLine::of_item(&Record { body: after.clone(), ..before.clone() })
        };
        self.before.as_ref().zip(stays).map(record).transpose()
    }
}
