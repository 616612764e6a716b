//! The records of the waiting list, and how entries end without an answer to an offer. Joining and offers are the
//! area's of bookings.

pub mod entry;
pub mod waiting_list;

use records::Location;
use store::{Expression, List, Record};
use values::{ApiError, Customer, Id};
use work::{UnitOfWork, unit_of_work::retry};

use self::{
    entry::WaitlistState,
    waiting_list::{find_waiting_list, write},
};
pub use self::{
    entry::{WaitlistEntry, WantedTime},
    waiting_list::WaitingList,
};
use crate::calendar::Calendar;

/// Entries that are ended in one transaction, beside the waiting list.
const AT_ONCE: usize = 90;

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

/// Ends every entry of a customer that an index shows: those that wait, and those to which time is offered, which is
/// free again.
///
/// # Errors
/// 503 when they cannot be written; what was ended until then stays ended.
pub async fn end_all_of(work: &UnitOfWork, customer: Id<Customer>) -> Result<(), ApiError> {
    let list = List::by(&WaitlistEntry::BY_CUSTOMER, &customer).matching(Some(unanswered()));
    let mut found = work.store.all(work.tenant(), &list, usize::MAX).await?.records;
    let offered: Vec<_> = found.extract_if(.., |entry| entry.body.state == WaitlistState::Offered).collect();
    found.sort_by_key(|entry| entry.body.location_id);
    for there in found.chunk_by(|one, other| one.body.location_id == other.body.location_id) {
        let ids: Vec<_> = there.iter().map(|entry| entry.id).collect();
        for some in ids.chunks(AT_ONCE) {
            withdraw(work, there[0].body.location_id, some).await?;
        }
    }
    for entry in offered {
        withdraw_offer(work, entry.id).await?;
    }
    Ok(())
}

/// Ends an entry to which time is offered. The sweep looks at once who else waits for that time.
async fn withdraw_offer(work: &UnitOfWork, id: Id<WaitlistEntry>) -> Result<(), ApiError> {
    retry(work, move || async move {
        let Some(before) = work.store.find(work.tenant(), id).await? else { return Ok(()) };
        let offer = if before.body.state == WaitlistState::Offered { before.body.offer.as_ref() } else { None };
        let Some(offer) = offer else {
            return Ok(());
        };
        let (calendar, list) = tokio::join!(
            Calendar::read_days(work, offer.calendar_days()),
            find_waiting_list(work, before.body.location_id)
        );
        let (mut calendar, list) = (calendar?, list?);
        for taken in &offer.taken {
            let days = taken.slot(offer.slot(id.uuid(), 0)).days();
            calendar.free(taken.resource_id, id.uuid(), &days, work.now);
        }
        let mut transaction = work.transaction();
        let after = before.body.settled(WaitlistState::Cancelled);
        transaction.replace(&before, &work.next_version(&before, after, None));
        calendar.write(&mut transaction);
        if let Some(list) = list {
            let looks_now = WaitingList { next_look: Some(work.now), ..list.body.clone() };
            write(work, &mut transaction, before.body.location_id, Some(&list), looks_now);
        }
        work.store.commit(transaction).await
    })
    .await
}

/// Entries that are stored as waiting or offered.
fn unanswered() -> Expression {
    Expression::new("#body.#state = :waiting OR #body.#state = :offered")
        .name("#body", "body")
        .name("#state", "state")
        .string(":waiting", "waiting")
        .string(":offered", "offered")
}
