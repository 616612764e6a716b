//! Rules that operations on several kinds of record share.

pub mod audience;
pub mod deleting;
pub mod editing;
pub mod entries;
pub mod erasing;
pub mod hiding;
pub mod job_time;
pub mod likes;
pub mod mentions;
pub mod places;
pub mod presence;
pub mod removing;
pub mod resolving;
pub mod showing;
pub mod targets;
