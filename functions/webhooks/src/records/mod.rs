//! What is stored. It knows nothing of the rest.

pub mod counts;
pub mod delivery;
pub mod endpoint;
pub mod endpoint_state;
pub mod kept;
pub mod place;
