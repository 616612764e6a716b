//! Invoice items of sources that are being settled: the one that waits grows and shrinks, what is on an issued invoice is
//! taken off by a credit note.

use std::collections::{BTreeMap, BTreeSet};

use billing::{
    arithmetic::share,
    documents::{InvoiceStatus, ItemKind},
};
use shared::{
    UnitOfWork,
    domain::{Currency, Customer, Day, Decimal, Id, Location, Money, Name, Percent, Record, RecordSet},
    error::{ApiError, ErrorCode},
    store::{Transaction, transaction::version_conflict},
};

use crate::{
    billed_location,
    drafting::DraftLine,
    invoice::Invoice,
    invoice_item::InvoiceItem,
    signed_amount::SignedAmount,
    source_invoices::{ChangedLine, KnownInvoice, credited, relined},
    wallet_transaction::Source,
};

/// What the item of a source says.
#[derive(Clone, Debug)]
pub struct ItemText<'a> {
    /// The source.
    pub source: Source,
    /// What it is for.
    pub kind: ItemKind,
    /// Who is charged.
    pub payer_id: Id<Customer>,
    /// Where.
    pub location_id: Id<Location>,
    /// The location's currency.
    pub currency: Currency,
    /// What the customer reads; what the item said before, when none.
    pub description: Option<&'a Name>,
    /// First and last local day.
    pub period: (Day, Day),
    /// Tax on it; none when it has several rates, and one item cannot say so.
    pub tax_rate: Option<Percent>,
}

/// The items of the sources of one transaction, with the invoices on which they stand.
#[derive(Debug, Default)]
pub(crate) struct SourceItems {
    items: BTreeMap<Id<InvoiceItem>, KnownItem>,
    invoices: BTreeMap<Id<Invoice>, KnownInvoice>,
    /// Items that hold the names of their sources.
    holders: Vec<Holders>,
    /// Locations of which it is known that something was invoiced there.
    billed: BTreeSet<Id<Location>>,
}

/// The items that hold the name of a source, before and then.
#[derive(Debug)]
struct Holders {
    source: Id<()>,
    before: Option<Id<InvoiceItem>>,
    after: Option<Id<InvoiceItem>>,
}

/// An item as it was read, and as it will be.
#[derive(Debug)]
struct KnownItem {
    before: Option<Record<InvoiceItem>>,
    after: Option<InvoiceItem>,
    new: Option<Record<InvoiceItem>>,
}

impl SourceItems {
    /// Reads items with their invoices; and of a location at which something may be invoiced, whether something was.
    pub async fn load(
        work: &UnitOfWork,
        ids: &[Id<InvoiceItem>],
        location: Option<Id<Location>>,
    ) -> Result<Self, ApiError> {
        let (items, is_billed) = tokio::join!(items_of(work, ids), async {
            match location {
                Some(location) => billed_location::is_marked(work, location).await,
                None => Ok(false),
            }
        });
        let (items, mut known) = (items?, Self::default());
        known.billed.extend(location.filter(|_| is_billed.as_ref().is_ok_and(|billed| *billed)));
        is_billed?;
        let invoice_ids: BTreeSet<Id<Invoice>> = items.iter().filter_map(|item| item.body.invoice_id).collect();
        known.invoices = KnownInvoice::all(work, &invoice_ids.into_iter().collect::<Vec<_>>()).await?;
        for item in items {
            let after = Some(item.body.clone());
            known.items.insert(item.id, KnownItem { before: Some(item), after, new: None });
        }
        Ok(known)
    }

    /// What of these items waits, on a draft too, and what is on issued invoices, less what was credited; both as the items
    /// have it.
    pub fn standing(&self, ids: &[Id<InvoiceItem>]) -> Result<(i64, i64), ApiError> {
        let (mut pending_minor, mut invoiced_minor) = (0, 0);
        for id in ids {
            if self.is_issued(*id) {
                invoiced_minor += self.invoiced_minor(*id)?;
            } else if let Some(item) = self.of(*id) {
                pending_minor += item.unit_amount.minor_in(item.currency, "unit_amount")?;
            }
        }
        Ok((pending_minor, invoiced_minor))
    }

    fn of(&self, id: Id<InvoiceItem>) -> Option<&InvoiceItem> {
        self.items.get(&id).and_then(|known| known.after.as_ref())
    }

    fn invoice_of(&self, id: Id<InvoiceItem>) -> Option<&KnownInvoice> {
        self.of(id).and_then(|item| item.invoice_id).and_then(|invoice| self.invoices.get(&invoice))
    }

    fn is_issued(&self, id: Id<InvoiceItem>) -> bool {
        self.invoice_of(id).is_some_and(|invoice| invoice.record.body.status != InvoiceStatus::Draft)
    }

    fn is_voided(&self, id: Id<InvoiceItem>) -> bool {
        self.invoice_of(id).is_some_and(|invoice| invoice.record.body.status == InvoiceStatus::Voided)
    }

    /// Whether issued items of a source, not credited yet, are taxed at another rate than it is now.
    pub fn are_taxed_otherwise(&self, ids: &[Id<InvoiceItem>], text: &ItemText<'_>) -> bool {
        let is_other = |item: &InvoiceItem| text.tax_rate.is_some() && item.tax_rate != text.tax_rate;
        let issued =
            ids.iter().filter(|id| self.is_issued(**id) && self.invoiced_minor(**id).is_ok_and(|minor| minor > 0));
        issued.filter_map(|id| self.of(*id)).any(is_other)
    }

    /// Whether items of a source do not say what it is now, or stand on a voided invoice.
    pub fn are_out_of_date(&self, ids: &[Id<InvoiceItem>], text: &ItemText<'_>) -> bool {
        let says_otherwise = |id: &Id<InvoiceItem>| {
            self.said(*id, text).is_ok_and(|said| said.is_some_and(|it| Some(&it) != self.of(*id)))
        };
        self.are_taxed_otherwise(ids, text) || ids.iter().any(|id| self.is_voided(*id) || says_otherwise(id))
    }

    /// An item that waits as it is to be said now; none of one that was issued, or of a source with several rates.
    fn said(&self, id: Id<InvoiceItem>, text: &ItemText<'_>) -> Result<Option<InvoiceItem>, ApiError> {
        let Some(item) = self.of(id).filter(|_| !self.is_issued(id) && text.tax_rate.is_some()) else {
            return Ok(None);
        };
        let minor = item.unit_amount.minor_in(item.currency, "unit_amount")?;
        text.item(minor, Some(item)).map(Some)
    }

    /// Has the item of a source that waits say what the source is now.
    pub fn say(&mut self, text: &ItemText<'_>, ids: &[Id<InvoiceItem>]) -> Result<(), ApiError> {
        for id in ids {
            let Some(said) = self.said(*id, text)? else { continue };
            if let Some(known) = self.items.get_mut(id) {
                known.after = Some(said);
            }
        }
        Ok(())
    }

    /// What an item on an issued invoice asks for, less what was credited of it, as the item has it; nothing of a voided one.
    fn invoiced_minor(&self, id: Id<InvoiceItem>) -> Result<i64, ApiError> {
        let (Some(item), Some(invoice)) = (self.of(id), self.invoice_of(id)) else { return Ok(0) };
        if invoice.record.body.status == InvoiceStatus::Voided {
            return Ok(0);
        }
        let whole_minor = item.unit_amount.minor_in(item.currency, "unit_amount")?;
        let (line_minor, credited_minor) = invoice.line(id);
        Ok(share(whole_minor, line_minor - credited_minor, line_minor)?)
    }

    /// Makes the item of a source that waits this amount; 0 removes it. `ids` are the source's items, and become so.
    pub fn set_pending(
        &mut self,
        work: &UnitOfWork,
        text: &ItemText<'_>,
        ids: &mut Vec<Id<InvoiceItem>>,
        minor: i64,
    ) -> Result<(), ApiError> {
        let waiting = ids.iter().copied().find(|id| self.of(*id).is_some() && !self.is_issued(*id));
        let known = waiting.and_then(|id| self.items.get_mut(&id).map(|known| (id, known)));
        match known {
            Some((id, known)) if minor == 0 => {
                known.after = None;
                ids.retain(|other| *other != id);
            }
            Some((_, known)) => {
                known.after = Some(text.item(minor, known.after.as_ref())?);
            }
            None if minor == 0 => {}
            None => {
                let mut item = text.item(minor, None)?;
                if let Some(earlier) =
                    ids.iter().rev().find_map(|id| self.of(*id)).filter(|_| text.description.is_none())
                {
                    item.fields.description = earlier.description.clone();
                }
                let record = work.new_record(item, None);
                ids.push(record.id);
                let after = Some(record.body.clone());
                self.items.insert(record.id, KnownItem { before: None, after, new: Some(record) });
            }
        }
        Ok(())
    }

    /// Takes this off the issued items of a source, last one first.
    pub fn credit(&mut self, ids: &[Id<InvoiceItem>], minor: i64) -> Result<(), ApiError> {
        let mut rest = minor;
        for id in ids.iter().rev().filter(|id| self.is_issued(**id)).copied().collect::<Vec<_>>() {
            let there = self.invoiced_minor(id)?;
            let credited = rest.min(there);
            if credited <= 0 {
                continue;
            }
            rest -= credited;
            let Some(whole) = self.of(id).map(|item| item.unit_amount.minor_in(item.currency, "unit_amount")) else {
                continue;
            };
            let (whole, invoice) = (whole?, self.of(id).and_then(|item| item.invoice_id));
            let Some(invoice) = invoice.and_then(|invoice| self.invoices.get_mut(&invoice)) else { continue };
            let (line_minor, before_minor) = invoice.line(id);
            let kept_minor = share(line_minor, there - credited, whole)?;
            *invoice.credits.entry(id).or_default() += line_minor - before_minor - kept_minor;
        }
        Ok(())
    }

    /// Notes which items a source had, and has.
    pub fn note_holder(&mut self, source: Id<()>, before: &[Id<InvoiceItem>], after: &[Id<InvoiceItem>]) {
        let was = |id: &&Id<InvoiceItem>| self.items.get(*id).is_some_and(|known| known.before.is_some());
        let is = |id: &&Id<InvoiceItem>| self.of(**id).is_some();
        let (before, after) = (before.iter().rfind(was).copied(), after.iter().rfind(is).copied());
        self.holders.push(Holders { source, before, after });
    }

    /// Puts everything into the transaction. Answers what goes to customers' balances.
    pub async fn write(
        self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
    ) -> Result<Vec<(Id<Customer>, Money)>, ApiError> {
        self.mark_locations(work, transaction).await?;
        for Holders { source, before, after } in &self.holders {
            let key = InvoiceItem::source_key(*source);
            match (before, after) {
                (Some(before), Some(after)) if before != after => {
                    transaction.take_over(&key, before, after, version_conflict());
                }
                (Some(before), None) => transaction.release_from(&key, before),
                (None, Some(after)) => transaction.claim(&key, after, made_by_hand()),
                (Some(_), Some(_)) | (None, None) => {}
            }
        }
        let mut drafts: BTreeMap<Id<Invoice>, Vec<ChangedLine>> = BTreeMap::new();
        for (id, known) in &self.items {
            if !known.write(work, transaction) {
                continue;
            }
            if let Some(invoice) = known.stood_on() {
                drafts.entry(invoice).or_default().push(ChangedLine { id: *id, line: known.line()? });
            }
        }
        for (invoice, lines) in drafts {
            if let Some(known) = self.invoices.get(&invoice) {
                relined(work, transaction, &known.record, &lines)?;
            }
        }
        credited(work, transaction, self.invoices.into_values()).await
    }

    /// The first item of a location fixes its currency.
    async fn mark_locations(&self, work: &UnitOfWork, transaction: &mut Transaction) -> Result<(), ApiError> {
        let new = self.items.values().filter(|known| known.before.is_none());
        let locations = new.filter_map(|known| known.after.as_ref()?.location_id);
        for location in locations.filter(|location| !self.billed.contains(location)).collect::<BTreeSet<_>>() {
            let location = work.get(location).await?;
            billed_location::mark(work, transaction, &location).await?;
        }
        Ok(())
    }
}

async fn items_of(work: &UnitOfWork, ids: &[Id<InvoiceItem>]) -> Result<Vec<Record<InvoiceItem>>, ApiError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(work.store.find_all(work.tenant(), ids).await?)
}

/// Those of these items that stand on an invoice, a draft or not.
///
/// # Errors
/// 503 when they cannot be read.
pub async fn on_invoices(work: &UnitOfWork, ids: &[Id<InvoiceItem>]) -> Result<BTreeSet<Id<InvoiceItem>>, ApiError> {
    let items = items_of(work, ids).await?;
    Ok(items.into_iter().filter(|item| item.body.invoice_id.is_some()).map(|item| item.id).collect())
}

impl KnownItem {
    /// Writes what became of it; whether anything did.
    fn write(&self, work: &UnitOfWork, transaction: &mut Transaction) -> bool {
        match (&self.before, &self.after, &self.new) {
            (None, Some(after), Some(new)) => {
                transaction.create(&Record { body: after.clone(), ..new.clone() });
            }
            (Some(before), Some(after), _) if before.body != *after => {
                transaction.replace(before, &work.next_version(before, after.clone(), None));
            }
            (Some(before), None, _) => {
                transaction.replace(before, &work.moved(before, before.body.clone(), RecordSet::Archived));
            }
            _ => return false,
        }
        true
    }

    /// The invoice on which it stood.
    fn stood_on(&self) -> Option<Id<Invoice>> {
        self.before.as_ref().and_then(|before| before.body.invoice_id)
    }

    /// Its line there as it will be; none once it is gone.
    fn line(&self) -> Result<Option<DraftLine>, ApiError> {
        let record = |(before, after): (&Record<InvoiceItem>, &InvoiceItem)| {
            DraftLine::of_item(&Record { body: after.clone(), ..before.clone() })
        };
        self.before.as_ref().zip(self.after.as_ref()).map(record).transpose()
    }
}

impl ItemText<'_> {
    /// The item of this amount; `before` is the one whose next version it is.
    fn item(&self, minor: i64, before: Option<&InvoiceItem>) -> Result<InvoiceItem, ApiError> {
        let tax_rate = self.tax_rate.ok_or_else(|| {
            let message = "what is taxed at several rates does not go on an invoice as one item";
            ApiError::rule("payment_source", "not_payable", message)
        })?;
        let unit_amount = SignedAmount::of(minor, self.currency);
        let before_text = || before.map(|before| before.description.clone());
        let otherwise = || Name::new(format!("Booking, {} to {}", self.period.0, self.period.1));
        let description = self.description.cloned().or_else(before_text).unwrap_or_else(otherwise);
        let mut fields = InvoiceItem::line(self.kind, description, unit_amount);
        fields.invoice_id = before.and_then(|before| before.invoice_id);
        fields.customer_id = Some(self.payer_id);
        fields.location_id = Some(self.location_id);
        fields.quantity = Decimal::new(1, 0);
        fields.tax_rate = Some(tax_rate);
        (fields.period_start, fields.period_end) = (Some(self.period.0), Some(self.period.1));
        fields.source_id = Some(self.source.id);
        let waited = before.is_some_and(|before| before.waited);
        Ok(InvoiceItem { fields, currency: self.currency, waited, settled_by: Some(self.source) })
    }
}

/// 409: a client made an item of the source, which nothing settles.
fn made_by_hand() -> ApiError {
    let message = "an invoice item of the same source was made by hand: delete it first";
    ApiError::conflict(ErrorCode::InvalidState, message)
}
