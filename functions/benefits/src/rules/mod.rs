//! Rules that several operations share.

pub mod code_assignment;
pub mod customer;
pub mod entitlement;
