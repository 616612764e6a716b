//! What falls due: a letter that is to be sent, or to be tried again, and a notice that was lost on its way through the
//! queue. The sweep sends nothing itself: it hands them to the queue.

use mailing::{Letter, LetterNotice, letter_message, notice_message};
use shared::{
    api::{Call, retry},
    due::DueWork,
};
use store::Record;
use values::{ApiError, Id};

/// What is done when a letter or a notice falls due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![
        DueWork::of(|call, id| async move { hand_over_letter(&call, id).await }).looking_every_days(1),
        DueWork::of(|call, id| async move { hand_over_notice(&call, id).await }).looking_every_days(1),
    ]
}

/// First it is noted when to look again, then it is handed over: if that fails, nothing is lost.
async fn hand_over_letter(call: &Call, id: Id<Letter>) -> Result<bool, ApiError> {
    let Some(letter) = retry(call, || note_letter(call, id)).await? else { return Ok(false) };
    call.mailbox.queue.send(&[letter_message(call, &letter)], 0).await?;
    Ok(true)
}

async fn note_letter(call: &Call, id: Id<Letter>) -> Result<Option<Record<Letter>>, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(None) };
    if before.body.due_at.is_none_or(|due_at| call.now < due_at) {
        return Ok(None);
    }
    let after = call.next_version(&before, before.body.clone().handed_over(call.now), None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.store.commit(transaction).await?;
    Ok(Some(after))
}

async fn hand_over_notice(call: &Call, id: Id<LetterNotice>) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    if call.now < before.body.due_at {
        return Ok(false);
    }
    let after = call.next_version(&before, before.body.clone().handed_over_again(call.now), None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.store.commit(transaction).await?;
    call.mailbox.queue.send(&[notice_message(call, &after)], 0).await?;
    Ok(true)
}
