//! Whether what has ended is purged. Pure: no IO.

use records::visitor::next_look;
use values::Timestamp;

/// What is done with something that ended and may have to be purged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is not time yet, or it was purged.
    Nothing,
    /// It is looked at again at this instant.
    LookAt(Timestamp),
    /// Its time is over: everything about the visitor is removed.
    Purge,
}

/// What is done with what ended at `ended` and is looked at at `look_at`, when data is kept for so many days.
pub fn decision(look_at: Option<Timestamp>, ended: Timestamp, kept_days: u32, now: Timestamp) -> Decision {
    if look_at.is_none_or(|at| now < at) {
        return Decision::Nothing;
    }
    next_look(ended, kept_days, now).map_or(Decision::Purge, Decision::LookAt)
}
