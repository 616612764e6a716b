//! What time does to issued invoices: one that is not paid becomes overdue, and people are reminded of it by its plan.
//! It writes the change alone; its event has the letter `invoice_reminder` written, and tells whoever else reminds
//! people.

use billing::period::local_day;
use money_documents::Invoice;
use shared::{
    api::{Call, retry},
    due::DueWork,
};
use values::{ApiError, Id};

/// What is done when the records of this area fall due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(|call, id| async move { tend(&call, id).await })]
}

/// Two versions when both have come at the same instant, because each change is one event.
async fn tend(call: &Call, id: Id<Invoice>) -> Result<bool, ApiError> {
    let is_overdue = retry(call, || write_overdue(call, id)).await?;
    Ok(retry(call, || remind(call, id)).await? || is_overdue)
}

/// Writes down that it was due and is not paid.
async fn write_overdue(call: &Call, id: Id<Invoice>) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    let Some(at) = before.body.overdue_to_write().filter(|at| *at <= call.now) else { return Ok(false) };
    let after = Invoice { overdue_written: Some(at), ..before.body.clone() };
    let mut transaction = call.transaction();
    transaction.replace(&before, &call.next_version(&before, after, None));
    call.store.commit(transaction).await.map(|()| true)
}

/// Counts one reminder for all days of the plan that are over: those missed are not made up for.
async fn remind(call: &Call, id: Id<Invoice>) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    if before.body.reminder_at().is_none_or(|at| call.now < at) {
        return Ok(false);
    }
    let today = local_day(call.now, before.body.time_zone);
    let Some((due, today)) = before.body.due_date.zip(today) else { return Ok(false) };
    let mut after = before.body.clone();
    after.reminders.done = after.reminders.plan.done_on(due, today);
    after.reminders.sent_count = after.reminders.sent_count.saturating_add(1);
    after.reminders.last_sent_at = Some(call.now);
    let mut transaction = call.transaction();
    transaction.replace(&before, &call.next_version(&before, after, None));
    call.store.commit(transaction).await.map(|()| true)
}
