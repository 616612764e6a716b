//! Numbers of documents: the sequence that a merchant's settings give a location, and the next number of it.

use billing::documents::{NumberFormat, NumberSeries, SeriesKind, creditor_reference::creditor_reference};
use chrono::Datelike as _;
use records::{
    Location,
    merchant::{InvoiceSettings, PaymentReference},
};
use store::Transaction;
use values::{ApiError, Day, ErrorCode, Id, ShortText};
use work::UnitOfWork;

use crate::invoice::Invoice;

/// The number that a document gets, unless another takes it first.
#[derive(Clone, Debug)]
pub struct NextNumber {
    /// Sequence from which the number comes.
    pub series: NumberSeries,
    /// Its place in it, from 1.
    pub number: u64,
    /// As it stands on the document.
    pub written: ShortText,
    last: i64,
}

/// The sequence of a document that is issued on a local day.
#[must_use]
pub fn series_of(settings: &InvoiceSettings, kind: SeriesKind, location: Id<Location>, date: Day) -> NumberSeries {
    let own = settings.sequence_of(location);
    let prefix = match (kind, own) {
        (SeriesKind::Invoice, Some(own)) => &own.number_prefix,
        (SeriesKind::Invoice, None) => &settings.number_prefix,
        (SeriesKind::CreditNote, Some(own)) => &own.credit_note_prefix,
        (SeriesKind::CreditNote, None) => &settings.credit_note_prefix,
    };
    NumberSeries {
        kind,
        prefix: prefix.as_str().to_owned(),
        location_id: own.map(|own| own.location_id.cast()),
        year: settings.number_per_year.then(|| date.date().year()),
    }
}

impl NextNumber {
    /// The number after the last one of a sequence, those that `transaction` takes included.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(
        work: &UnitOfWork,
        transaction: &Transaction,
        series: NumberSeries,
        settings: &InvoiceSettings,
    ) -> Result<Self, ApiError> {
        let (last, taken) = match transaction.numbers_taken(&series.numbered()) {
            Some(known) => known,
            None => (work.store.read_counter(work.tenant(), &series.numbered()).await?, 0),
        };
        let number = u64::try_from(last + taken).unwrap_or(0) + 1;
        let padding = usize::try_from(settings.number_padding).unwrap_or(1);
        let written = ShortText::new(series.written(number, NumberFormat { padding }));
        Ok(Self { series, number, written, last })
    }

    /// Takes it in the transaction that issues the document: 409 `version_conflict` when another has taken it, and then
    /// the next is read. A transaction that fails burns none.
    pub fn take(&self, transaction: &mut Transaction, holder: Id<()>) {
        transaction.take_number(&self.series.numbered(), self.last);
        transaction.claim(&Invoice::number_key(self.written.as_str()), holder, self.taken());
    }

    /// Takes the creditor reference that it makes, where the merchant's invoices are paid by those. None where it makes
    /// none, or one that another invoice has, whose number differs in separators alone.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn take_reference(
        &self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
        holder: Id<Invoice>,
        paid_by: PaymentReference,
    ) -> Result<Option<ShortText>, ApiError> {
        let made = (paid_by == PaymentReference::Iso11649).then(|| creditor_reference(self.written.as_str()));
        let Some(made) = made.flatten() else { return Ok(None) };
        let key = Invoice::reference_key(&made);
        if work.store.find_holder(work.tenant(), &key).await?.is_some() {
            return Ok(None);
        }
        transaction.claim(&key, holder.cast::<()>(), self.taken());
        Ok(Some(ShortText::new(made)))
    }

    fn taken(&self) -> ApiError {
        let message = format!("{} stands on another document: give the sequence another prefix", self.written);
        ApiError::conflict(ErrorCode::AlreadyExists, message)
    }
}
