//! Double entry: accounts, entries that balance by construction, an entry for every document, payment and wallet
//! posting, and their sums.

pub mod account;
pub mod chart;
pub mod chart_account;
mod chart_defaults;
pub mod entries;
pub mod entry;
pub mod statement;
pub mod trial_balance;

pub use self::{
    account::{Account, Side},
    chart::{Booked, Chart, ChartName},
    chart_account::{BookedKind, ChartAccount},
    entries::RefundOf,
    entry::{DocumentKind, DocumentReference, EntryLine, EntryPart, JournalEntry, Occasion, Unbalanced},
    statement::{Statement, StatementLine},
    trial_balance::{AccountTotal, TrialBalance},
};

#[cfg(test)]
mod tests;
