//! Sums that reports are read from ([decision 57](../../../docs/decisions/0057-reports.md)).
//!
//! What a record adds to sums is a pure function of the record, and is kept in an item beside it, its **account**. The
//! consumer of the stream looks at the record as it is now, and adds to the **rows** of sums what the account does not
//! have yet, in one transaction with the account. So a change that is told twice, late or out of order counts once, and
//! one that was not told is caught up by whoever looks at the record again.
//!
//! - [`occupancy`]: bookings, by local day, hour and type of resource
//! - [`opening`]: resources, open by weekday, hour and type
//! - [`revenue`]: entries of the journal, by day; they never change, and are counted in their order
//! - [`recurring`]: customers with their subscriptions, by month

pub mod account;
pub mod complete;
pub mod occupancy;
pub mod opening;
pub mod place;
pub mod recurring;
pub mod resource_letters;
pub mod revenue;
pub mod rows;
pub mod sums;

/// How the names of all spaces of accounts and rows begin; all of them can be made anew from records.
pub const SPACES: &str = "figures-";
