//! What becomes of a customer's entries on waiting lists once the customer has gone.

use scheduling::{
    calendar::Calendar,
    waitlist::{
        WaitingList, WaitlistEntry,
        entry::WaitlistState,
        waiting_list::{find_waiting_list, write},
        withdraw,
    },
};
use store::{Expression, List, Record};
use values::{ApiError, Customer, Id};
use work::{UnitOfWork, unit_of_work::retry};

/// Entries that are ended in one transaction, beside the waiting list.
const AT_ONCE: usize = 90;
/// KB of the entries of one transaction: each costs up to 6 capacity units.
const KILOBYTES_AT_ONCE: usize = 160;
/// Capacity units after which no other transaction is begun: a request may cost 5,000 in all, and the sweep ends what is
/// left.
const UNITS_MAX: i64 = 1_000;

/// Ends the entries of a customer that an index shows: those that wait, and those to which time is offered, which is
/// free again. When many are large, the sweep ends the others.
///
/// # Errors
/// 503 when they cannot be written; what was ended until then stays ended.
pub async fn end_all_of(work: &UnitOfWork, customer: Id<Customer>) -> Result<(), ApiError> {
    let list = List::by(&WaitlistEntry::BY_CUSTOMER, &customer).matching(Some(unanswered()));
    let mut found = work.store.all(work.tenant(), &list, usize::MAX).await?.records;
    let units_end = work.store.usage().whole_units() + UNITS_MAX;
    let is_spent = || units_end < work.store.usage().whole_units();
    let offered: Vec<_> = found.extract_if(.., |entry| entry.body.state == WaitlistState::Offered).collect();
    found.sort_by_key(|entry| entry.body.location_id);
    for there in found.chunk_by(|one, other| one.body.location_id == other.body.location_id) {
        for some in groups(there) {
            if is_spent() {
                return Ok(());
            }
            withdraw(work, there[0].body.location_id, &some).await?;
        }
    }
    for entry in offered {
        if is_spent() {
            return Ok(());
        }
        withdraw_offer(work, entry.id).await?;
    }
    Ok(())
}

/// The entries in groups, each of which one transaction ends.
fn groups(entries: &[Record<WaitlistEntry>]) -> Vec<Vec<Id<WaitlistEntry>>> {
    let mut groups: Vec<Vec<Id<WaitlistEntry>>> = Vec::new();
    let mut kilobytes = 0;
    for entry in entries {
        let size = 1 + entry.metadata.bytes() / 1_024;
        let room = groups.last_mut().filter(|group| group.len() < AT_ONCE && kilobytes + size <= KILOBYTES_AT_ONCE);
        if let Some(group) = room {
            group.push(entry.id);
            kilobytes += size;
        } else {
            groups.push(vec![entry.id]);
            kilobytes = size;
        }
    }
    groups
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
