//! Lists by time: sorted by an instant of their records, into whose midst new ones come and which are asked for by
//! days. Their exact total and any page cost the same however many records there are
//! (`docs/decisions/0046-calendar-counts.md`).
//!
//! Each transaction that changes such a record writes what it changes in its lists as an item of its own (`change`).
//! Later these changes are counted in a row for each list and month (`fold`). Records that one process writes are
//! counted by days as they are written (`days`). Who reads a list adds what is not counted yet (`counts`), and reads
//! only the rows of its page (`page`).

mod build;
mod cells;
mod change;
mod check;
mod counted;
mod counts;
mod days;
mod edits;
mod empty_rows;
mod fold;
mod intervals;
mod keys;
mod packed;
mod page;
mod part;
mod rare;
pub(crate) mod rare_state;
mod read;
mod reindex;
#[cfg(feature = "testing")]
mod testing;
mod time_list;

pub(crate) use self::fold::COMMITTED_WITHIN_MS;
pub use self::{
    check::StoredCalendar,
    days::{AddedRows, DayList},
    time_list::TimeList,
};
