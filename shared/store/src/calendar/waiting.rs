//! When changes of calendar lists are counted: after some of the writes of a process, once the answer to the write stands. It is done then, or
//! later by another: nothing rests on it.

use std::{
    collections::HashMap,
    mem,
    pin::Pin,
    sync::{PoisonError, atomic::Ordering},
    time::Duration,
};

use crate::{Entity, Store, transaction::CalendarChanges};
use values::{KindName, tenant::Tenant};

/// Of so many transactions of a process that change such lists, after one it is looked how many changes wait.
const WRITES_BETWEEN_COUNTS: u64 = 32;
/// So many are counted together, because the rows of all and of a location are the same for most of them.
const CHANGES_MIN: usize = 32;
/// How long a process counts at most.
const COUNTING_TIME: Duration = Duration::from_secs(1);

impl Store {
    /// Notes that a transaction has changed calendar lists.
    pub(crate) fn note_calendar_changes(&self, tenant: &Tenant, changed: HashMap<KindName, CalendarChanges>) {
        for CalendarChanges { count, .. } in changed.into_values() {
            let written = self.calendar_writes.fetch_add(1, Ordering::Relaxed);
            if written % WRITES_BETWEEN_COUNTS == WRITES_BETWEEN_COUNTS - 1 {
                let mut waiting = self.calendars_waiting.lock().unwrap_or_else(PoisonError::into_inner);
                waiting.push((tenant.clone(), count));
            }
        }
    }

    /// Counts what was noted, for a second at most of each.
    pub async fn count_waiting(&self) {
        let waiting = mem::take(&mut *self.calendars_waiting.lock().unwrap_or_else(PoisonError::into_inner));
        for (tenant, count) in waiting {
            drop(tokio::time::timeout(COUNTING_TIME, count(self.clone(), tenant)).await);
        }
    }

    /// Counts what waits in the calendar lists of a kind.
    pub(super) fn count_calendar_changes<E: Entity>(self, tenant: Tenant) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(async move {
            while matches!(self.fold(&tenant, E::KIND, E::CALENDAR_LISTS, CHANGES_MIN).await, Ok(true)) {}
        })
    }
}
