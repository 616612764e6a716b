//! Carries a billing run on, after its request was answered (decision 52). Each step is one transaction: a draft and its
//! result, or the issue of that draft, with how far the run has come; so nothing is invoiced twice, whatever dies.

use std::time::Duration;

use money_documents::{Invoice, InvoiceItem, billed_location, invoice::ITEMS_MAX};
use records::Location;
use shared::api::{Call, on_heap, retry};
use store::{Record, Transaction};
use values::{
    ApiError, Customer, ErrorCode, Id,
    operation::{OperationFailure, OperationStatus},
};

use super::{
    compose::{Composed, compose},
    record::{BilledSums, BillingRun},
    result::{BillingRunResult, BillingRunResultStatus},
    waiting::Waiting,
};
use crate::invoices::issue::issue_draft;

/// With less time than this left no other step is begun in the same process.
const STEP_TIME: Duration = Duration::from_secs(4);
/// Items that are looked at together for the next one to be invoiced.
const LOOKED_AT_TOGETHER: usize = 200;

/// Does the steps that there is time for; whether there was anything to do.
///
/// # Errors
/// 503 when that cannot be done now; it stays due.
pub async fn carry_on(call: &Call, id: Id<BillingRun>) -> Result<bool, ApiError> {
    let mut is_any = false;
    while let Some(run) = retry(call, || on_heap(|| step(call, id))).await? {
        is_any = true;
        if !run.body.progress.is_open() {
            break;
        }
        if call.time_left() < STEP_TIME {
            drop(call.hasten(&run).await);
            break;
        }
    }
    Ok(is_any)
}

/// Does the next step; none when there is nothing to do.
async fn step(call: &Call, id: Id<BillingRun>) -> Result<Option<Record<BillingRun>>, ApiError> {
    let run = call.store.find(call.tenant(), id).await?;
    let Some(run) = run.filter(|run| run.body.progress.is_open()) else { return Ok(None) };
    if let Some(invoice) = run.body.to_issue {
        return issue(call, &run, invoice).await.map(Some);
    }
    let location = call.get(run.body.location_id).await?;
    let waiting = Waiting {
        location_id: location.id,
        time_zone: location.body.time_zone,
        up_to: run.body.up_to,
        made_by: run.body.asked_at,
    };
    let found = waiting.read_after(call, run.body.after, LOOKED_AT_TOGETHER).await?;
    for item in found.records.iter().filter(|item| waiting.has(item)) {
        let Some(customer) = item.body.customer_id else { continue };
        if is_refused(call, id, customer).await? {
            continue;
        }
        let after = run.body.stepped(OperationStatus::Running, call.now);
        let after = BillingRun { after: Some(item.id), ..after };
        return invoice(call, (&run, after), (&location, &waiting), customer).await.map(Some);
    }
    let last = found.records.last().filter(|_| found.has_more).map(|item| item.id);
    let state = if last.is_some() { OperationStatus::Running } else { OperationStatus::Succeeded };
    let after = BillingRun { after: last.or(run.body.after), ..run.body.stepped(state, call.now) };
    write(call, call.transaction(), &run, after).await.map(Some)
}

/// Whether nothing of a customer could be invoiced before.
async fn is_refused(call: &Call, run: Id<BillingRun>, customer: Id<Customer>) -> Result<bool, ApiError> {
    let id = BillingRunResult::id_of(run, customer.cast());
    Ok(call.store.find(call.tenant(), id).await?.is_some())
}

/// Makes the next invoice of a customer, or writes down why there is none.
async fn invoice(
    call: &Call,
    (run, after): (&Record<BillingRun>, BillingRun),
    (location, waiting): (&Record<Location>, &Waiting),
    customer: Id<Customer>,
) -> Result<Record<BillingRun>, ApiError> {
    let mut transaction = call.transaction();
    match draft(call, &mut transaction, (location, waiting), customer).await {
        // What is left of the customer cannot be invoiced now: credits without charges.
        Ok(None) => write(call, transaction, run, after).await,
        Ok(Some(draft)) => {
            let sums =
                BilledSums { invoices: 1, items: draft.body.items.len(), total_minor: draft.body.money.total_minor };
            let result = BillingRunResult {
                invoice_id: Some(draft.id),
                items: sums.items,
                total_minor: sums.total_minor,
                ..result_of(run, customer, BillingRunResultStatus::Drafted, None)
            };
            let id = BillingRunResult::id_of(run.id, draft.id.cast());
            transaction.create(&call.new_record_of(id, result, None));
            let to_issue = Some(draft.id).filter(|_| run.body.issue);
            let invoiced = run.body.invoiced.plus(sums);
            write(call, transaction, run, BillingRun { invoiced, to_issue, results: run.body.results + 1, ..after })
                .await
        }
        Err(error) if is_of_the_moment(&error) => Err(error),
        Err(error) => {
            let mut transaction = call.transaction();
            let result = result_of(run, customer, BillingRunResultStatus::Refused, Some(&error));
            let id = BillingRunResult::id_of(run.id, customer.cast());
            transaction.create(&call.new_record_of(id, result, None));
            let (refused, results) = (run.body.refused + 1, run.body.results + 1);
            write(call, transaction, run, BillingRun { refused, results, ..after }).await
        }
    }
}

fn result_of(
    run: &Record<BillingRun>,
    customer_id: Id<Customer>,
    status: BillingRunResultStatus,
    error: Option<&ApiError>,
) -> BillingRunResult {
    BillingRunResult {
        run_id: run.id,
        place: run.body.results,
        customer_id,
        invoice_id: None,
        status,
        items: 0,
        total_minor: 0,
        currency: run.body.currency,
        error: error.map(OperationFailure::of),
    }
}

/// Writes the draft of what waits for a customer's next invoice; none when nothing of it can be invoiced.
async fn draft(
    call: &Call,
    transaction: &mut Transaction,
    (location, waiting): (&Record<Location>, &Waiting),
    customer: Id<Customer>,
) -> Result<Option<Record<Invoice>>, ApiError> {
    let customer = call.require_customer(customer, "customer_id").await?;
    let items: Vec<Record<InvoiceItem>> = waiting.read_of(call, customer.id(), ITEMS_MAX).await?;
    let Some(Composed { invoice, fitting }) = compose(call, location, &customer, items).await? else {
        return Ok(None);
    };
    let draft = call.new_record(invoice, None);
    fitting.take(call, transaction, draft.id);
    customer.require_in(transaction, "customer_id");
    billed_location::mark(call, transaction, location).await?;
    transaction.create(&draft);
    Ok(Some(draft))
}

/// Issues the draft that the run made last, or writes down why it stays one.
async fn issue(call: &Call, run: &Record<BillingRun>, invoice: Id<Invoice>) -> Result<Record<BillingRun>, ApiError> {
    let after = BillingRun { to_issue: None, ..run.body.stepped(OperationStatus::Running, call.now) };
    let id = BillingRunResult::id_of(run.id, invoice.cast());
    let Some(drafted) = call.store.find(call.tenant(), id).await? else {
        return write(call, call.transaction(), run, after).await;
    };
    let mut transaction = call.transaction();
    match issue_draft(call, &mut transaction, invoice).await {
        Ok(issued) => {
            let body = BillingRunResult {
                status: BillingRunResultStatus::Issued,
                total_minor: issued.money.total_minor,
                ..drafted.body.clone()
            };
            transaction.replace(&drafted, &call.next_version(&drafted, body, None));
            // A change of a tax rate by law may have come in between.
            let change_minor = issued.money.total_minor - drafted.body.total_minor;
            let change = BilledSums { total_minor: change_minor, ..BilledSums::default() };
            let invoiced = run.body.invoiced.plus(change);
            write(call, transaction, run, BillingRun { issued: run.body.issued + 1, invoiced, ..after }).await
        }
        Err(error) if is_of_the_moment(&error) => Err(error),
        Err(error) => {
            let mut transaction = call.transaction();
            let body = BillingRunResult { error: Some(OperationFailure::of(&error)), ..drafted.body.clone() };
            transaction.replace(&drafted, &call.next_version(&drafted, body, None));
            write(call, transaction, run, BillingRun { refused: run.body.refused + 1, ..after }).await
        }
    }
}

/// Whether an error says nothing of the customer: the store cannot be reached, or somebody else was first.
fn is_of_the_moment(error: &ApiError) -> bool {
    error.status() >= 500 || error.code == ErrorCode::VersionConflict
}

/// Commits a step.
async fn write(
    call: &Call,
    mut transaction: Transaction,
    before: &Record<BillingRun>,
    after: BillingRun,
) -> Result<Record<BillingRun>, ApiError> {
    let after = call.next_version(before, after, None);
    transaction.replace(before, &after);
    call.store.commit(transaction).await?;
    Ok(after)
}
