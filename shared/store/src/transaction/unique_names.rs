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
