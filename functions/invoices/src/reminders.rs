//! What time does to issued invoices: one that is not paid becomes overdue, people are reminded of it by its plan, and
//! late fees are charged.
//! It writes the change alone; its event has the letter `invoice_reminder` written, and tells whoever else reminds
//! people.

use agreements::subscription::renewing::renew_wallet;
use billing::period::local_day;
use money_documents::{Invoice, set_off::pay_out_of_balance};
use shared::{
    api::{Call, retry},
    due::DueWork,
};
use store::{Record, Transaction};
use values::{ApiError, Id};
use wallets_and_journal::OpenWallet;
use work::unit_of_work::Crossing;

use crate::late_fees;

/// What time does to invoices.
pub fn due_work() -> DueWork {
    DueWork::of(|call, id| async move { tend(&call, id).await })
}

/// A version for each that has come at the same instant, because each change is one event.
async fn tend(call: &Call, id: Id<Invoice>) -> Result<bool, ApiError> {
    let Some(invoice) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    let is_asked_for = is_overdue(call, &invoice.body) || is_reminder_due(call, &invoice.body);
    if is_asked_for || late_fees::is_due(call, &invoice.body) {
        // What comes back of what time has ended, such as a deposit, is taken off before anybody is asked for the rest.
        renew_wallet(call, invoice.body.customer_id, Crossing::Retry).await?;
    }
    let is_overdue = retry(call, || write_overdue(call, id)).await?;
    let is_reminded = retry(call, || remind(call, id)).await?;
    Ok(late_fees::charge(call, id).await? || is_reminded || is_overdue)
}

fn is_reminder_due(call: &Call, invoice: &Invoice) -> bool {
    invoice.reminder_at().is_some_and(|at| at <= call.now)
}

fn is_overdue(call: &Call, invoice: &Invoice) -> bool {
    invoice.overdue_to_write().is_some_and(|at| at <= call.now)
}

/// What the customer's balance pays of it first: nobody is asked for what they have at the merchant.
async fn paid_out_of_balance(
    call: &Call,
    transaction: &mut Transaction,
    before: &Record<Invoice>,
) -> Result<Invoice, ApiError> {
    let mut wallet = OpenWallet::read(call, before.body.customer_id).await?;
    let after = pay_out_of_balance(call, transaction, &mut wallet, before).await?;
    wallet.write(call, transaction).await?;
    Ok(after)
}

/// Writes down that it was due and is not paid, unless the customer's balance pays it.
async fn write_overdue(call: &Call, id: Id<Invoice>) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    let Some(at) = before.body.overdue_to_write().filter(|at| *at <= call.now) else { return Ok(false) };
    let mut transaction = call.transaction();
    let mut after = paid_out_of_balance(call, &mut transaction, &before).await?;
    if after.status == before.body.status {
        after.overdue_written = Some(at);
    }
    transaction.replace(&before, &call.next_version(&before, after, None));
    call.store.commit(transaction).await.map(|()| true)
}

/// Counts one reminder for all days of the plan that are over: those missed are not made up for. First the customer's
/// balance pays what it can; what it pays whole nobody is reminded of.
async fn remind(call: &Call, id: Id<Invoice>) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    if !is_reminder_due(call, &before.body) {
        return Ok(false);
    }
    let today = local_day(call.now, before.body.time_zone);
    let Some((due, today)) = before.body.due_date.zip(today) else { return Ok(false) };
    let mut transaction = call.transaction();
    let mut after = paid_out_of_balance(call, &mut transaction, &before).await?;
    if after.status == before.body.status {
        after.reminders.done = after.reminders.plan.done_on(due, today);
        after.reminders.sent_count = after.reminders.sent_count.saturating_add(1);
        after.reminders.last_sent_at = Some(call.now);
    }
    transaction.replace(&before, &call.next_version(&before, after, None));
    call.store.commit(transaction).await.map(|()| true)
}
