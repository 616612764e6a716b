//! What falls due in this area: what deleted posts and comments still have, and what is left of members who were
//! anonymised. Nothing is wrong while that has not run: no answer shows any of it.

use shared::due::DueWork;

use crate::rules::{erasing, removing};

/// What is done when the records of this area fall due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![
        DueWork::of(|call, id| async move { removing::go_on(&call, id).await }),
        DueWork::of(|call, id| async move { erasing::go_on(&call, id).await }),
    ]
}
