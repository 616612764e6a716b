//! Registrations: how people become members.

mod admit;
pub mod approve;
pub mod create;
mod csv;
pub mod import;
mod import_row;
pub mod list;
pub mod open;
mod references;
mod registration;
pub mod reject;
pub mod resend;
mod subscribing;

pub use self::registration::{MemberRegistration, RegistrationStatus};
