//! Reminders of unpaid invoices, by each invoice's plan. The service sends nothing itself: it counts, and whoever sends mail
//! reads the change from the table's stream.

use billing::period::local_day;
use bookkeeping::Invoice;
use shared::{
    ApiError,
    api::{Call, retried},
    domain::Id,
    due::DueWork,
};

/// What is done when the records of this area fall due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(|call, id| async move { remind(&call, id).await })]
}

/// Counts one reminder for all days of the plan that are over: those missed are not made up for.
async fn remind(call: &Call, id: Id<Invoice>) -> Result<bool, ApiError> {
    retried(call, move || async move {
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
        call.store.commit(transaction).await?;
        Ok(true)
    })
    .await
}
