//! Where counts stand, and before which changes.

use crate::{key::Key, lists::list::earliest_id};
use values::{KindName, Timestamp, tenant::Tenant};

/// Before the changes of the last so many milliseconds.
pub fn before(now_ms: i64, milliseconds: i64) -> String {
    Timestamp::from_millis(now_ms - milliseconds).map(earliest_id).unwrap_or_default()
}

/// Key of a month of a list.
pub fn month_key(tenant: &Tenant, kind: KindName, list: &str, month: &str) -> Key {
    Key::sorted(tenant, "calendar-counts", &format!("{kind}#{list}"), month.to_owned())
}

/// Key of entries whose state changes in these ten minutes.
pub fn transitions_key(tenant: &Tenant, kind: KindName, cell: &str) -> Key {
    Key::sorted(tenant, "calendar-turns", kind.as_str(), cell.to_owned())
}
