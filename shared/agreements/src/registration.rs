//! Registrations: how people become members, and subscribers when they name a membership plan. Members and memberships
//! make them, by the same steps in the caller's transaction.

pub mod admit;
pub mod open;
pub mod record;
pub mod references;
pub mod registering;
pub mod subscribing;

pub use self::record::{MemberRegistration, RegistrationStatus};
