//! Who calls: how a request's credentials are verified.

mod cache;
mod caller;
mod usage;
mod verify;

pub use self::{
    cache::CredentialCache,
    caller::Caller,
    usage::ClientUsage,
    verify::{CredentialHeaders, verify},
};
