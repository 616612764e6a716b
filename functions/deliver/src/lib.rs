//! Sends events to the receivers of webhooks (`docs/areas/webhooks.md`).
//!
//! A **message** of the queue names a delivery. The **deliverer** claims a place among the attempts at its endpoint,
//! has the **courier** send the event, and writes down what became of it. If its process dies in between, the message
//! comes back and the event is sent again: receivers get every event at least once. The courier sends by `platform::outgoing`,
//! so that nothing inside our own network can be reached.
//!
//! It is a package of its own because deliveries are made apart from requests; no area depends on it.

mod attempt;
mod courier;
mod hearer;
mod http_courier;
mod in_process;
mod places;

pub use ::work::queue::WhenIdle;

pub use self::{
    attempt::{Attempted, Deliverer},
    courier::{Courier, Outgoing, Returned},
    http_courier::{CourierLimits, HttpCourier},
    in_process::work,
};
