//! The records of the waiting list, and how entries end without an answer to an offer. Joining and offers are the
//! area's of bookings.

pub mod entry;
pub mod waiting_list;

use records::Location;
use store::Record;
use values::{ApiError, Id};
use work::{UnitOfWork, unit_of_work::retry};

use self::{
    entry::WaitlistState,
    waiting_list::{find_waiting_list, write},
};
pub use self::{
    entry::{WaitlistEntry, WantedTime},
    waiting_list::WaitingList,
};

/// Withdraws entries of a location that still wait. Entries that have an offer keep it until it is declined or expires.
///
/// # Errors
/// 503 when they cannot be written.
pub async fn withdraw(work: &UnitOfWork, location_id: Id<Location>, ids: &[Id<WaitlistEntry>]) -> Result<(), ApiError> {
    retry(work, move || async move {
        let (found, list) = tokio::join!(work.store.find_all(work.tenant(), ids), find_waiting_list(work, location_id));
        let (mut waiting, Some(before)) = (found?, list?) else { return Ok(()) };
        waiting.retain(|entry: &Record<WaitlistEntry>| entry.body.state == WaitlistState::Waiting);
        if waiting.is_empty() {
            return Ok(());
        }
        let (mut transaction, mut list) = (work.transaction(), before.body.clone());
        for entry in &waiting {
            list = list.without(entry.id);
            let after = entry.body.settled(WaitlistState::Cancelled);
            transaction.replace(entry, &work.next_version(entry, after, None));
        }
        write(work, &mut transaction, location_id, Some(&before), list);
        work.store.commit(transaction).await
    })
    .await
}
