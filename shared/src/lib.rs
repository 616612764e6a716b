//! What every area uses: the HTTP edge, credentials, common values and records, and the DynamoDB store.
//!
//! An area depends on this crate and on no other area. `docs/ARCHITECTURE.md` is the map.

mod account_key;
pub mod api;
pub mod auth;
pub mod category;
pub mod codes;
pub mod company_membership;
pub mod config;
pub mod context;
pub mod customer;
pub mod domain;
pub mod due;
pub mod error;
pub mod event_log;
pub mod files;
mod http_client;
pub mod ids;
pub mod lambda;
pub mod observer;
pub mod provisioning;
pub mod queue;
pub mod retry;
pub mod store;
mod system_clock;
pub mod tenant;
#[cfg(feature = "testing")]
pub mod testing;
pub mod unit_of_work;

pub use context::Context;
pub use error::{ApiError, ErrorCode};
pub use unit_of_work::UnitOfWork;
