//! What is stored. It knows nothing of the rest.

pub mod counts;
pub mod delivery;
pub mod earlier_types;
pub mod endpoint;
pub mod endpoint_state;
pub mod event_pattern;
pub mod kept;
pub mod locations;
pub mod place;
pub mod replay;
