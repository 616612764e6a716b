use billing::documents::ItemKind;
use money_documents::{Invoice, InvoiceItem};
use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::{Expression, List};
use values::{Customer, Id};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvoiceItemFilter {
    /// Only items of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only items of this location.
    location_id: Option<Id<Location>>,
    /// Only items of this invoice.
    invoice_id: Option<Id<Invoice>>,
    /// Only items that wait for an invoice, or only those that do not.
    pending: Option<bool>,
    /// Only items of this kind.
    kind: Option<ItemKind>,
    /// Only items of this source.
    source_id: Option<Id<()>>,
}

/// Lists invoice items, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<InvoiceItemFilter>) -> Lists<InvoiceItem> {
    let waiting = if filter.pending == Some(true) { filter.customer_id } else { None };
    let items = List::first_of([
        InvoiceItem::BY_INVOICE.asked(filter.invoice_id.as_ref()),
        InvoiceItem::WAITING.asked(waiting.as_ref()),
        InvoiceItem::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
    ])
    .only("customer_id", filter.customer_id.as_ref())
    .only("location_id", filter.location_id.as_ref())
    .only("kind", filter.kind.as_ref())
    .only("source_id", filter.source_id.as_ref())
    .matching(filter.pending.map(is_pending));
    call.page(items, paging).await
}

/// The condition of waiting for an invoice, or of not doing so.
fn is_pending(pending: bool) -> Expression {
    let test = if pending {
        "attribute_type(#body.#invoice, :kind) AND attribute_not_exists(#body.#booked)"
    } else {
        "attribute_type(#body.#invoice, :kind) OR attribute_exists(#body.#booked)"
    };
    let kind = if pending { "NULL" } else { "S" };
    let test = Expression::new(test).name("#body", "body").name("#invoice", "invoice_id").name("#booked", "booked");
    test.string(":kind", kind)
}
