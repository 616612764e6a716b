//! Records that a transaction moves between the lists of their kind, so that the lists' counts follow.

use super::key::Key;

/// A record that leaves or enters a list by a change of its own, not by being made.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its key on that list.
    pub key: Key,
    /// 1 when it enters, -1 when it leaves.
    pub change: i64,
}

impl Move {
    /// The record of `key` leaves its list.
    pub const fn leaving(key: Key) -> Self {
        Self { key, change: -1 }
    }

    /// The record of `key` enters its list.
    pub const fn entering(key: Key) -> Self {
        Self { key, change: 1 }
    }
}
