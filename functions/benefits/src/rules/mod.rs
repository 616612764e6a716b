//! Rules that several operations share.

pub mod category_membership;
pub mod code_assignment;
pub mod customer;
pub mod entitlement;
