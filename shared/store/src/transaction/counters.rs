//! Counters that a transaction changes, and numbers that it takes of sequences.

use super::{Transaction, version_conflict};
use crate::{expression::Expression, key::Key, write::Write};
use values::{ApiError, Counter};

impl Transaction {
    /// Adds `change`, which may be negative, to a counter. What several add to the same counter is one action.
    pub fn add(&mut self, counter: &Counter, change: i64) {
        let key = Key::of_counter(&self.tenant, counter);
        let before = self.added.insert(key.clone(), change);
        let update = before.and_then(|_| self.actions.iter_mut().find_map(|action| action.write.update_of(&key)));
        if let (Some(before), Some(update)) = (before, update) {
            *update = changed_by(before + change);
            self.added.insert(key, before + change);
        } else {
            self.count(counter, change, None, ApiError::internal("a counter without a condition was refused"));
        }
    }

    /// Adds `change` to a counter. With `most`, the transaction is refused with `refusal` when the counter would become
    /// larger.
    pub fn add_up_to(&mut self, counter: &Counter, change: i64, most: i64, refusal: ApiError) {
        let condition = counted(change <= most, "#count <= :bound", most.saturating_sub(change));
        self.count(counter, change, Some(condition), refusal);
    }

    /// Takes `by` from a counter, unless it would fall below `least`; then `refusal`.
    pub fn subtract_down_to(&mut self, counter: &Counter, by: i64, least: i64, refusal: ApiError) {
        let needed = least.saturating_add(by);
        let condition = counted(needed <= 0, "#count >= :bound", needed);
        self.count(counter, -by, Some(condition), refusal);
    }

    /// Requires that a counter is 0; otherwise `refusal`.
    pub fn require_zero(&mut self, counter: &Counter, refusal: ApiError) {
        self.add_up_to(counter, 0, 0, refusal);
    }

    /// Requires that a counter is at least `least`; otherwise `refusal`.
    pub fn require_at_least(&mut self, counter: &Counter, least: i64, refusal: ApiError) {
        self.subtract_down_to(counter, 0, least, refusal);
    }

    /// Takes the next number of a sequence whose counter was `last` when it was read; 409 `version_conflict` when
    /// another operation has taken one since. A transaction that is refused takes none. One transaction may take
    /// several, which follow each other.
    pub fn take_number(&mut self, sequence: &Counter, last: i64) {
        let key = Key::of_counter(&self.tenant, sequence);
        let (_, taken) = self.numbers.entry(key.clone()).or_insert((last, 0));
        *taken += 1;
        let taken = *taken;
        if let Some(update) = self.actions.iter_mut().find_map(|action| action.write.update_of(&key)) {
            // It stays where it is, before the names of its numbers: of what is refused the first counts.
            *update = changed_by(taken);
        } else {
            let condition = counted(last == 0, "#count = :bound", last);
            self.count(sequence, taken, Some(condition), version_conflict());
        }
    }

    /// What a sequence's counter was when it was read, and how many numbers of it are taken; none unless some are.
    #[must_use]
    pub fn numbers_taken(&self, sequence: &Counter) -> Option<(i64, i64)> {
        self.numbers.get(&Key::of_counter(&self.tenant, sequence)).copied()
    }

    fn count(&mut self, counter: &Counter, change: i64, condition: Option<Expression>, refusal: ApiError) {
        let key = Key::of_counter(&self.tenant, counter);
        let write = match condition {
            Some(condition) if change == 0 => Write::Check { key, condition },
            condition => Write::Update { key, update: changed_by(change), condition },
        };
        self.push(write, refusal);
    }
}

fn changed_by(change: i64) -> Expression {
    Expression::new("ADD #count :change").name("#count", "count").number(":change", change)
}

/// The condition of a counter; one that does not exist yet counts as 0, and `zero_is_fine` says whether that meets it.
fn counted(zero_is_fine: bool, condition: &str, bound: i64) -> Expression {
    let absent = if zero_is_fine { "attribute_not_exists(#count) OR " } else { "" };
    Expression::new(format!("{absent}{condition}")).name("#count", "count").number(":bound", bound)
}
