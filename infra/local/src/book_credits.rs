//! `book-credits`: books the items below zero that wait in tables of before credits were booked when they arise
//! (decision 60). It can run while the service does, and again: what is booked is passed over.

use std::io::Write;

use money_documents::{
    InvoiceItem,
    booked_credit::{WaitedCredit, book_waiting},
};
use store::{List, Order};
use values::{ApiError, Id};
use work::{Context, UnitOfWork, provisioning, unit_of_work::read_merchant_time};

use crate::{client, fault::Fault, options::TableOptions};

/// Records that are read at once.
const READ_AT_ONCE: usize = 500;

/// What was found of a merchant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counted {
    booked: usize,
    of_nobody: usize,
}

/// Books them as the command line asks.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn run(options: &TableOptions, out: &mut impl Write) -> Result<(), Fault> {
    let (context, _lock) = client::open_context(options).await?;
    book(&context, out).await
}

/// Books those of all merchants, and writes a line for each that had some.
///
/// # Errors
/// When the table cannot be read or written.
pub async fn book(context: &Context, out: &mut impl Write) -> Result<(), Fault> {
    for tenant in provisioning::read_tenants(context).await? {
        let now = read_merchant_time(&context.store, &tenant, context.clock.now()).await?;
        let work = UnitOfWork::scheduled_at(context, tenant.clone(), "book-credits", now);
        let counted = book_all(&work).await?;
        if counted != Counted::default() {
            let Counted { booked, of_nobody } = counted;
            let merchant = tenant.merchant();
            writeln!(out, "{merchant} {booked} credits booked, {of_nobody} wait of customers who have gone")?;
        }
    }
    Ok(())
}

async fn book_all(work: &UnitOfWork) -> Result<Counted, ApiError> {
    let mut counted = Counted::default();
    let mut position: Option<Id<InvoiceItem>> = None;
    loop {
        let after = position.map(|last| format!("{last}~"));
        let list = List::<InvoiceItem>::live().ordered(Order::Ascending).between(after, None);
        let page = work.store.all(work.tenant(), &list, READ_AT_ONCE).await?.records;
        let Some(last) = page.last() else { return Ok(counted) };
        position = Some(last.id);
        for item in page.iter().filter(|item| item.body.is_credit() && item.body.is_waiting()) {
            match book_waiting(work, item.id).await? {
                WaitedCredit::Booked => counted.booked += 1,
                WaitedCredit::OfNobody => counted.of_nobody += 1,
                WaitedCredit::Nothing => {}
            }
        }
    }
}
