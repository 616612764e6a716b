//! The merchant whose data a request may touch.

use std::fmt;

use crate::domain::{Id, merchant::Merchant};

/// The merchant whose data a request may touch: only a tenant can build a key. No other crate can make one; inside this one
/// a lint refuses it everywhere but in `auth`, which verifies credentials first.
#[derive(Clone, PartialEq, Eq)]
pub struct Tenant(Id<Merchant>);

impl Tenant {
    /// The tenant of a merchant whose credential was verified, or that an operator of the service named.
    #[must_use]
    pub(crate) const fn of(merchant: Id<Merchant>) -> Self {
        Self(merchant)
    }

    /// The merchant's id.
    #[must_use]
    pub const fn merchant(&self) -> Id<Merchant> {
        self.0
    }
}

impl fmt::Debug for Tenant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "tenant {}", self.0)
    }
}
