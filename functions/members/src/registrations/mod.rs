//! Registrations: how people become members.

pub mod approve;
pub mod create;
pub mod digest;
pub mod expire;
pub mod import;
mod import_row;
pub mod list;
pub mod reject;
pub mod resend;

pub use agreements::registration::{MemberRegistration, RegistrationStatus, open, record, references};
