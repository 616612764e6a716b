//! When changes of lists by time are counted (`docs/decisions/0046-calendar-counts.md`): where nobody waits for an
//! answer. The consumer of the table's stream sees each change of a record and notes that it is to be looked at; the
//! sweep looks, and so does the consumer when it comes first.
//!
//! Of each merchant and kind there is one task with the instant of the next look. Who finds it due puts it off before
//! it counts, on the condition of its version, so that two do not count the same; who dies while counting is followed
//! by the next look. A look that finds nothing stored ends the task, unless a consumer has put it off meanwhile. A
//! consumer leaves a task alone whose look is ahead: that look sees what the consumer has seen.

use std::time::Duration;

use crate::due::DueWork;
use records::CountingTask;
use store::Record;
use values::{ApiError, ErrorCode, Id, KindName};
use work::unit_of_work::{UnitOfWork, retry};

/// After this time of counting a look begins no more; what is left is done by the next one. A record that is due may
/// take twelve seconds.
const LOOK_TIME: Duration = Duration::from_secs(6);
/// So long a consumer counts beside telling events.
const BESIDE_TIME: Duration = Duration::from_secs(5);

/// What falls due: looks whether there are changes to count.
#[must_use]
pub fn due_work() -> DueWork {
    DueWork::of(|call, id| async move { look(&call, id).await })
}

/// Sees to it that changes of these kinds, which were written before, are counted by a later look. Of which of them a
/// look was due: it is put off, and the caller looks.
///
/// # Errors
/// 503 when the store cannot be read or written.
pub async fn note_changes(work: &UnitOfWork, kinds: &[KindName]) -> Result<Vec<(UnitOfWork, KindName)>, ApiError> {
    let mut due = Vec::new();
    for kind in kinds {
        if retry(work, || note_change(work, *kind)).await? {
            due.push((work.clone(), *kind));
        }
    }
    Ok(due)
}

/// The same of one kind; whether a look was due.
async fn note_change(work: &UnitOfWork, kind: KindName) -> Result<bool, ApiError> {
    let task = work.store.find(work.tenant(), CountingTask::id_of(kind)).await?;
    let is_ahead = task.as_ref().is_some_and(|task| task.body.is_ahead(work.now));
    if is_ahead || !work.store.has_changes(work.tenant(), kind).await? {
        return Ok(false);
    }
    put_off(work, kind, task.as_ref()).await?;
    Ok(task.is_some_and(|task| task.body.is_due(work.now)))
}

/// Counts what can be counted of these, for some seconds. What fails or is not reached is done by the next look.
pub async fn count_beside(due: &[(UnitOfWork, KindName)]) {
    let count = async {
        for (work, kind) in due {
            drop(work.store.count_changes(work.tenant(), *kind, BESIDE_TIME).await);
        }
    };
    drop(tokio::time::timeout(BESIDE_TIME, count).await);
}

/// Counts what can be counted of the kind of a task, or ends the task when nothing is stored; whether it was due.
async fn look(work: &UnitOfWork, id: Id<CountingTask>) -> Result<bool, ApiError> {
    let task = work.store.find(work.tenant(), id).await?.filter(|task| task.body.is_due(work.now));
    let (Some(task), Some(kind)) = (task, CountingTask::kind_of(id)) else { return Ok(false) };
    let looked = if work.store.has_changes(work.tenant(), kind).await? {
        put_off_and_count(work, kind, &task).await
    } else {
        replace(work, &task, CountingTask::idle()).await
    };
    match looked {
        // Somebody else looks at the same moment, or a consumer has put it off.
        Err(error) if error.code == ErrorCode::VersionConflict => Ok(true),
        looked => looked.map(|()| true),
    }
}

async fn put_off_and_count(work: &UnitOfWork, kind: KindName, task: &Record<CountingTask>) -> Result<(), ApiError> {
    put_off(work, kind, Some(task)).await?;
    work.store.count_changes(work.tenant(), kind, LOOK_TIME).await
}

/// Lets the next look be when what is written now can be counted.
async fn put_off(work: &UnitOfWork, kind: KindName, task: Option<&Record<CountingTask>>) -> Result<(), ApiError> {
    let next = CountingTask::looking_after(work.now);
    let Some(task) = task else {
        let mut transaction = work.transaction();
        transaction.begin(&work.new_record_of(CountingTask::id_of(kind), next, None));
        return work.store.commit(transaction).await;
    };
    replace(work, task, next).await
}

async fn replace(work: &UnitOfWork, task: &Record<CountingTask>, next: CountingTask) -> Result<(), ApiError> {
    let mut transaction = work.transaction();
    transaction.replace(task, &work.next_version(task, next, None));
    work.store.commit(transaction).await
}
