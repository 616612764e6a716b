//! For tests and local development: an embedded DynamoDB, gateway events out of HTTP requests,
//! faults of the store, and an app to talk to.

pub mod afterwards;
mod app;
pub mod calls;
mod clock;
pub mod conformance;
pub mod database;
pub mod faults;
pub mod files;
pub mod gateway;
mod objects;
mod response;
mod round_trips;
pub mod stream;

pub use self::{
    app::{TestApp, TestClient},
    clock::TestClock,
    faults::{Fault, Faults, Seen},
    response::TestResponse,
    round_trips::Account,
    stream::TableStream,
};
