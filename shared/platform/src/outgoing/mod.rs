//! Requests to servers that strangers name: receivers of webhooks, issuers of identities, calendars. They go to the public
//! Internet and to nothing inside our own network, take limited time, and as much is read of an answer as was asked
//! for.

pub mod address;
mod client;
mod public_addresses;
mod resolver;

pub use self::{
    address::{AddressFault, LocalReceivers},
    client::{Answer, OutgoingClient, OutgoingFault, OutgoingLimits, OutgoingRequest},
    public_addresses::is_public,
    resolver::{Resolver, SystemResolver},
};
