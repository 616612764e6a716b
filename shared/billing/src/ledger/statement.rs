//! A customer's statement: what they owe, less what they have, entry by entry.

use values::{Currency, Timestamp};

use super::{
    account::Account,
    entry::{JournalEntry, Occasion},
};

/// What changed what a customer owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementLine {
    /// When, and what it was.
    pub occasion: Occasion,
    /// What the customer owes more, or below zero less.
    pub amount_minor: i64,
    /// What the customer owes after it; below zero they have so much.
    pub balance_minor: i64,
}

/// A statement in one currency over the instants `[from, to)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What was owed before.
    pub opening_minor: i64,
    /// Entries of the time that change what the customer owes.
    pub lines: Vec<StatementLine>,
    /// What is owed after.
    pub closing_minor: i64,
}

/// The statement of one customer's entries, in the order in which they hold. An entry that only moves money between
/// what is owed and what they have (their balance pays an invoice) does not change it, and has no line.
#[must_use]
pub fn statement<'a>(
    entries: impl IntoIterator<Item = &'a JournalEntry>,
    currency: Currency,
    (from, to): (Timestamp, Timestamp),
) -> Statement {
    let (mut opening_minor, mut balance_minor, mut lines) = (0, 0, Vec::new());
    for entry in entries {
        let amount_minor = owed_by(entry, currency);
        let at = entry.occasion().at;
        if at >= to || amount_minor == 0 {
            continue;
        }
        balance_minor += amount_minor;
        if at < from {
            opening_minor += amount_minor;
        } else {
            lines.push(StatementLine { occasion: *entry.occasion(), amount_minor, balance_minor });
        }
    }
    Statement { opening_minor, lines, closing_minor: balance_minor }
}

/// What a customer owes more by an entry: receivable, less what is theirs.
fn owed_by(entry: &JournalEntry, currency: Currency) -> i64 {
    let theirs = [Account::AccountsReceivable, Account::CustomerBalance, Account::RefundsPayable];
    let lines = entry.lines().iter().filter(|line| theirs.contains(&line.account) && line.currency == currency);
    lines.map(|line| line.debit_minor - line.credit_minor).sum()
}
