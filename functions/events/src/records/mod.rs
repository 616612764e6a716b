//! The records of this area, and what follows from one of them alone.

pub mod event;
pub mod event_state;
pub mod party;
pub mod registration;
pub mod registration_facts;
pub mod registration_fields;
pub mod registration_state;
pub mod registration_view;
pub mod seat_terms;
pub mod seats;
pub mod ticket_price;
pub mod waitlist_entry;
