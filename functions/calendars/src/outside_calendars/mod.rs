//! Outside calendars: calendars elsewhere whose busy times block a resource (`docs/areas/calendars.md`).
//!
//! A **reading** asks the other server and compares what is busy there with what is in the state; **taking** makes,
//! moves and deletes blocks by it, some at a time. Both are done by the package `read-calendars`, to which the sweep and
//! the operations here hand a calendar over.

pub mod busy;
pub mod conflict;
mod create;
mod digest;
mod event_types;
mod failure;
mod list;
pub mod record;
mod requests;
pub mod schedule;
pub mod state;
mod sweep;
mod update;

pub use self::{
    digest::digest,
    event_types::event_types,
    failure::ReadingFailure,
    record::OutsideCalendar,
    requests::routes,
    state::{OutsideCalendarState, message, state_of},
    sweep::due_work,
};
