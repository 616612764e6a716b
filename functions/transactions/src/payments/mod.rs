pub mod cancel;
pub mod create;
pub mod list;
pub mod refund;
