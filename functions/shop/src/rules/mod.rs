//! Rules that several operations share.

pub mod basket;
pub mod ending;
pub mod extras;
pub mod ordering;
pub mod packages;
pub mod pricing;
pub mod settling;
pub mod stock_changes;
