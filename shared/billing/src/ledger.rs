//! Double entry: accounts, entries that balance by construction, an entry for every document, payment and wallet
//! posting, and their sums.

pub mod account;
pub mod entries;
pub mod entry;
pub mod statement;
pub mod trial_balance;

pub use self::{
    account::{Account, Side},
    entries::RefundOf,
    entry::{DocumentKind, DocumentReference, EntryLine, JournalEntry, Occasion, Unbalanced},
    statement::{Statement, StatementLine},
    trial_balance::{AccountTotal, TrialBalance},
};

#[cfg(test)]
mod tests;
