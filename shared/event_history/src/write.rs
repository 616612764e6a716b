//! Stores events together with what is counted of them: all of a transaction or nothing, and a second time nothing.

use std::collections::BTreeSet;

use futures_util::{FutureExt as _, future::BoxFuture};

use super::{
    companion::Companion,
    counts::{added, counted_lists},
};
use records::LoggedEvent;
use store::{Record, transaction::ACTIONS_MAX};
use values::{ApiError, ErrorCode, Id, Timestamp};
use work::UnitOfWork;

/// Actions of one transaction that events and their counts use at most; the rest is for what goes along with them.
const ACTIONS: usize = 70;
/// Attempts at a group of which others store some at the same moment.
const ATTEMPTS_MAX: u32 = 20;

/// Stores the events that are not stored yet; how many those were.
///
/// # Errors
/// 503 when the store cannot be read or written; groups that were stored before stay so.
pub async fn write(
    work: &UnitOfWork,
    companion: &dyn Companion,
    events: Vec<Record<LoggedEvent>>,
) -> Result<usize, ApiError> {
    let mut seen = BTreeSet::new();
    let mut written = 0;
    for group in groups(events.into_iter().filter(|event| seen.insert(event.id)).collect()) {
        written += write_group(work, companion, group).await?;
    }
    Ok(written)
}

/// Events in groups, each of which fits one transaction with its counts.
fn groups(events: Vec<Record<LoggedEvent>>) -> Vec<Vec<Record<LoggedEvent>>> {
    let mut groups: Vec<Vec<Record<LoggedEvent>>> = Vec::new();
    let (mut actions, mut counted) = (ACTIONS, BTreeSet::new());
    for event in events {
        let day = event.body.occurred_at.utc().date_naive();
        let lists = || counted_lists(&event.body).into_iter().map(|list| (list, day));
        let own = event.body.people.len().max(1) + usize::from(event.body.member().is_some());
        let more = lists().filter(|list| !counted.contains(list)).count();
        if actions + own + more > ACTIONS {
            groups.push(Vec::new());
            (actions, counted) = (0, BTreeSet::new());
        }
        actions += own + lists().filter(|list| !counted.contains(list)).count();
        counted.extend(lists());
        if let Some(group) = groups.last_mut() {
            group.push(event);
        }
    }
    groups
}

/// Boxed, because a group that does not fit is written as two.
fn write_group<'a>(
    work: &'a UnitOfWork,
    companion: &'a dyn Companion,
    mut group: Vec<Record<LoggedEvent>>,
) -> BoxFuture<'a, Result<usize, ApiError>> {
    async move {
        for attempt in 1..=ATTEMPTS_MAX {
            if group.is_empty() {
                return Ok(0);
            }
            let mut transaction = work.transaction();
            for event in &group {
                transaction.begin(event);
            }
            transaction.count_rows(&added(&group), LoggedEvent::gone_after);
            let follow_up = companion.join(work, &group, &mut transaction).await?;
            if transaction.actions() > ACTIONS_MAX && group.len() > 1 {
                let second = group.split_off(group.len() / 2);
                return Ok(write_group(work, companion, group).await? + write_group(work, companion, second).await?);
            }
            match work.store.commit(transaction).await {
                Ok(()) => {
                    follow_up.await;
                    return Ok(group.len());
                }
                Err(error) if error.code == ErrorCode::VersionConflict => {
                    leave_out_stored(work, &mut group).await?;
                    if attempt > 1 {
                        work.store.pause(attempt).await;
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Err(ApiError::unavailable("others kept storing the same events"))
    }
    .boxed()
}

/// Leaves out what is stored already: the stream was read before, up to here or further.
async fn leave_out_stored(work: &UnitOfWork, group: &mut Vec<Record<LoggedEvent>>) -> Result<(), ApiError> {
    let ids: Vec<Id<LoggedEvent>> = group.iter().map(|event| event.id).collect();
    let stored = work.store.find_all(work.tenant(), &ids).await?;
    let stored: BTreeSet<Id<LoggedEvent>> = stored.into_iter().map(|event| event.id).collect();
    group.retain(|event| !stored.contains(&event.id));
    Ok(())
}

/// The record of an event. It says itself when it was, so it is the same whenever it is made.
pub fn record(id: Id<LoggedEvent>, name: &str, body: LoggedEvent) -> Record<LoggedEvent> {
    let at: Timestamp = body.occurred_at;
    Record {
        id,
        version: 1,
        created_at: at,
        updated_at: at,
        changed_by: name.to_owned(),
        request_id: name.to_owned(),
        record_set: store::RecordSet::Live,
        metadata: values::Metadata::default(),
        body,
    }
}
