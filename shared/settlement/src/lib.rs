//! What a source such as a booking, a ticket or an order owes, settled in the transaction that changes it: credits, day
//! passes, invoice items and credit notes follow what the source owes now.
//!
//! - [`payer`] says who may pay; [`purchase`] reads all that is known of a customer who orders or registers.
//! - [`Settling`] settles the sources of one transaction ([`source_settling`]), on the [`SourceAccount`] that is stored
//!   with each.
//! - [`day_pass`] takes a day pass for a person's day.

pub mod corrections;
pub mod day_pass;
mod given_back;
pub mod payer;
pub mod purchase;
pub mod source_account;
mod source_invoices;
pub mod source_items;
pub mod source_settling;

pub use self::{source_account::SourceAccount, source_settling::Settling};
