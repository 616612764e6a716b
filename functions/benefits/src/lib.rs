//! Benefits: what partners offer to the people of a space.
//!
//! A **benefit** stands at a location, possibly in a **category**. A customer gets it by an **application**, which
//! takes from the benefit's allowance, quota and pool of **codes** in the one transaction that makes or approves it.
//!
//! `records` knows nothing of the rest, `rules` stand on it, and the operations, in a file or folder for each kind of
//! record, stand on both and never on each other.

mod applications;
mod benefits;
mod categories;
mod codes;
mod event_types;
mod letters;
mod records;
mod rules;

use shared::{api::Routes, due::DueWork};
use values::Area;

pub use self::{event_types::event_types, letters::letters};

/// What falls due in this area, and what is then done.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(|call, id| async move { applications::lapse::lapse(&call, id).await })]
}

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Benefits, [benefits::routes(), categories::routes(), applications::routes(), codes::routes()])
}
