//! Who calls: how a request's credentials are verified.

mod cache;
mod caller;
mod seal;
mod sealing;
mod usage;
mod verify;

pub use self::{
    cache::CredentialCache,
    caller::Caller,
    seal::SealedSecret,
    sealing::{SALT_BYTES, SealedText, SealingKeys},
    usage::ClientUsage,
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
