//! What stands in place of a person whose data was removed.

use shared::domain::{EmailAddress, Id, Name};

/// An e-mail address that no mail reaches (RFC 2606), different for each record.
pub fn email<K>(id: Id<K>) -> EmailAddress {
    EmailAddress::new(format!("anonymised-{id}@anonymised.invalid"))
}

/// A name that is nobody's.
pub fn name() -> Name {
    Name::new("Anonymised member")
}
