//! Who calls: how a request's credentials are verified.

mod cache;
mod caller;
mod failed;
mod origins;
mod person;
mod session;
mod standing;
mod usage;
mod verify;

pub use self::{
    cache::CredentialCache,
    caller::Caller,
    failed::{Attempt, FailedCredentials},
    origins::{KnownOrigins, read_public_client},
    person::{ManagerActs, Person, SignedIn, Standpoint, scopes_of},
    session::{may_act, refused},
    standing::{StandingRequester, find_standing},
    usage::{ClientUsage, Leasing, LimitStatus},
    verify::{Claim, CredentialHeaders, Remembered, verify},
};
