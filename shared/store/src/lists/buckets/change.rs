//! What a transaction changes in the calendar lists of a kind: an item of its own, written with it. No two transactions
//! write the same item, so that counting makes none of them wait for another.

use crate::{CalendarChange, Entity, Record, expression::Expression, item, key::Key, transaction::Transaction};
use values::{ApiError, KindName, tenant::Tenant};

/// Sort key of the position up to which the changes of a kind are counted; it comes before all of them.
pub const HEAD: &str = "!";
/// After every sort key.
pub const LAST: &str = "~";

/// A change, and the sort key of its transaction's item: it sorts by when it was about to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Sort key of the item of its transaction.
    pub sort: String,
    /// What became of the record in its lists.
    pub change: CalendarChange,
}

/// Where the changes of a kind are, in order of their transactions, after the [`HEAD`].
pub fn changes_key(tenant: &Tenant, kind: KindName, sort: impl Into<String>) -> Key {
    Key::sorted(tenant, "calendar-changes", kind.as_str(), sort.into())
}

impl Transaction {
    /// Remembers what becomes of a record in its calendar lists.
    pub(crate) fn exchange_calendar<E: Entity>(&mut self, before: Option<&Record<E>>, after: Option<&Record<E>>) {
        if crate::calendar_lists::combinations(E::KIND).is_empty() {
            return;
        }
        let (was, is) = (before.and_then(Record::calendar_entry), after.and_then(Record::calendar_entry));
        let version = after.map(|record| record.version).or(before.map(|record| record.version + 1));
        let id = after.or(before).map(|record| record.id.uuid());
        if let (Some(id), Some(version), true) = (id, version, was != is) {
            let change = CalendarChange { id, version, before: was, after: is };
            self.calendar_changes.entry(E::KIND).or_default().push(change);
        }
    }

    /// Adds the item of what it changes in the calendar lists of each kind, under a sort key of the present instant.
    pub(crate) fn write_calendar_changes(&mut self, sort: &str) {
        for (kind, changes) in std::mem::take(&mut self.calendar_changes) {
            let key = changes_key(&self.tenant, kind, sort);
            let refusal = ApiError::internal("a change of calendar lists was refused");
            match item::attribute(&changes) {
                Ok(changes) => {
                    let mut item = key.attributes();
                    item.insert("changes".to_owned(), changes);
                    self.put_item(item, Expression::absent(), refusal);
                }
                Err(error) => self.refuse(ApiError::internal(format!("{kind} changes do not encode: {error}"))),
            }
        }
    }
}
