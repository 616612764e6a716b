//! What does not add up in a merchant's journal beside its sums: entries in closed days, and of what their revenue and
//! tax are.

use billing::ledger::{Account, EntryPart, entries::earned_on};
use store::Record;
use wallets_and_journal::{Books, PostedEntry};

/// Nothing was written since the last closing that holds in what is closed.
pub(crate) fn of_closed_days(books: Option<&Record<Books>>, entries: &[Record<PostedEntry>]) -> Vec<String> {
    let Some((open_from, closed_at)) = books.and_then(|books| books.body.open_from.zip(books.body.closed_at)) else {
        return Vec::new();
    };
    let written_since = entries.iter().filter(|entry| entry.created_at > closed_at && entry.body.at() < open_from);
    written_since.map(|entry| format!("entry {} holds in days that were closed before", entry.id)).collect()
}

/// Parts of an entry are what it books on revenue, deposits and tax.
pub(crate) fn of_parts(entries: &[Record<PostedEntry>]) -> Vec<String> {
    let differs = |entry: &&Record<PostedEntry>| {
        let parts = entry.body.0.parts();
        !parts.is_empty()
            && [Account::Revenue, Account::Deposits, Account::Tax].into_iter().any(|account| {
                let lines = entry.body.0.lines().iter().filter(|line| line.account == account);
                let booked: i64 = lines.map(|line| line.credit_minor - line.debit_minor).sum();
                booked != parts.iter().map(|part| brings(part, account)).sum::<i64>()
            })
    };
    entries.iter().filter(differs).map(|entry| format!("entry {} is not what its parts are", entry.id)).collect()
}

/// What a part brings to an account.
fn brings(part: &EntryPart, account: Account) -> i64 {
    let net = if earned_on(part.kind) == account { part.net_minor } else { 0 };
    net + if account == Account::Tax { part.tax_minor } else { 0 }
}
