//! What this area stores.

pub mod activity;
pub mod comment;
pub mod measured;
pub mod register;
pub mod shown;
pub mod sla_clock;
pub mod state;
pub mod ticket;
pub mod ticket_type;
pub mod view;
