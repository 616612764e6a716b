//! When changes of calendar lists are counted: after some of the writes of a process, once the answer to the write stands. It is done then, or
//! later by another: nothing rests on it.

use std::{collections::HashMap, sync::atomic::Ordering, time::Duration};

use crate::{
    domain::KindName,
    store::{
        Store,
        transaction::{CalendarChanges, WaitingCalendar},
    },
    tenant::Tenant,
};

/// Of so many transactions of a process that change such lists, after one it is looked how many changes wait.
const WRITES_BETWEEN_COUNTS: u64 = 32;
/// So many are counted together, because the rows of all and of a location are the same for most of them.
const CHANGES_MIN: usize = 32;
/// How long a process counts at most.
const COUNTING_TIME: Duration = Duration::from_secs(1);

impl Store {
    /// Notes that a transaction has changed calendar lists.
    pub(in crate::store) fn note_calendar_changes(&self, tenant: &Tenant, changed: HashMap<KindName, CalendarChanges>) {
        for (kind, CalendarChanges { lists, .. }) in changed {
            let written = self.calendar_writes.fetch_add(1, Ordering::Relaxed);
            if written % WRITES_BETWEEN_COUNTS == WRITES_BETWEEN_COUNTS - 1 {
                self.calendars_waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((
                    tenant.clone(),
                    kind,
                    lists,
                ));
            }
        }
    }

    /// Counts what was noted, for a second at most.
    pub(crate) async fn count_waiting(&self) {
        let waiting: Vec<WaitingCalendar> =
            std::mem::take(&mut *self.calendars_waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        for (tenant, kind, lists) in waiting {
            let all = async { while matches!(self.fold(&tenant, kind, lists, CHANGES_MIN).await, Ok(true)) {} };
            drop(tokio::time::timeout(COUNTING_TIME, all).await);
        }
    }
}
