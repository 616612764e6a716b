//! Events of a record that was taken back are emptied: of a deleted post, or of a ticket that became a sensitive one.
//! The consumer of the stream notes it, and what it stores later it stores empty (`event_history`).

use records::{EventErasure, LoggedEvent};
use shared::api::{Call, retry};
use store::{AtMost, Expression, List, Record};
use values::{ApiError, ErrorCode, Id};

/// Events that one run goes through.
const RUN_EVENTS_MAX: usize = 500;
/// Items that one transaction changes at most; an event has up to 19 copies.
const ITEMS_AT_ONCE: usize = 80;

/// Empties the events of the record whose id the task has; the task is done when none was left.
pub async fn finish(call: &Call, id: Id<EventErasure>) -> Result<bool, ApiError> {
    let Some(task) = call.store.find(call.tenant(), id).await?.filter(|task| !task.body.is_finished()) else {
        return Ok(false);
    };
    let is_all = empty_events(call, &task).await?;
    retry(call, || write_progress(call, &task, is_all)).await?;
    Ok(true)
}

/// Writes down that nothing is left, or that there is more to do. A task that was extended meanwhile is due later
/// anyway.
async fn write_progress(call: &Call, task: &Record<EventErasure>, is_all: bool) -> Result<(), ApiError> {
    let before = call.get(task.id).await?;
    if before.version != task.version {
        return Ok(());
    }
    let after = if is_all { before.body.finished() } else { before.body.later(call.now) };
    let mut transaction = call.transaction();
    transaction.replace(&before, &call.next_version(&before, after, None));
    call.store.commit(transaction).await
}

/// Whether no event is left that says something.
async fn empty_events(call: &Call, task: &Record<EventErasure>) -> Result<bool, ApiError> {
    let list = List::by(&LoggedEvent::BY_OBJECT, &task.id.cast()).matching(Some(saying_something(task)));
    let AtMost { records, has_more } = call.store.all(call.tenant(), &list, RUN_EVENTS_MAX).await?;
    let mut is_all = !has_more;
    let mut transaction = call.transaction();
    for event in &records {
        transaction.replace(event, &call.next_version(event, event.body.clone().emptied(), None));
        if transaction.actions() + event.body.people.len() >= ITEMS_AT_ONCE {
            is_all &= commit_unless_changed(call, std::mem::replace(&mut transaction, call.transaction())).await?;
        }
    }
    if transaction.actions() > 0 {
        is_all &= commit_unless_changed(call, transaction).await?;
    }
    Ok(is_all)
}

/// Events of the record, up to the version that was taken back, in which something stands.
fn saying_something(task: &Record<EventErasure>) -> Expression {
    let text = "#body.#version <= :through AND (size(#body.#object) > :zero OR size(#body.#previous) > :zero)";
    Expression::new(text)
        .name("#body", "body")
        .name("#version", "object_version")
        .name("#object", "object")
        .name("#previous", "previous_attributes")
        .number(":through", task.body.through_version)
        .number(":zero", 0)
}

/// Whether it was committed: anonymising may have emptied one of them meanwhile, and the next run looks again.
async fn commit_unless_changed(call: &Call, transaction: store::Transaction) -> Result<bool, ApiError> {
    match call.store.commit(transaction).await {
        Ok(()) => Ok(true),
        Err(error) if error.code == ErrorCode::VersionConflict => Ok(false),
        Err(error) => Err(error),
    }
}
