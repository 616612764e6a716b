//! Carries a billing run on, after its request was answered (decision 52). Each step is one transaction: a draft and its
//! result, or the issue of that draft, with how far the run has come; so nothing is invoiced twice, whatever dies.

use std::time::Duration;

use billing::documents::InvoiceStatus;
use money_documents::{Invoice, InvoiceItem, billed_location, invoice::ITEMS_MAX};
use records::Location;
use shared::api::{Call, on_heap, retry};
use store::{Record, Transaction};
use values::{
    Access, ApiError, Area, Customer, ErrorCode, Id, Scope,
    operation::{OperationFailure, OperationStatus},
};
use work::auth::find_standing;

use super::{
    compose::{Composed, compose, fits_no_invoice},
    record::{BilledSums, BillingRun},
    result::{BillingRunResult, BillingRunResultStatus},
    waiting::Waiting,
};
use crate::invoices::issue::issue_draft;

/// With less time than this left no other step is begun in the same process.
const STEP_TIME: Duration = Duration::from_secs(4);
/// Items of an invoice, and of one that would be too large with as many.
const ITEMS_TRIED: [usize; 2] = [ITEMS_MAX, 20];
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
    if !may_go_on(call, &run.body).await? {
        let refusal = ApiError::new(ErrorCode::Forbidden, "whoever asked for the run may not invoice any more");
        return write(call, call.transaction(), &run, run.body.failed(&refusal, call.now)).await.map(Some);
    }
    if let Some(invoice) = run.body.to_issue {
        return issue(call, &run, invoice).await.map(Some);
    }
    // A location of which nothing was invoiced may be deleted: then nothing waits there.
    let Some(location) = call.store.find(call.tenant(), run.body.location_id).await? else {
        let after = run.body.stepped(OperationStatus::Succeeded, call.now);
        return write(call, call.transaction(), &run, after).await.map(Some);
    };
    let waiting = Waiting {
        location_id: location.id,
        time_zone: location.body.time_zone,
        up_to: run.body.up_to,
        since: run.body.asked_at,
    };
    let found = waiting.read_after(call, run.body.after, LOOKED_AT_TOGETHER).await?;
    for item in found.records.iter().filter(|item| waiting.has(item)) {
        let Some(customer) = item.body.customer_id else { continue };
        if is_refused(call, id, customer).await? {
            continue;
        }
        return invoice(call, &run, (&location, &waiting), (customer, item)).await.map(Some);
    }
    let last = found.records.last().filter(|_| found.has_more).map(|item| item.id);
    let state = if last.is_some() { OperationStatus::Running } else { OperationStatus::Succeeded };
    let after = BillingRun { after: last.or(run.body.after), ..run.body.stepped(state, call.now) };
    write(call, call.transaction(), &run, after).await.map(Some)
}

/// Whether whoever asked for the run may write invoices now.
async fn may_go_on(call: &Call, run: &BillingRun) -> Result<bool, ApiError> {
    let caller = find_standing(&call.store, call.tenant(), &run.requester, call.received()).await?;
    let scope = Scope { area: Area::Invoices, access: Access::Write };
    Ok(caller.is_some_and(|caller| caller.scopes.allow(scope)))
}

/// Whether nothing of a customer could be invoiced before.
async fn is_refused(call: &Call, run: Id<BillingRun>, customer: Id<Customer>) -> Result<bool, ApiError> {
    let id = BillingRunResult::id_of(run, customer.cast());
    Ok(call.store.find(call.tenant(), id).await?.is_some())
}

/// Makes the next invoice of a customer, which begins at `item`, or writes down why there is none.
async fn invoice(
    call: &Call,
    run: &Record<BillingRun>,
    (location, waiting): (&Record<Location>, &Waiting),
    (customer, item): (Id<Customer>, &Record<InvoiceItem>),
) -> Result<Record<BillingRun>, ApiError> {
    let after = BillingRun { after: Some(item.id), ..run.body.stepped(OperationStatus::Running, call.now) };
    let mut refusal = None;
    for most in ITEMS_TRIED {
        match invoice_of(call, (run, &after), (location, waiting), (customer, item, most)).await {
            Err(error) if is_of_the_moment(&error) => return Err(error),
            Err(error) => {
                let is_too_large = error.fields.iter().any(|field| field.reason == "record_too_large");
                refusal = Some(error);
                if !is_too_large {
                    break;
                }
            }
            written => return written,
        }
    }
    let mut transaction = call.transaction();
    let result = result_of(run, customer, BillingRunResultStatus::Refused, refusal.as_ref());
    let id = BillingRunResult::id_of(run.id, customer.cast());
    transaction.create(&call.new_record_of(id, result, None));
    let (refused, results) = (run.body.refused + 1, run.body.results + 1);
    write(call, transaction, run, BillingRun { refused, results, ..after }).await
}

/// Makes an invoice of at most so many items of a customer, with its result.
async fn invoice_of(
    call: &Call,
    (run, after): (&Record<BillingRun>, &BillingRun),
    of: (&Record<Location>, &Waiting),
    (customer, item, most): (Id<Customer>, &Record<InvoiceItem>, usize),
) -> Result<Record<BillingRun>, ApiError> {
    let mut transaction = call.transaction();
    let draft = draft(call, &mut transaction, of, (customer, item, most)).await?;
    let sums = BilledSums { invoices: 1, items: draft.body.items.len(), total_minor: draft.body.money.total_minor };
    let result = BillingRunResult {
        invoice_id: Some(draft.id),
        items: sums.items,
        total_minor: sums.total_minor,
        ..result_of(run, customer, BillingRunResultStatus::Drafted, None)
    };
    let id = BillingRunResult::id_of(run.id, draft.id.cast());
    transaction.create(&call.new_record_of(id, result, None));
    let to_issue = Some(draft.id).filter(|_| run.body.issue);
    let (invoiced, results) = (run.body.invoiced.plus(sums), run.body.results + 1);
    write(call, transaction, run, BillingRun { invoiced, results, to_issue, ..after.clone() }).await
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

/// Writes the draft of what waits for a customer's next invoice.
async fn draft(
    call: &Call,
    transaction: &mut Transaction,
    (location, waiting): (&Record<Location>, &Waiting),
    (customer, item, most): (Id<Customer>, &Record<InvoiceItem>, usize),
) -> Result<Record<Invoice>, ApiError> {
    let customer = call.require_customer(customer, "customer_id").await?;
    let mut items = waiting.read_of(call, (customer.id(), item)).await?;
    items.truncate(most);
    let composed = compose(call, location, &customer, items).await?;
    let Composed { invoice, fitting } = composed.ok_or_else(fits_no_invoice)?;
    let draft = call.new_record(invoice, None);
    fitting.take(call, transaction, draft.id);
    customer.require_in(transaction, "customer_id");
    billed_location::mark(call, transaction, location).await?;
    transaction.create(&draft);
    Ok(draft)
}

/// Issues the draft that the run made last, or writes down why it stays one.
async fn issue(call: &Call, run: &Record<BillingRun>, invoice: Id<Invoice>) -> Result<Record<BillingRun>, ApiError> {
    match issue_now(call, run, invoice).await {
        Err(error) if is_of_the_moment(&error) => Err(error),
        Err(error) => {
            let drafted = drafted(call, run, invoice).await?;
            let mut transaction = call.transaction();
            let body = BillingRunResult { error: Some(OperationFailure::of(&error)), ..drafted.body.clone() };
            transaction.replace(&drafted, &call.next_version(&drafted, body, None));
            let after = BillingRun { refused: run.body.refused + 1, ..issuing_done(call, run) };
            write(call, transaction, run, after).await
        }
        written => written,
    }
}

async fn issue_now(
    call: &Call,
    run: &Record<BillingRun>,
    invoice: Id<Invoice>,
) -> Result<Record<BillingRun>, ApiError> {
    let drafted = drafted(call, run, invoice).await?;
    let mut transaction = call.transaction();
    let found = call.get(invoice).await?.body;
    // Somebody may have issued it by hand in between.
    let is_draft = found.status == InvoiceStatus::Draft;
    let issued = if is_draft { issue_draft(call, &mut transaction, invoice).await? } else { found };
    let total_minor = issued.money.total_minor;
    let body = BillingRunResult { status: BillingRunResultStatus::Issued, total_minor, ..drafted.body.clone() };
    transaction.replace(&drafted, &call.next_version(&drafted, body, None));
    // A change of a tax rate by law may have come in between.
    let change = BilledSums { total_minor: total_minor - drafted.body.total_minor, ..BilledSums::default() };
    let (issued, invoiced) = (run.body.issued + 1, run.body.invoiced.plus(change));
    write(call, transaction, run, BillingRun { invoiced, issued, ..issuing_done(call, run) }).await
}

/// The result of a draft of the run, which was written with it.
async fn drafted(
    call: &Call,
    run: &Record<BillingRun>,
    invoice: Id<Invoice>,
) -> Result<Record<BillingRunResult>, ApiError> {
    call.get(BillingRunResult::id_of(run.id, invoice.cast())).await
}

/// The run without the draft that was to be issued.
fn issuing_done(call: &Call, run: &Record<BillingRun>) -> BillingRun {
    BillingRun { to_issue: None, ..run.body.stepped(OperationStatus::Running, call.now) }
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
