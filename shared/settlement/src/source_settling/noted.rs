//! What the caller notes before it settles: what moves, who pays for nothing more, and how much else the transaction
//! writes.

use money_documents::creditable::{NOTE_ACTIONS, NOTES_AT_ONCE_MAX};
use store::transaction::ACTIONS_MAX;
use values::{Customer, Id};

use super::Settling;

/// Actions of settling one source but for its notes: items that are booked with their entries, or wait, with their
/// invoices and their rows and the name of the source, the wallet, and what the operation needs besides.
const SETTLED_ACTIONS: usize = 23;

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
    /// credit is booked otherwise.
    pub fn leave_room(&mut self, actions: usize) {
        let notes = ACTIONS_MAX.saturating_sub(actions + SETTLED_ACTIONS) / NOTE_ACTIONS;
        self.items.fewer_notes = NOTES_AT_ONCE_MAX.saturating_sub(notes);
        self.items.other_actions = actions;
    }
}
