//! Who calls: credentials, scopes, and the tenant that only a verified credential can produce.

mod cache;
mod credential;
pub mod operator;
mod scope;
mod seal;
mod verify;

use std::fmt;

pub use self::{
    cache::CredentialCache,
    credential::{ClientId, Secret, SecretDigest},
    scope::{Access, Area, Scope, Scopes},
    seal::SealedSecret,
    verify::{CredentialHeaders, verify},
};
use crate::domain::{Id, api_client::ApiClient, merchant::Merchant};

/// The merchant whose data a request may touch. Only [`verify`], the operator's commands and time-driven work
/// make one, and only it can build a key.
#[derive(Clone, PartialEq, Eq)]
pub struct Tenant(Id<Merchant>);

impl Tenant {
    /// The merchant named by the key of a record that is due. Only `crate::due` calls it: nobody asks for time-driven
    /// work, so no credential is verified, and each record is changed as its own merchant's.
    #[must_use]
    pub(crate) const fn of_due_record(merchant: Id<Merchant>) -> Self {
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

/// A verified API client.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Whose data it may touch.
    pub tenant: Tenant,
    /// The client.
    pub client: Id<ApiClient>,
    /// What it may do.
    pub scopes: Scopes,
}
