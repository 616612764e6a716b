//! Who calls: how a request's credentials are verified.

mod cache;
mod caller;
mod failed;
mod usage;
mod verify;

pub use self::{
    cache::CredentialCache,
    caller::Caller,
    failed::FailedCredentials,
    usage::{ClientUsage, Leasing, LimitStatus},
    verify::{Claim, CredentialHeaders, Remembered, verify},
};
