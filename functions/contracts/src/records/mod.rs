//! What is stored: contracts with what follows from their days, their texts and what happened to them, and templates.

pub mod contract;
pub mod contract_fields;
pub mod contract_state;
pub mod contract_view;
pub mod days;
pub mod moments;
pub mod template;
pub mod terms;
pub mod text;
pub mod trail;
