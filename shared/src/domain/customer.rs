//! Customer: whoever is served and billed, a member or a company. Both share one space of identifiers.

use super::{Kind, KindName};

/// A member or a company; it has no record of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Customer;

impl Kind for Customer {
    const KIND: KindName = KindName::Customer;
}
