//! How many invoices are overdue.

use billing::documents::InvoiceStatus;
use mailing::{DigestCount, DigestDay};
use money_documents::Invoice;
use store::{List, Paging, Scheme};
use values::ApiError;
use work::UnitOfWork;

use super::list::is_overdue;

/// Most that are counted.
const COUNT_MAX: u32 = 100;

/// What is counted of invoices for staff.
#[must_use]
pub fn digest() -> Vec<DigestCount> {
    vec![DigestCount::new("overdue", |work, day| async move { count(&work, day).await })]
}

async fn count(work: &UnitOfWork, day: DigestDay) -> Result<usize, ApiError> {
    let invoices = List::<Invoice>::live()
        .only("status", Some(&InvoiceStatus::Issued))
        .only("location_id", Some(&day.location))
        .matching(Some(is_overdue(true, work.now)));
    let paging = Paging { scheme: Scheme::Cursor(None), size: COUNT_MAX, order: None };
    Ok(work.store.page(work.tenant(), invoices, &paging, work.now.millis()).await?.records.len())
}
