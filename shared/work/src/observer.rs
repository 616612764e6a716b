//! Who is told what this process asks of the queue and of the store of files: nobody in production. Tests collect it,
//! to compare it with the roles of the functions, so that what serves a request need not know of tests.

use std::sync::OnceLock;

/// Told of an action, such as `sqs:SendMessage`, and of what it is done on, such as `queue`.
pub type Observer = fn(action: &str, on: &str);

static OBSERVER: OnceLock<Observer> = OnceLock::new();

/// From now on this observer is told; the first of a process stays.
pub fn observe(observer: Observer) {
    OBSERVER.get_or_init(|| observer);
}

/// Tells the observer, if there is one.
pub(crate) fn tell(action: &str, on: &str) {
    if let Some(observer) = OBSERVER.get() {
        observer(action, on);
    }
}
