//! The stored records of this area, their wire forms, and what their fields keep among themselves. They know no
//! operation.

pub mod allowance;
pub mod application;
pub mod benefit;
pub mod category;
pub mod code;
pub mod pool;
pub mod status;
