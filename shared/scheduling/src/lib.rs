//! Scheduling: what takes, keeps and frees time. Bookings, resources and locations use it; later events, tickets and
//! contracts do.
//!
//! It stands between the operations and the store: it knows units of work and transactions, and neither HTTP nor the
//! database.

pub mod assigning;
pub mod assignment_conflicts;
pub mod blocking;
pub mod booking;
pub mod booking_frequency;
pub mod booking_price;
pub mod booking_settlement;
pub mod booking_size;
pub mod booking_slots;
pub mod calendar;
pub mod calendar_block;
pub mod calendar_text;
pub mod claims;
pub mod closing;
pub mod customer_assignments;
pub mod customer_bookings;
pub mod discount;
pub mod ending;
pub mod event_presence;
pub mod free_bookings;
pub mod levels;
pub mod location_closing;
pub mod location_resources;
pub mod opening;
pub mod origin;
pub mod price;
pub mod rate;
pub mod recurrence;
pub mod resource;
pub mod resource_assignment;
pub mod resource_relations;
pub mod resource_view;
pub mod schedule_snapshot;
pub mod slot;
pub mod upcoming;
pub mod visits;
pub mod waitlist;

pub use self::{
    booking::Booking,
    calendar_block::CalendarBlock,
    resource::Resource,
    resource_assignment::{ResourceAssignment, ResourceAssignments},
    schedule_snapshot::ScheduleSnapshot,
};
