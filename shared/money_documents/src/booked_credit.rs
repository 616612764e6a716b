//! A credit that no document can carry: an item below zero is booked to the customer's balance when it arises, so that it
//! waits nowhere (`docs/areas/invoices.md`, 20).

use billing::{
    documents::{Credited, Document, LineInput, Quantity, TaxGroup},
    ledger::{DocumentKind, DocumentReference, Occasion, entries},
};
use store::{Record, Transaction};
use values::{ApiError, Currency, Id, Money, Percent};
use wallets_and_journal::{OpenWallet, journal};
use work::{UnitOfWork, unit_of_work::retry};

use crate::{
    customer_balance,
    invoice_item::{Booked, InvoiceItem},
    set_off::{SetOff, set_off},
    taxing::input_of_item,
};

/// Books `item`, which is below zero: no invoice has it then. What of it is taken `off` lines of invoices has the tax that
/// it had there. Answers what the customer's balance gains, tax included; whoever calls this pays it in, and stores the
/// item.
///
/// # Errors
/// 422 when an amount does not fit; 503 when the store cannot be read.
pub async fn book(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<InvoiceItem>,
    item: &mut InvoiceItem,
    tax_inclusive: bool,
    off: &[Credited],
) -> Result<Money, ApiError> {
    // What is taken off lines has their tax, and what is left of it that of its item.
    let mut input = if off.is_empty() { input_of_item(work, id, item).await? } else { item.input(id)? };
    input.unit_minor = -input.unit_minor;
    let credit = document_of(item.currency, tax_inclusive, input, off)?;
    let tax_minor = credit.taxes.iter().map(|group| group.tax_minor).sum();
    item.booked = Some(Booked { at: work.now, net_minor: credit.total_minor - tax_minor, tax_minor });
    item.fields.invoice_id = None;
    item.waited = false;
    let customer_id = item.customer_id.ok_or_else(|| ApiError::internal("an item without a customer"))?;
    let occasion = Occasion {
        at: work.now,
        document: DocumentReference { kind: DocumentKind::InvoiceItem, id: id.cast() },
        customer_id,
        location_id: item.location_id.map(Id::cast),
    };
    journal::post(work, transaction, entries::credit_booked(occasion, &credit)?).await?;
    Ok(credit.total())
}

/// The document of a credit, which is above zero here. What of it is taken `off` lines of invoices has the tax that it
/// had there; the rest has its own.
///
/// # Errors
/// 422 when an amount does not fit.
pub fn document_of(
    currency: Currency,
    tax_inclusive: bool,
    credit: LineInput,
    off: &[Credited],
) -> Result<Document, ApiError> {
    let mut credit = Document::new(currency, tax_inclusive, &[credit], 0)?;
    let [line] = credit.lines.as_mut_slice() else { return Ok(credit) };
    if off.is_empty() {
        return Ok(credit);
    }
    let rest_minor = line.amount_minor - off.iter().map(|off| off.amount_minor).sum::<i64>();
    let (mut net_minor, mut tax_minor) = (0, 0);
    for off in off {
        (net_minor, tax_minor) = (net_minor + off.net_minor, tax_minor + off.tax_minor);
    }
    if rest_minor > 0 {
        let rest = LineInput { quantity: Quantity::ONE, unit_minor: rest_minor, discount: Percent::ZERO, ..line.input };
        let rest = Document::new(credit.currency, credit.tax_inclusive, &[rest], 0)?;
        let rest_tax_minor: i64 = rest.taxes.iter().map(|group| group.tax_minor).sum();
        (net_minor, tax_minor) = (net_minor + rest.total_minor - rest_tax_minor, tax_minor + rest_tax_minor);
    }
    (line.net_minor, line.tax_minor) = (net_minor, tax_minor);
    let (rate, category) = (line.input.tax_rate, line.input.tax_category);
    credit.taxes = vec![TaxGroup { rate, category, taxable_minor: net_minor, tax_minor }];
    credit.total_minor = net_minor + tax_minor;
    Ok(credit)
}

/// [`book`] of an item that is stored: `after` is as it is without an invoice. The balance of `wallet` gains it.
///
/// # Errors
/// As [`book`].
pub async fn book_stored(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<InvoiceItem>,
    mut after: InvoiceItem,
    tax_inclusive: bool,
    wallet: &mut OpenWallet,
) -> Result<(), ApiError> {
    let gained = book(work, transaction, before.id, &mut after, tax_inclusive, &[]).await?;
    transaction.replace(before, &work.next_version(before, after, None));
    wallet.pay_in(gained)
}

/// What became of an item that waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitedCredit {
    /// It is booked now, and the balance has paid what it could.
    Booked,
    /// It is above zero, or waits no more.
    Nothing,
    /// Its customer has gone, and nobody is left whose balance it could be.
    OfNobody,
}

/// Books an item below zero that waits, as it does in tables of before credits were booked when they arise, in a
/// transaction of its own.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn book_waiting(work: &UnitOfWork, id: Id<InvoiceItem>) -> Result<WaitedCredit, ApiError> {
    retry(work, || Box::pin(book_waiting_once(work, id))).await
}

async fn book_waiting_once(work: &UnitOfWork, id: Id<InvoiceItem>) -> Result<WaitedCredit, ApiError> {
    let Some(before) = work.store.find(work.tenant(), id).await? else { return Ok(WaitedCredit::Nothing) };
    let item = &before.body;
    let (Some(customer), Some(location)) = (item.customer_id, item.location_id) else {
        return Ok(WaitedCredit::Nothing);
    };
    if !item.is_credit() || !item.is_waiting() {
        return Ok(WaitedCredit::Nothing);
    }
    if work.read_customer_of_documents(customer).await?.is_gone() {
        return Ok(WaitedCredit::OfNobody);
    }
    let corrected = match item.corrects {
        Some(of) => work.store.find(work.tenant(), of.item_id).await?.and_then(|of| of.body.invoice_id),
        None => None,
    };
    let tax_inclusive = work.get(location).await?.body.tax_inclusive;
    let mut transaction = work.transaction();
    let mut wallet = OpenWallet::read(work, customer).await?;
    customer_balance::require_customer(work, &mut transaction, customer, "customer_id").await?;
    book_stored(work, &mut transaction, &before, item.clone(), tax_inclusive, &mut wallet).await?;
    let set = SetOff { corrected, reserved: 10 };
    set_off(work, &mut transaction, &mut wallet, Vec::new(), set).await?;
    wallet.write(work, &mut transaction).await?;
    work.store.commit(transaction).await.map(|()| WaitedCredit::Booked)
}
