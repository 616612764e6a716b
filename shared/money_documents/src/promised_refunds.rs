//! Refunds that credit notes promised and that no payment has given back yet: until then the money is owed to the
//! customer (`docs/areas/invoices.md`, 5).

use store::{Expression, List, Order, Record};
use values::{ApiError, Customer, Id};
use work::UnitOfWork;

use crate::credit_note::CreditNote;

/// The customer's notes of whose `refund_amount` something was not refunded yet, oldest first. The list of notes may lag
/// by a moment.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_promised(work: &UnitOfWork, customer: Id<Customer>) -> Result<Vec<Record<CreditNote>>, ApiError> {
    let promises = Expression::new("#body.#status = :issued AND #body.#split.#post_payment.#refund_minor > :nothing")
        .name("#body", "body")
        .name("#status", "status")
        .name("#split", "split")
        .name("#post_payment", "post_payment")
        .name("#refund_minor", "refund_minor")
        .string(":issued", "issued")
        .number(":nothing", 0);
    let list = List::by(&CreditNote::BY_CUSTOMER, &customer).ordered(Order::Ascending).matching(Some(promises));
    let notes = work.store.all(work.tenant(), &list, usize::MAX).await?.records;
    let counters: Vec<_> = notes.iter().map(|note| CreditNote::refunded(note.id)).collect();
    let refunded = work.store.read_counters(work.tenant(), &counters).await?;
    let promised = notes.into_iter().zip(refunded);
    Ok(promised
        .filter(|(note, minor)| *minor < note.body.split.post_payment.refund_minor)
        .map(|(note, _)| note)
        .collect())
}
