//! Unique names that a transaction takes, hands on and gives back.

use std::fmt::Display;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Transaction, version_conflict};
use crate::{expression::Expression, key::Key, write::Write};
use values::{ApiError, UniqueKey};

impl Transaction {
    /// Requires that nobody holds a unique name; otherwise `refusal`.
    pub fn require_free(&mut self, unique_key: &UniqueKey, refusal: ApiError) {
        let key = Key::of_unique(&self.tenant, unique_key);
        self.push(Write::Check { key, condition: Expression::absent() }, refusal);
    }

    /// Takes a unique name for `holder`; `refusal` when somebody holds it.
    pub fn claim(&mut self, unique_key: &UniqueKey, holder: impl Display, refusal: ApiError) {
        let mut item = Key::of_unique(&self.tenant, unique_key).attributes();
        item.insert("holder".to_owned(), AttributeValue::S(holder.to_string()));
        self.push(Write::Put { item, condition: Expression::absent() }, refusal);
    }

    /// Transfers a unique name from `from` to `holder`; `refusal` when `from` does not hold it. With the same id for
    /// both, this only requires that it still holds the name.
    pub fn take_over(&mut self, unique_key: &UniqueKey, from: impl Display, to: impl Display, refusal: ApiError) {
        let mut item = Key::of_unique(&self.tenant, unique_key).attributes();
        item.insert("holder".to_owned(), AttributeValue::S(to.to_string()));
        let condition =
            Expression::new("#holder = :holder").name("#holder", "holder").string(":holder", from.to_string());
        self.push(Write::Put { item, condition }, refusal);
    }

    /// Gives back the names that are held no longer, and takes the others.
    pub(super) fn exchange_unique_keys(&mut self, before: &[UniqueKey], after: &[UniqueKey], holder: impl Display) {
        let is_among = |keys: &[UniqueKey], key: &UniqueKey| keys.iter().any(|other| other.name() == key.name());
        for given_back in before.iter().filter(|key| !after.contains(key)) {
            match (given_back.former(), is_among(after, given_back)) {
                (None, false) => self.release(given_back),
                (None, true) => {}
                (Some(former), is_kept) => {
                    // Nothing tells under which of both forms the record holds its name.
                    self.release_if_held(&former, &holder);
                    if !is_kept {
                        self.release_if_held(given_back, &holder);
                    }
                }
            }
        }
        for taken in after.iter().filter(|key| !before.contains(key)) {
            let refusal = ApiError::already_exists(taken.field());
            if let Some(former) = taken.former() {
                self.require_free(&former, refusal.clone());
            }
            if is_among(before, taken) {
                self.claim_or_keep(taken, &holder, refusal);
            } else {
                self.claim(taken, &holder, refusal);
            }
        }
    }

    /// Takes a unique name that `holder` may have already; `refusal` when somebody else holds it.
    fn claim_or_keep(&mut self, unique_key: &UniqueKey, holder: impl Display, refusal: ApiError) {
        let mut item = Key::of_unique(&self.tenant, unique_key).attributes();
        item.insert("holder".to_owned(), AttributeValue::S(holder.to_string()));
        self.push(Write::Put { item, condition: nobody_else_holds(holder) }, refusal);
    }

    /// Gives a unique name back that `holder` may not have.
    fn release_if_held(&mut self, unique_key: &UniqueKey, holder: impl Display) {
        let key = Key::of_unique(&self.tenant, unique_key);
        self.push(Write::Delete { key, condition: nobody_else_holds(holder) }, version_conflict());
    }

    /// Gives a unique name back.
    pub fn release(&mut self, unique_key: &UniqueKey) {
        let key = Key::of_unique(&self.tenant, unique_key);
        self.push(Write::Delete { key, condition: Expression::present() }, version_conflict());
    }

    /// Gives a unique name back, if `holder` still has it; otherwise 409 `version_conflict`.
    pub fn release_from(&mut self, unique_key: &UniqueKey, holder: impl Display) {
        let condition =
            Expression::new("#holder = :holder").name("#holder", "holder").string(":holder", holder.to_string());
        self.push(Write::Delete { key: Key::of_unique(&self.tenant, unique_key), condition }, version_conflict());
    }
}

fn nobody_else_holds(holder: impl Display) -> Expression {
    let absent_or_own = Expression::new("attribute_not_exists(#holder) OR #holder = :holder");
    absent_or_own.name("#holder", "holder").string(":holder", holder.to_string())
}
