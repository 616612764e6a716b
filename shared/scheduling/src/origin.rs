//! What made a calendar block or an assignment inside its own transaction.

use serde::{Deserialize, Serialize};
use shared::domain::{Id, Kind};
use uuid::Uuid;

/// A record of another area that a block or an assignment belongs to, such as an event or a contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Its kind.
    pub kind: String,
    /// Its id.
    pub id: Uuid,
}

impl Origin {
    /// The record of this id.
    #[must_use]
    pub fn of<K: Kind>(id: Id<K>) -> Self {
        Self { kind: K::KIND.to_string(), id: id.uuid() }
    }
}
