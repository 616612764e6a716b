//! Create an invoice: a draft, which can be changed until it is issued.

use money_documents::{Invoice, billed_location};
use shared::api::{Body, Call, Created, Creates, retry};

use super::new_invoice::{InvoiceCreate, Written, write_draft};

/// Creates a draft invoice, with the customer's waiting items unless the request declines them.
pub async fn create(call: Call, Body(new): Body<InvoiceCreate>) -> Creates<Invoice> {
    retry(&call, || create_once(&call, &new)).await
}

async fn create_once(call: &Call, new: &InvoiceCreate) -> Creates<Invoice> {
    let mut transaction = call.transaction();
    let Written { record, location, customer } = write_draft(call, &mut transaction, new).await?;
    customer.require_in(&mut transaction, "customer_id");
    billed_location::mark(call, &mut transaction, &location).await?;
    transaction.create(&record);
    call.commit(transaction, Created(record)).await
}
