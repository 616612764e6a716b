//! Calendar lists: sorted by an instant of their records, into whose midst new ones come and which are asked for by days. Their exact total and
//! any page cost the same however many records there are (`docs/decisions/0046-calendar-counts.md`).
//!
//! Each transaction that changes such a record writes what it changes in its lists as an item of its own (`change`). Now and then somebody
//! counts these changes in a row for each list and month (`fold`). Who reads a list adds what is not counted yet (`counts`), and reads only
//! the rows of its page (`page`).

mod build;
mod cells;
mod change;
mod check;
mod counts;
mod edits;
mod empty_turns;
mod fold;
mod keys;
mod packed;
mod page;
mod part;
mod query;
mod rare;
mod read;
mod reindex;
#[cfg(feature = "testing")]
mod testing;
mod waiting;

use super::Transaction;
use values::KindName;

pub use self::{check::StoredCalendar, query::CalendarQuery};

/// Kinds whose records are counted so.
pub const KINDS: [KindName; 4] = [KindName::Booking, KindName::Event, KindName::Invoice, KindName::VisitorVisit];

impl Transaction {
    /// Begins the counts of a new merchant, of whom nothing is stored yet.
    pub fn begin_calendars(&mut self) {
        for kind in KINDS {
            let key = change::changes_key(self.tenant(), kind, change::HEAD);
            let nothing = counts::Head::default();
            let refusal = values::ApiError::internal("the calendar of a new merchant was begun already");
            self.put_encoded(&key, &nothing, super::Expression::absent(), refusal);
        }
    }
}
