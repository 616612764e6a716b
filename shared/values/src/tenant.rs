//! The merchant whose data a request may touch.

use std::fmt;

use crate::{Id, MerchantReference, merchant_kind::MerchantKind};

/// The merchant whose data a request may touch: only a tenant can build a key. A lint refuses to make one everywhere
/// but where a credential was verified, in an operator's tools, and for what the service itself stored: a due record, a
/// message of the queue, a change in the table's stream.
#[derive(Clone, PartialEq, Eq)]
pub struct Tenant(Id<MerchantReference>);

impl Tenant {
    /// The tenant of a merchant whose credential was verified, whom an operator named, or whose stored record is worked
    /// on.
    #[must_use]
    pub const fn of(merchant: Id<MerchantReference>) -> Self {
        Self(merchant)
    }

    /// Identifier of the merchant, by which its data is keyed.
    #[must_use]
    pub const fn merchant(&self) -> Id<MerchantReference> {
        self.0
    }

    /// Whether the merchant is a sandbox, with a clock of its own.
    #[must_use]
    pub const fn is_sandbox(&self) -> bool {
        matches!(self.0.kind(), MerchantKind::Sandbox)
    }
}

impl fmt::Debug for Tenant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "tenant {}", self.0)
    }
}
