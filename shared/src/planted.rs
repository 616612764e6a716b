//! Bugs that `tests/lab` plants, to show that its checks find them. Each hook in the code is one line that asks `on`.
//!
//! Without the feature `planted`, and in every release build, `on` is the constant `false` and a hook is nothing.
//! With it a bug is on only inside the future given to `with`: tests that run beside it see none.

use uuid::Uuid;

use crate::domain::Timestamp;

/// A bug of a booking system (`proof.md` 2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Day items are written without the condition on their version.
    UnversionedDays,
    /// Overlap is decided on an index, which shows a write a second late.
    LateIndex,
    /// Confirming asks neither for the state nor for the place in the calendar.
    UncheckedConfirm,
    /// Rescheduling takes the new time and forgets to free the old.
    ForgetfulMove,
    /// Cancelling frees nothing.
    KeptCancel,
    /// An interval includes its end: `<=` for `<`.
    ClosedEnd,
}

/// Whether `bug` is planted in the running task.
#[cfg(not(feature = "planted"))]
#[must_use]
pub const fn on(_bug: Bug) -> bool {
    false
}

#[cfg(feature = "planted")]
tokio::task_local! {
    static PLANTED: Option<Bug>;
}

/// Whether `bug` is planted in the running task.
#[cfg(feature = "planted")]
#[must_use]
pub fn on(bug: Bug) -> bool {
    cfg!(debug_assertions) && PLANTED.try_with(|planted| *planted == Some(bug)).unwrap_or(false)
}

/// Runs `future` with a bug in it, or with none.
#[cfg(feature = "planted")]
pub async fn with<T>(bug: Option<Bug>, future: impl Future<Output = T>) -> T {
    PLANTED.scope(bug, future).await
}

/// Whether an index that is a second late does not show what was made as `id` yet.
#[must_use]
pub fn hidden(id: Uuid, now: Timestamp) -> bool {
    on(Bug::LateIndex) && id.get_timestamp().is_some_and(|made| made.to_unix().0.cast_signed() + 1 > now.seconds())
}
