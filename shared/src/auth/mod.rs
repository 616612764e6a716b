//! Credentials: how a request is verified, and how merchants and their first clients are provisioned.

mod cache;
mod caller;
pub mod provisioning;
mod seal;
mod verify;

pub use self::{
    cache::CredentialCache,
    caller::Caller,
    seal::SealedSecret,
    verify::{CredentialHeaders, verify},
};
pub use crate::{
    domain::{
        client_id::ClientId,
        scope::{Access, Area, Scope, Scopes},
        secret::{Secret, SecretDigest},
    },
    tenant::Tenant,
};
