//! Bookings: their life, what is never taken twice, holds, blocks and lists.

mod after_commit;
mod blocked;
mod burst;
mod calendar_lists;
mod conflicts;
mod counted_later;
mod counting;
mod ends;
mod frequency;
mod full_days;
mod growth;
mod late_changes;
mod life;
mod lists;
mod moved_state;
mod moves;
mod policies;
mod quotes;
mod series;
mod sweep;
mod waitlist;
