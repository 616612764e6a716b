//! What anonymising a member does beyond the member itself: it goes through everything that names the person and takes
//! out what people wrote there.
//!
//! What is left to do is a record, made in the transaction that anonymises the member. The request goes through what it
//! finds at once; when it dies or its time or its units are over, the queue or the sweep goes on. Progress needs no
//! notes: what was emptied is not found again. Indexes lag, so the sweep looks once more a minute later before it
//! writes down that nothing is left.

mod contacts;
mod leads;
mod photograph;
mod portion;
mod registrations;
mod suppressed;
mod task;
mod walk;

use std::time::Duration;

use records::{FeedErasure, Member};
use shared::api::{Call, retry};
use store::{Record, Transaction};
use values::{ApiError, Id};

pub use self::registrations::withdraw_open;
use self::{portion::Portion, task::MemberErasure};

/// Time that a request spends on it after the member was anonymised.
const REQUEST_TIME: Duration = Duration::from_secs(2);
/// Time that one run of the sweep spends on a person, less than it has for a record; the next run goes on.
const RUN_TIME: Duration = Duration::from_secs(8);
/// Records of each kind that one run goes through.
const RECORDS_MAX: usize = 200;

/// Makes `transaction` begin to remove what is held about the member elsewhere.
pub fn begin(call: &Call, transaction: &mut Transaction, member: &Record<Member>) {
    let task = call.new_record(MemberErasure::of(&member.body, call.now), None);
    transaction.begin(&Record { id: member.id.cast(), ..task });
    let feed = call.new_record(FeedErasure::of(call.now), None);
    transaction.begin(&Record { id: member.id.cast(), ..feed });
}

/// Removes as much as there is time for, now that the member was anonymised. The answer no longer depends on it: what
/// fails or is left is the sweep's.
pub async fn advance(call: &Call, member: Id<Member>) {
    let work = async {
        let task = call.get(member.cast::<MemberErasure>()).await?;
        let portion = Portion::new(call, RECORDS_MAX);
        walk::remove(call, &task, portion).await?;
        if portion.is_spent(call) { call.hasten(&task).await } else { Ok(()) }
    };
    // Both the limit of time and a failure are answered in the same way: the task is still due.
    drop(tokio::time::timeout(REQUEST_TIME, work).await);
}

/// Whether everything of a member that was anonymised is on its way out: members that were anonymised before there were
/// tasks have none.
pub async fn ensure(call: &Call, member: &Record<Member>) -> Result<(), ApiError> {
    if call.store.find(call.tenant(), member.id.cast::<MemberErasure>()).await?.is_some() {
        return Ok(());
    }
    let mut transaction = call.transaction();
    begin(call, &mut transaction, member);
    call.store.commit(transaction).await
}

/// Goes through everything once more; the task is done when nothing was left.
pub async fn finish(call: &Call, id: Id<MemberErasure>) -> Result<bool, ApiError> {
    let Some(task) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    if task.body.is_finished() {
        return Ok(false);
    }
    let portion = Portion::new(call, RECORDS_MAX);
    let ended = tokio::time::timeout(RUN_TIME, walk::remove(call, &task, portion)).await;
    let is_finished = ended.unwrap_or(Ok(false))?;
    let is_spent = portion.is_spent(call);
    let task = retry(call, move || async move {
        let before = call.get(id).await?;
        let after = if is_finished { before.body.finished(call.now) } else { before.body.later(call.now) };
        let mut transaction = call.transaction();
        let after = call.next_version(&before, after, None);
        transaction.replace(&before, &after);
        call.store.commit(transaction).await?;
        Ok(after)
    })
    .await?;
    if is_spent && !is_finished {
        // What the queue does not get, the sweep finds.
        drop(call.hasten(&task).await);
    }
    Ok(true)
}
