//! Filter lists: the live records of a kind by the values of a field, each list in a partition of its own, with a small
//! row for each record. Rows are written with the record, in its transaction. They are sorted by ids, so that a list is
//! counted as the list of all records is (`segments`), and any page of it costs the same
//! (`docs/decisions/0049-filter-lists.md`).

pub mod build;
pub mod check;
mod choice;
pub mod complete;
mod page;
pub mod rows;
