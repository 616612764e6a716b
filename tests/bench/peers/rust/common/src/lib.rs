//! What both peers in Rust share: a plan, its validation, envelopes and refusals, the secret of a client.

pub mod auth;
pub mod envelope;
pub mod plan;

pub use envelope::{Page, Refusal};
pub use plan::{NewPlan, Paging, Plan};
