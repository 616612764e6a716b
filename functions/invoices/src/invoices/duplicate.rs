//! Duplicate an invoice: a new draft with copies of its items.

use money_documents::{
    Invoice, InvoiceItem, billed_location, invoice::InvoiceFields, invoice_item::InvoiceItemFields, pending_items,
    taxing::tax_of_customer,
};
use shared::api::{Call, Created, Creates, PathId, retry};
use values::Id;
use wallets_and_journal::signed_amount::SignedAmount;

/// Creates a new draft with copies of an invoice's items, at their prices and without sources.
pub async fn duplicate(call: Call, PathId(id): PathId<Invoice>) -> Creates<Invoice> {
    retry(&call, || duplicate_once(&call, id)).await
}

async fn duplicate_once(call: &Call, id: Id<Invoice>) -> Creates<Invoice> {
    let original = call.get(id).await?;
    let fields = &original.body.fields;
    let (location, customer) = tokio::join!(
        call.require_reference(fields.location_id, "location_id"),
        call.require_customer(fields.customer_id, "customer_id")
    );
    let (location, customer) = (location?, customer?);
    let mut transaction = call.transaction();
    // Its day lies behind, or belongs to the original.
    let copied = InvoiceFields { due_date: None, ..fields.clone() };
    let mut record = call.new_record(Invoice::draft(copied, &location.body), None);
    // The copies have no sources: what owes them is charged by the original.
    let items = original.body.items.iter().map(|item| InvoiceItemFields {
        quantity: item.line.input.quantity.decimal(),
        discount_percent: item.line.input.discount,
        tax_rate: Some(item.asked_tax().rate),
        tax_rate_id: item.tax_rate_id,
        tax_point: item.tax_point,
        period_start: item.period_start,
        period_end: item.period_end,
        ..InvoiceItem::line(
            item.line.input.kind,
            item.description.clone(),
            SignedAmount::of(item.line.input.unit_minor, original.body.currency),
        )
    });
    let made = pending_items::make(call, &mut transaction, items.collect(), record.id, fields.customer_id, &location)?;
    record.body.set_items(&made)?;
    record.body.tax(call, &tax_of_customer(&customer)).await?;
    customer.require_in(&mut transaction, "customer_id");
    billed_location::mark(call, &mut transaction, &location).await?;
    transaction.create(&record);
    call.commit(transaction, Created(record)).await
}
