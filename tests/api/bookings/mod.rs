//! Bookings: their life, what is never taken twice, holds, blocks and lists.

mod after_commit;
mod blocked;
mod conflicts;
mod ends;
mod frequency;
mod full_days;
mod life;
mod lists;
mod moves;
mod series;
mod sweep;
mod waitlist;
