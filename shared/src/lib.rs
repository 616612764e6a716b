//! What every area shares: the HTTP edge, credentials, the domain's common parts and the DynamoDB store.
//!
//! An area depends on this crate and on no other area. `docs/ARCHITECTURE.md` is the map.

pub mod api;
pub mod auth;
pub mod config;
pub mod context;
pub mod domain;
pub mod error;
pub mod ids;
pub mod lambda;
pub mod store;
#[cfg(feature = "testing")]
pub mod testing;

pub use context::Context;
pub use error::{ApiError, ErrorCode};
