//! Invoice items of sources that are being settled: the one that waits grows and shrinks, what is on an issued invoice
//! is taken off by a credit note, or where none can be written by an item below zero, which is booked.

mod credits;
mod known_item;
mod text;

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use billing::documents::InvoiceStatus;
use records::Location;
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id};
use work::UnitOfWork;

use self::known_item::KnownItem;
pub use self::text::ItemText;
use crate::{
    given_back::{GivenBack, ToBalance},
    source_invoices::{ChangedLine, KnownInvoice, issue_notes, reline},
};
use money_documents::{
    billed_location, booked_credit,
    invoice::Invoice,
    invoice_item::{Correction, InvoiceItem},
};

/// The items of the sources of one transaction, with the invoices on which they stand.
#[derive(Debug, Default)]
pub(crate) struct SourceItems {
    items: BTreeMap<Id<InvoiceItem>, KnownItem>,
    invoices: BTreeMap<Id<Invoice>, KnownInvoice>,
    /// Items that hold the names of their sources.
    holders: Vec<Holders>,
    /// Locations of which it is known that something was invoiced there.
    billed: BTreeSet<Id<Location>>,
    /// The location of new items, as the caller has read it.
    location: Option<Record<Location>>,
    /// How many credit notes fewer than otherwise may be written.
    pub(crate) fewer_notes: usize,
    /// Actions that the caller writes besides, as far as it says so.
    pub(crate) other_actions: usize,
}

/// The items that hold the name of a source, before and then.
#[derive(Debug)]
struct Holders {
    source: Id<()>,
    before: Option<Id<InvoiceItem>>,
    after: Option<Id<InvoiceItem>>,
}

impl SourceItems {
    /// Reads items with their invoices; and of a location at which something may be invoiced, whether something was.
    pub async fn load(
        work: &UnitOfWork,
        ids: &[Id<InvoiceItem>],
        location: Option<Id<Location>>,
    ) -> Result<Self, ApiError> {
        let (items, is_billed) = tokio::join!(read_items(work, ids), async {
            match location {
                Some(location) => billed_location::is_marked(work, location).await,
                None => Ok(false),
            }
        });
        let (items, mut known) = (items?, Self::default());
        if is_billed? {
            known.billed.extend(location);
        }
        let invoice_ids: BTreeSet<Id<Invoice>> = items.iter().filter_map(|item| item.body.invoice_id).collect();
        known.invoices = KnownInvoice::read_all(work, &invoice_ids.into_iter().collect::<Vec<_>>()).await?;
        for item in items {
            let after = Some(item.body.clone());
            known.items.insert(item.id, KnownItem { before: Some(item), after, new: None });
        }
        Ok(known)
    }

    /// What of these items waits, on a draft too, and what is on issued invoices, less what their source gave back, by
    /// notes and by items wherever they stand; both as the items have it.
    pub fn charged_minor(&self, ids: &[Id<InvoiceItem>]) -> Result<(i64, i64), ApiError> {
        let (mut pending_minor, mut invoiced_minor) = (0, 0);
        for id in ids {
            if let Some(correction) = self.correction(*id) {
                invoiced_minor -= correction.minor;
            } else if self.is_issued(*id) && self.is_charge(*id) {
                invoiced_minor += self.invoiced_minor(*id)?;
            } else if let Some(item) = self.of(*id).filter(|item| item.corrects.is_none()) {
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

    /// What an item takes back; nothing once it has ended with the voided invoice of what it takes back.
    fn correction(&self, id: Id<InvoiceItem>) -> Option<Correction> {
        if self.is_voided(id) { None } else { self.of(id).and_then(|item| item.corrects) }
    }

    /// Whether an item asks for something that was not issued yet: it waits, on a draft or not.
    fn is_pending(&self, id: Id<InvoiceItem>) -> bool {
        self.is_charge(id) && !self.is_issued(id)
    }

    fn is_charge(&self, id: Id<InvoiceItem>) -> bool {
        self.of(id).is_some_and(|item| item.corrects.is_none())
    }

    /// Whether issued items of a source, not credited yet, are taxed at another rate than it is now.
    pub fn are_taxed_otherwise(&self, ids: &[Id<InvoiceItem>], text: &ItemText<'_>) -> bool {
        let is_other = |item: &InvoiceItem| text.tax.is_some_and(|tax| item.asked_tax() != tax);
        let left = self.creditable(ids).unwrap_or_default();
        left.iter().filter(|(_, minor)| *minor > 0).filter_map(|(id, _)| self.of(*id)).any(is_other)
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
        if !self.is_pending(id) || text.tax.is_none() {
            return Ok(None);
        }
        let Some(item) = self.of(id) else { return Ok(None) };
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

    /// What an item on an issued invoice was charged, less what its source gave back, as the item has it; nothing of a
    /// voided one. What notes by hand credited is a gift: it is neither charged again nor given back.
    fn invoiced_minor(&self, id: Id<InvoiceItem>) -> Result<i64, ApiError> {
        let (Some(item), Some(invoice)) = (self.of(id), self.invoice_of(id)) else { return Ok(0) };
        if invoice.record.body.status == InvoiceStatus::Voided {
            return Ok(0);
        }
        let whole_minor = item.unit_amount.minor_in(item.currency, "unit_amount")?;
        // Of what a discount has taken whole nothing comes back: it was charged all the same.
        Ok(whole_minor - invoice.line(id).settled_item_minor)
    }

    /// Makes the item of a source that waits this amount; 0 removes it. Of several, because one waits again that an
    /// invoice had taken, the first becomes all of them. `ids` are the source's items, and become so.
    pub fn set_pending(
        &mut self,
        work: &UnitOfWork,
        text: &ItemText<'_>,
        ids: &mut Vec<Id<InvoiceItem>>,
        minor: i64,
    ) -> Result<(), ApiError> {
        let waiting: Vec<Id<InvoiceItem>> = ids.iter().copied().filter(|id| self.is_pending(*id)).collect();
        for id in waiting.iter().skip(usize::from(minor != 0)) {
            if let Some(known) = self.items.get_mut(id) {
                known.after = None;
            }
            ids.retain(|other| other != id);
        }
        if minor == 0 {
            return Ok(());
        }
        if let Some(known) = waiting.first().and_then(|id| self.items.get_mut(id)) {
            known.after = Some(text.item(minor, known.after.as_ref())?);
            return Ok(());
        }
        let mut item = text.item(minor, None)?;
        if text.description.is_none()
            && let Some(earlier) = ids.iter().rev().find_map(|id| self.of(*id))
        {
            item.fields.description = earlier.description.clone();
        }
        let record = work.new_record(item, None);
        ids.push(record.id);
        let after = Some(record.body.clone());
        self.items.insert(record.id, KnownItem { before: None, after, new: Some(record) });
        Ok(())
    }

    /// Notes which items a source had, and has.
    pub fn note_holder(&mut self, source: Id<()>, before: &[Id<InvoiceItem>], after: &[Id<InvoiceItem>]) {
        let was = |id: &&Id<InvoiceItem>| self.items.get(*id).is_some_and(|known| known.before.is_some());
        let is = |id: &&Id<InvoiceItem>| self.of(**id).is_some();
        let (before, after) = (before.iter().rfind(was).copied(), after.iter().rfind(is).copied());
        self.holders.push(Holders { source, before, after });
    }

    /// Puts everything into the transaction, but for the invoices of which something is given back.
    pub async fn write(mut self, work: &UnitOfWork, transaction: &mut Transaction) -> Result<GivenBack, ApiError> {
        self.mark_locations(work, transaction).await?;
        self.write_names(transaction);
        for (invoice, lines) in self.changed_lines()? {
            let Some(draft) = self.invoices.get(&invoice) else { continue };
            for item in reline(work, transaction, &draft.record, &lines).await? {
                self.let_wait(work, item).await?;
            }
        }
        let to_balance = self.book_credits(work, transaction).await?;
        let mut given_back = GivenBack { to_balance, changed: Vec::new() };
        for known in self.items.values() {
            known.write(work, transaction);
        }
        issue_notes(work, transaction, self.invoices.into_values(), &mut given_back).await?;
        Ok(given_back)
    }

    fn write_names(&self, transaction: &mut Transaction) {
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
    }

    /// Lines of drafts whose items change, or go.
    fn changed_lines(&self) -> Result<BTreeMap<Id<Invoice>, Vec<ChangedLine>>, ApiError> {
        let mut drafts: BTreeMap<Id<Invoice>, Vec<ChangedLine>> = BTreeMap::new();
        for (id, known) in self.items.iter().filter(|(_, known)| known.is_changed()) {
            if let Some(invoice) = known.stood_on() {
                drafts.entry(invoice).or_default().push(ChangedLine { id: *id, line: known.line()? });
            }
        }
        Ok(drafts)
    }

    /// Books items below zero that no invoice has, and takes them off the lines that they correct.
    async fn book_credits(
        &mut self,
        work: &UnitOfWork,
        transaction: &mut Transaction,
    ) -> Result<Vec<ToBalance>, ApiError> {
        let mut to_balance = Vec::new();
        let stands_on = |(id, known): (&Id<InvoiceItem>, &KnownItem)| Some((*id, known.after.as_ref()?.invoice_id?));
        let on: BTreeMap<Id<InvoiceItem>, Id<Invoice>> = self.items.iter().filter_map(stands_on).collect();
        let is_free = |known: &KnownItem| {
            let after = known.after.as_ref();
            known.is_changed() && after.is_some_and(|after| after.is_credit() && after.is_waiting())
        };
        for (id, known) in self.items.iter_mut().filter(|(_, known)| is_free(known)) {
            let Some(after) = known.after.as_mut() else { continue };
            let (Some(customer_id), Some(location_id)) = (after.customer_id, after.location_id) else { continue };
            let tax_inclusive = match self.location.as_ref().filter(|location| location.id == location_id) {
                Some(location) => location.body.tax_inclusive,
                None => work.get(location_id).await?.body.tax_inclusive,
            };
            let corrected =
                after.corrects.and_then(|correction| Some((correction.item_id, *on.get(&correction.item_id)?)));
            let mut off = None;
            if let Some((item_id, invoice)) = corrected.and_then(|(id, on)| Some((id, self.invoices.get_mut(&on)?))) {
                let input = after.input(*id)?;
                off = invoice.book_off(item_id, -input.quantity.times(input.unit_minor)?);
            }
            let money = booked_credit::book(work, transaction, *id, after, tax_inclusive, off.as_slice()).await?;
            to_balance.push(ToBalance { customer_id, money });
        }
        Ok(to_balance)
    }

    /// Takes an item off its draft: it waits for another invoice.
    async fn let_wait(&mut self, work: &UnitOfWork, id: Id<InvoiceItem>) -> Result<(), ApiError> {
        let known = match self.items.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let item = work.get(id).await?;
                place.insert(KnownItem { after: Some(item.body.clone()), before: Some(item), new: None })
            }
        };
        known.after = known.after.as_ref().map(InvoiceItem::waiting);
        Ok(())
    }

    /// Takes the location of new items as it was read; whether one of them is its first, so that the location has to be
    /// as it was read.
    pub fn at(&mut self, location: &Record<Location>) -> bool {
        self.location = Some(location.clone());
        let is_here =
            |known: &KnownItem| known.after.as_ref().is_some_and(|item| item.location_id == Some(location.id));
        let mut new = self.items.values().filter(|known| known.before.is_none());
        new.any(is_here) && !self.billed.contains(&location.id)
    }

    /// The first item of a location fixes its currency.
    async fn mark_locations(&self, work: &UnitOfWork, transaction: &mut Transaction) -> Result<(), ApiError> {
        let new = self.items.values().filter(|known| known.before.is_none());
        let locations = new.filter_map(|known| known.after.as_ref()?.location_id);
        for location in locations.filter(|location| !self.billed.contains(location)).collect::<BTreeSet<_>>() {
            let location = match self.location.as_ref().filter(|read| read.id == location) {
                Some(read) => read.clone(),
                None => work.get(location).await?,
            };
            billed_location::mark(work, transaction, &location).await?;
        }
        Ok(())
    }
}

async fn read_items(work: &UnitOfWork, ids: &[Id<InvoiceItem>]) -> Result<Vec<Record<InvoiceItem>>, ApiError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(work.store.find_all(work.tenant(), ids).await?)
}

/// Those of these items that stand on an invoice, a draft or not.
///
/// # Errors
/// 503 when they cannot be read.
pub async fn find_on_invoices(
    work: &UnitOfWork,
    ids: &[Id<InvoiceItem>],
) -> Result<BTreeSet<Id<InvoiceItem>>, ApiError> {
    let items = read_items(work, ids).await?;
    Ok(items.into_iter().filter(|item| item.body.invoice_id.is_some()).map(|item| item.id).collect())
}

/// 409: a client made an item of the source, which nothing settles.
fn made_by_hand() -> ApiError {
    let message = "an invoice item of the same source was made by hand: delete it first";
    ApiError::conflict(ErrorCode::InvalidState, message)
}
