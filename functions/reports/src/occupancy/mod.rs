//! Occupancy: booked and bookable minutes.

pub mod csv;
pub mod hours;
pub mod report;
pub mod summing;
