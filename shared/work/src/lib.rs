//! A unit of work: whose data is touched, at which instant, through which store; and what a process does work with:
//! verified credentials, the store of files, the queue.

pub mod auth;
mod aws_json;
pub mod company_membership;
pub mod context;
pub mod customer;
pub mod files;
pub mod letter_service;
pub mod mailbox;
mod new_references;
pub mod observer;
mod on_heap;
pub mod provisioning;
pub mod queue;
pub mod sealed;
pub mod secrets;
pub mod servers;
mod sight;
mod tax_rates;
pub mod tenants;
pub mod unit_of_work;

pub use self::{context::Context, on_heap::on_heap, unit_of_work::UnitOfWork};
