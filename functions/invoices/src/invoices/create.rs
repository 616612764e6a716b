//! Create an invoice: a draft, which can be changed until it is issued.

use money_documents::{Invoice, billed_location};
use shared::api::{Body, Call, Created, Creates, retried};

use super::new_invoice::{InvoiceCreate, Written, written};

/// Creates a draft invoice, with the customer's waiting items unless the request declines them.
pub async fn create(call: Call, Body(new): Body<InvoiceCreate>) -> Creates<Invoice> {
    retried(&call, || create_once(&call, &new)).await
}

async fn create_once(call: &Call, new: &InvoiceCreate) -> Creates<Invoice> {
    let mut transaction = call.transaction();
    let Written { record, location, customer } = written(call, &mut transaction, new).await?;
    customer.require_in(&mut transaction, "customer_id");
    billed_location::mark(call, &mut transaction, &location).await?;
    transaction.create(&record);
    call.commit(transaction, Created(record)).await
}
