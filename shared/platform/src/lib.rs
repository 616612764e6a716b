//! What a process has from its surroundings: its configuration, the wall clock, randomness and identifiers, and
//! connections.

pub mod config;
pub mod http_client;
pub mod ids;
pub mod outgoing;
pub mod retry;
pub mod secrets;
pub mod system_clock;
