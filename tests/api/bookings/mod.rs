//! Bookings: their life, what is never taken twice, holds, blocks and lists.

mod conflicts;
mod frequency;
mod life;
mod lists;
mod moves;
mod series;
pub mod setting;
mod sweep;
mod waitlist;
