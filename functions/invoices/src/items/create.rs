//! Create an invoice item.

use money_documents::{
    Invoice, InvoiceItem, billed_location,
    drafting::DraftLine,
    taxing::{set_asked_tax, tax_of_customer},
};
use records::Location;
use shared::api::{Body, Call, Created, Creates, New, retry};
use store::{Record, Transaction};
use values::{ApiError, Id};
use work::customer::CustomerRecord;

use super::book::book;

/// Creates an invoice item, on a draft or waiting for the customer's next invoice; one below zero that is on none is
/// booked to the customer's balance.
pub async fn create(call: Call, Body(new): Body<New<InvoiceItem>>) -> Creates<InvoiceItem> {
    retry(&call, || create_once(&call, &new)).await
}

async fn create_once(call: &Call, new: &New<InvoiceItem>) -> Creates<InvoiceItem> {
    let mut transaction = call.transaction();
    let place = match new.fields.invoice_id {
        Some(invoice_id) => place_on_draft(call, new, invoice_id).await?,
        None => place_waiting(call, &mut transaction, new).await?,
    };
    call.require_tax_rate(None, new.fields.tax_rate_id, "tax_rate_id").await?;
    let mut fields = new.fields.clone();
    set_asked_tax(call, &mut [&mut fields], &place.location.body).await?;
    let mut item = InvoiceItem::new(fields, place.customer.id(), &place.location);
    // What a source owes waits again when its draft is deleted.
    item.waited = place.draft.is_some() && item.source_id.is_some();
    let mut record = call.new_record(item, new.metadata.clone());
    record.body.check(record.id)?;
    if let Some(there) = find_of_source(call, &record).await? {
        return call.unchanged(Created(there));
    }
    if let Some(source) = record.body.source_id {
        let key = InvoiceItem::source_key(source);
        // Another request may have been first; what it made is then found.
        transaction.claim(&key, record.id, store::transaction::version_conflict());
    }
    if let Some(draft) = &place.draft {
        let mut after = draft.body.clone();
        let mut lines = after.draft_lines();
        lines.push(DraftLine::of_item(&record)?);
        after.set_lines(lines)?;
        after.tax(call, &tax_of_customer(&place.customer)).await?;
        transaction.replace(draft, &call.next_version(draft, after, None));
    }
    billed_location::mark(call, &mut transaction, &place.location).await?;
    if record.body.is_credit() && record.body.is_waiting() {
        let tax_inclusive = place.location.body.tax_inclusive;
        book(call, &mut transaction, record.id, &mut record.body, tax_inclusive).await?;
    }
    transaction.create(&record);
    call.commit(transaction, Created(record)).await
}

/// Where an item stands.
struct Place {
    draft: Option<Record<Invoice>>,
    location: Record<Location>,
    customer: CustomerRecord,
}

/// On a draft, whose customer and location it has.
async fn place_on_draft(call: &Call, new: &New<InvoiceItem>, invoice_id: Id<Invoice>) -> Result<Place, ApiError> {
    let draft = call.require_reference(invoice_id, "invoice_id").await?;
    draft.body.check_draft()?;
    let (customer_id, location_id) = (draft.body.customer_id, draft.body.location_id);
    if new.fields.customer_id.is_some_and(|given| given != customer_id) {
        return Err(ApiError::rule("customer_id", "other_customer", "the invoice is another customer's"));
    }
    if new.fields.location_id.is_some_and(|given| given != location_id) {
        return Err(ApiError::rule("location_id", "other_location", "the invoice is another location's"));
    }
    let (location, customer) = tokio::join!(call.get(location_id), call.read_customer_of_documents(customer_id));
    Ok(Place { draft: Some(draft), location: location?, customer: customer? })
}

/// Waiting for an invoice of a customer at a location, both of which the request names.
async fn place_waiting(call: &Call, transaction: &mut Transaction, new: &New<InvoiceItem>) -> Result<Place, ApiError> {
    let missing =
        |field| ApiError::rule(field, "required", "an item that waits for an invoice names customer and location");
    let customer_id = new.fields.customer_id.ok_or_else(|| missing("customer_id"))?;
    let location_id = new.fields.location_id.ok_or_else(|| missing("location_id"))?;
    let (location, customer) = tokio::join!(
        call.require_reference(location_id, "location_id"),
        call.require_customer(customer_id, "customer_id")
    );
    let (location, customer) = (location?, customer?);
    customer.require_in(transaction, "customer_id");
    Ok(Place { draft: None, location, customer })
}

/// The item that the source of a new one has already.
///
/// # Errors
/// 409 `already_exists` when it is another one.
async fn find_of_source(call: &Call, new: &Record<InvoiceItem>) -> Result<Option<Record<InvoiceItem>>, ApiError> {
    let Some(source) = new.body.source_id else { return Ok(None) };
    let holder = call.store.find_holder(call.tenant(), &InvoiceItem::source_key(source)).await?;
    let Some(id) = holder.as_deref().and_then(Id::<InvoiceItem>::parse) else { return Ok(None) };
    let there = call.get(id).await?;
    let mut same = there.body.clone();
    // Which invoice has taken it since does not make it another one.
    (same.fields.invoice_id, same.waited) = (new.body.invoice_id, new.body.waited);
    same.booked = new.body.booked;
    if same.tax_rate_id == new.body.tax_rate_id && same.tax_rate_id.is_some() {
        // Nor what its rate by date has become.
        same.fields.tax_rate = new.body.tax_rate;
    }
    if same == new.body { Ok(Some(there)) } else { Err(ApiError::already_exists("source_id")) }
}
