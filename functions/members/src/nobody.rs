//! What stands in place of a person whose data was removed.

use values::{EmailAddress, Id, Name};

/// The part of an address that nobody has: no mail reaches `.invalid` (RFC 2606).
pub const DOMAIN: &str = "@anonymised.invalid";

/// An e-mail address that no mail reaches, different for each record.
pub fn email<K>(id: Id<K>) -> EmailAddress {
    EmailAddress::new(format!("anonymised-{id}{DOMAIN}"))
}

/// A name that is nobody's.
pub fn name() -> Name {
    Name::new("Anonymised member")
}
