//! Posting to the journal: balanced entries, of which writing one meets no other writer.

use billing::ledger::JournalEntry;
use store::Transaction;
use values::{ApiError, Money};
use work::UnitOfWork;

use crate::{books, journal_closing, posted_entry::PostedEntry};

/// Puts an entry into the transaction of what it was made of; one that moves nothing is left out. What would hold in a
/// closed period holds at the first instant after it: so what expired long ago and is written down only now.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn post(work: &UnitOfWork, transaction: &mut Transaction, entry: JournalEntry) -> Result<(), ApiError> {
    if entry.is_empty() {
        return Ok(());
    }
    journal_closing::begin(work).await?;
    let at = books::first_open_instant(work, transaction, entry.occasion().at).await?;
    let entry = entry.holding_at(at);
    transaction.create(&work.new_record(PostedEntry(entry), None));
    Ok(())
}

/// Makes one entry of those that have the same mark and follow each other; those without a mark stay as they are.
pub(crate) fn joined<M: PartialEq>(entries: Vec<(Option<M>, JournalEntry)>) -> Result<Vec<JournalEntry>, ApiError> {
    let mut joined: Vec<(Option<M>, JournalEntry)> = Vec::new();
    for (mark, entry) in entries.into_iter().filter(|(_, entry)| !entry.is_empty()) {
        match joined.last_mut().filter(|(last, _)| last.is_some() && *last == mark) {
            Some((_, last)) => *last = sum(last, &entry)?,
            None => joined.push((mark, entry)),
        }
    }
    Ok(joined.into_iter().map(|(_, entry)| entry).collect())
}

/// Both as one entry, of the occasion of the first.
fn sum(first: &JournalEntry, second: &JournalEntry) -> Result<JournalEntry, ApiError> {
    let mut draft = JournalEntry::of(*first.occasion());
    for line in first.lines().iter().chain(second.lines()) {
        draft = draft.debit(line.account, Money::new(line.debit_minor - line.credit_minor, line.currency));
    }
    Ok(draft.balanced()?)
}
