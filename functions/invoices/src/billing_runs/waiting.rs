//! What a billing run invoices: items that wait at its location, up to a day and since before it was asked for.

use billing::period::local_day;
use money_documents::InvoiceItem;
use records::Location;
use shared::api::Call;
use store::{AtMost, List, Order, Record};
use values::{ApiError, Customer, Day, Id, TimeZone, Timestamp};

/// Most items that wait at the location of a run: as many as its preview can add up in one request.
pub const ITEMS_OF_RUN_MAX: usize = 5_000;

/// Which items a run invoices.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// Where they wait.
    pub location_id: Id<Location>,
    /// Time zone there.
    pub time_zone: TimeZone,
    /// Their last day; any when none.
    pub up_to: Option<Day>,
    /// They wait as they are since this instant or before.
    pub since: Timestamp,
}

impl Waiting {
    /// Whether it is one of them.
    pub fn has(&self, item: &Record<InvoiceItem>) -> bool {
        let day = item.body.period_start.or_else(|| local_day(item.created_at, self.time_zone));
        let is_of_the_days = self.up_to.is_none_or(|up_to| day.is_some_and(|day| day <= up_to));
        item.updated_at <= self.since && is_of_the_days
    }

    /// What waits at the location, the oldest first, after an item. The list may lag by a moment.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read_after(
        &self,
        call: &Call,
        after: Option<Id<InvoiceItem>>,
        most: usize,
    ) -> Result<AtMost<Record<InvoiceItem>>, ApiError> {
        // Before every id that comes after this one.
        let beginning = after.map(|last| format!("{last}!"));
        let list = List::by(&InvoiceItem::WAITING_AT, &self.location_id).ordered(Order::Ascending);
        Ok(call.store.all(call.tenant(), &list.between(beginning, None), most).await?)
    }

    /// Those of a customer, the oldest first. `first` is among them: this list may lag behind the one
    /// in which it was found.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read_of(
        &self,
        call: &Call,
        (customer, first): (Id<Customer>, &Record<InvoiceItem>),
    ) -> Result<Vec<Record<InvoiceItem>>, ApiError> {
        let list = List::by(&InvoiceItem::WAITING, &customer)
            .only("location_id", Some(&self.location_id))
            .ordered(Order::Ascending);
        let found = call.store.all(call.tenant(), &list, ITEMS_OF_RUN_MAX).await?;
        let mut items: Vec<_> = found.records.into_iter().filter(|item| self.has(item)).collect();
        if !items.iter().any(|item| item.id == first.id) {
            items.insert(0, first.clone());
        }
        Ok(items)
    }
}
