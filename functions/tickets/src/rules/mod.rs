//! Rules that operations share.

pub mod blocks;
pub mod business_hours;
pub mod change;
pub mod counting;
pub mod found;
pub mod metrics_rows;
pub mod moving;
pub mod overdue;
pub mod people;
pub mod references;
pub mod showing;
pub mod sight;
pub mod sla;
pub mod what_changed;
