//! For tests and local development: an embedded DynamoDB, gateway events out of HTTP requests,
//! faults of the store, and an app to talk to.

pub mod afterwards;
mod app;
pub mod conformance;
pub mod database;
pub mod faults;
pub mod gateway;

pub use self::{
    app::{TestApp, TestClient, TestClock, TestResponse},
    faults::{Fault, Faults, Seen},
};
