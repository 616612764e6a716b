//! What the caller notes before it settles: what moves, who pays for nothing more, and how much else the transaction
//! writes.

use store::transaction::ACTIONS_MAX;
use values::{Customer, Id};

use super::Settling;
use crate::source_invoices::NOTES_AT_ONCE_MAX;

/// Actions of a credit note: the note, its invoice, its number, which is taken and named, its entry with the totals,
/// four rows of the note in lists by its fields, and those of the invoice, with the counts of the lists that it leaves
/// and enters when nothing is due any more.
const NOTE_ACTIONS: usize = 24;
/// Actions of settling one source but for its notes: items that wait with their invoices and their rows and the name of
/// the source, the wallet, and what the operation needs besides.
const SETTLED_ACTIONS: usize = 19;

impl Settling {
    /// Notes that a source takes place at another instant than before, and whether it had begun: what pays for it is
    /// judged anew.
    pub fn note_move(&mut self, source: Id<()>, has_begun: bool) {
        self.moved.insert(source, has_begun);
    }

    /// Notes that a payer is charged nothing more: who was archived, or was left by who booked.
    pub fn note_gone(&mut self, payers: impl IntoIterator<Item = Id<Customer>>) {
        self.gone.extend(payers);
    }

    /// Has settling write no more credit notes than a transaction has room for beside so many actions; what they would
    /// credit waits.
    pub fn leave_room(&mut self, actions: usize) {
        let notes = ACTIONS_MAX.saturating_sub(actions + SETTLED_ACTIONS) / NOTE_ACTIONS;
        self.items.fewer_notes = NOTES_AT_ONCE_MAX.saturating_sub(notes);
    }
}
