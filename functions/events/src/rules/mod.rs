//! Rules that several operations share.

pub mod at_location;
pub mod blocks;
pub mod claims;
pub mod closing;
pub mod ending;
pub mod named;
pub mod operator;
pub mod registering;
pub mod seat_changes;
pub mod settling;
pub mod showing;
