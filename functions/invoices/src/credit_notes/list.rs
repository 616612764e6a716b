use money_documents::{CreditNote, Invoice, credit_note::CreditNoteStatus};
use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Customer, Id, ShortText};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreditNoteFilter {
    /// Only notes of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only notes of this location.
    location_id: Option<Id<Location>>,
    /// Only notes on this invoice.
    invoice_id: Option<Id<Invoice>>,
    /// Only notes of this state.
    status: Option<CreditNoteStatus>,
    /// Only the note with this number.
    number: Option<ShortText>,
}

/// Lists credit notes, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<CreditNoteFilter>) -> Lists<CreditNote> {
    let notes = List::first_of([
        CreditNote::BY_INVOICE.asked(filter.invoice_id.as_ref()),
        CreditNote::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
    ])
    .only("customer_id", filter.customer_id.as_ref())
    .only("location_id", filter.location_id.as_ref())
    .only("status", filter.status.as_ref())
    .only("number", filter.number.as_ref());
    call.page(notes, paging).await
}
