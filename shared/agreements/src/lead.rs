//! Leads: people and companies that might become customers, with what is to be done about them next. The contracts area
//! keeps them; the members area finds in them what is held about a person.

pub mod became;
pub mod fields;
pub mod record;
pub mod stage;

pub use self::{
    fields::{LeadFields, LeadSource},
    record::{Lead, LeadLost, LostReason},
    stage::LeadStage,
};
