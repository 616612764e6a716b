//! Money between the merchant and a customer who is to go. Once the customer has gone nobody pays what is open, and
//! nobody is left to whom it could be paid out: so both come to an end first.

use billing::{
    documents::InvoiceStatus,
    wallet::{Bucket, PostingKind},
};
use store::{Expression, List, Order, Record, Transaction};
use values::{
    ApiError, Customer, ErrorCode, Id, Kind, Timestamp,
    error::{Obstacle, Obstacles},
};
use work::{UnitOfWork, on_heap};

use wallets_and_journal::{
    customer_wallet::CustomerWallet,
    wallet_transaction::{CreditTransaction, DayPassTransaction, OfUnit},
};

use crate::{invoice::Invoice, invoice_item::InvoiceItem, promised_refunds::read_promised};

/// Most of a list that is looked at, the oldest first.
const LOOKED_AT_MAX: usize = 200;
/// Most records that a refusal names.
const NAMED_MAX: usize = 3;

/// What of a customer's money is open, and how a refusal says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenKind {
    /// An invoice that is issued and not paid.
    IssuedInvoice,
    /// An invoice that is being written.
    DraftInvoice,
    /// Money that the customer has paid or was credited beyond invoices, or a credit that waits for the next one.
    MoneyOwed,
    /// A refund that a credit note promised.
    RefundPromised,
    /// Credits that were bought and not used.
    BoughtCredits,
    /// Day passes that were bought and not used.
    BoughtDayPasses,
}

impl OpenKind {
    const fn reason(self) -> &'static str {
        match self {
            Self::IssuedInvoice => "invoice_open",
            Self::DraftInvoice => "invoice_draft",
            Self::MoneyOwed => "money_owed",
            Self::RefundPromised => "refund_promised",
            Self::BoughtCredits => "bought_credits_left",
            Self::BoughtDayPasses => "bought_day_passes_left",
        }
    }

    const fn way_out(self) -> &'static str {
        match self {
            Self::IssuedInvoice => {
                "an invoice is not paid: record the payment, credit it, void it or mark it uncollectible"
            }
            Self::DraftInvoice => "an invoice is a draft: issue or delete it",
            Self::MoneyOwed => {
                "money is owed to the customer: invoice what it pays, or clear the balance (POST /balance-clearings)"
            }
            Self::RefundPromised => {
                "a credit note promised a refund: refund the payment, with the note as credit_note_id"
            }
            Self::BoughtCredits => "credits that were bought are left: they are used, refunded or expire",
            Self::BoughtDayPasses => "day passes that were bought are left: they are used, refunded or expire",
        }
    }
}

/// A customer's wallet in which nothing was left, or none as long as nothing ever came into it.
#[derive(Debug)]
pub struct SettledWallet {
    customer: Id<Customer>,
    wallet: Option<Record<CustomerWallet>>,
}

impl SettledWallet {
    /// Requires in `transaction` that nothing has come into it since, and that it was not made meanwhile.
    pub fn require_unchanged(&self, transaction: &mut Transaction) {
        match &self.wallet {
            Some(wallet) => transaction.require_unchanged(wallet),
            None => transaction.require_absent(CustomerWallet::id_of(self.customer)),
        }
    }
}

/// Refuses to let a customer go while money is open between the two; `waiting` is what waits for the customer's next
/// invoice. The lists of invoices and credit notes may lag by a moment.
///
/// # Errors
/// 409 `in_use` naming `id` with a reason for each kind of what is open; 503 when the store cannot be read.
pub async fn require_none(
    work: &UnitOfWork,
    customer: Id<Customer>,
    waiting: &[Record<InvoiceItem>],
) -> Result<SettledWallet, ApiError> {
    let (invoices, promised, wallet) = tokio::join!(
        on_heap(|| read_open_invoices(work, customer)),
        on_heap(|| read_promised(work, customer)),
        work.store.find(work.tenant(), CustomerWallet::id_of(customer))
    );
    let (invoices, promised, wallet) = (invoices?, promised?, wallet?);
    let mut credits: Vec<&Record<InvoiceItem>> = Vec::new();
    for item in waiting {
        if item.body.unit_amount.minor_in(item.body.currency, "unit_amount")? < 0 {
            credits.push(item);
        }
    }
    let mut kinds: Vec<OpenKind> = Vec::new();
    let has = |status| invoices.iter().any(|invoice| invoice.body.status == status);
    kinds.extend(has(InvoiceStatus::Issued).then_some(OpenKind::IssuedInvoice));
    kinds.extend(has(InvoiceStatus::Draft).then_some(OpenKind::DraftInvoice));
    let owed = wallet.as_ref().is_some_and(|wallet| wallet.body.money().any(|money| money.minor() > 0));
    kinds.extend((owed || !credits.is_empty()).then_some(OpenKind::MoneyOwed));
    kinds.extend((!promised.is_empty()).then_some(OpenKind::RefundPromised));
    if let Some(wallet) = &wallet {
        let (credits, passes) = tokio::join!(
            on_heap(|| has_bought::<CreditTransaction>(work, customer, &wallet.body)),
            on_heap(|| has_bought::<DayPassTransaction>(work, customer, &wallet.body))
        );
        kinds.extend(credits?.then_some(OpenKind::BoughtCredits));
        kinds.extend(passes?.then_some(OpenKind::BoughtDayPasses));
    }
    if kinds.is_empty() {
        return Ok(SettledWallet { customer, wallet });
    }
    let invoices = invoices.iter().map(|invoice| obstacle(invoice.id, invoice.created_at));
    let credits = credits.into_iter().map(|item| obstacle(item.id, item.created_at));
    let promised = promised.iter().map(|note| obstacle(note.id, note.created_at));
    Err(refusal(&kinds, invoices.chain(credits).chain(promised).take(NAMED_MAX).collect()))
}

/// Whether something of a unit is left that was bought, by whomever. Of a bucket that was stored before it said so,
/// what an invoice asked for has a value, and what was paid outside is known by the customer's purchase that granted
/// it.
async fn has_bought<T: OfUnit>(
    work: &UnitOfWork,
    customer: Id<Customer>,
    wallet: &CustomerWallet,
) -> Result<bool, ApiError> {
    let open = wallet.wallet.of(T::UNIT).open().iter().filter(|bucket| !bucket.has_expired(work.now));
    let left: Vec<&Bucket> = open.filter(|bucket| bucket.subscription_id.is_none()).collect();
    if left.iter().any(|bucket| bucket.value_minor > 0 || bucket.is_bought == Some(true)) {
        return Ok(true);
    }
    let unknown: Vec<Id<Bucket>> = left.iter().filter(|bucket| bucket.is_bought.is_none()).map(|b| b.id).collect();
    if unknown.is_empty() {
        return Ok(false);
    }
    let purchases = List::by(&T::BY_CUSTOMER, &customer).only("type", Some(&PostingKind::PurchaseAllocation));
    let purchases = work.store.all(work.tenant(), &purchases, usize::MAX).await?.records;
    let mut granted = purchases.iter().flat_map(|purchase| &purchase.body.as_ref().buckets);
    Ok(granted.any(|part| unknown.contains(&part.id)))
}

/// The customer's invoices that are drafts or issued and not paid, in no particular order; of more than 200 the oldest.
/// The list may lag by a moment; what it has is read itself.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_open_invoices(work: &UnitOfWork, customer: Id<Customer>) -> Result<Vec<Record<Invoice>>, ApiError> {
    let is_open = Expression::new("#body.#status = :draft OR #body.#status = :issued")
        .name("#body", "body")
        .name("#status", "status")
        .string(":draft", "draft")
        .string(":issued", "issued");
    let list = List::by(&Invoice::BY_CUSTOMER, &customer).ordered(Order::Ascending).matching(Some(is_open));
    let listed = work.store.all(work.tenant(), &list, LOOKED_AT_MAX).await?.records;
    let ids: Vec<Id<Invoice>> = listed.iter().map(|invoice| invoice.id).collect();
    let mut open = work.store.find_all(work.tenant(), &ids).await?;
    open.retain(|invoice| matches!(invoice.body.status, InvoiceStatus::Draft | InvoiceStatus::Issued));
    Ok(open)
}

fn obstacle<K: Kind>(id: Id<K>, since: Timestamp) -> Obstacle {
    Obstacle { kind: K::KIND.to_string(), id: id.to_string(), start_time: since.to_string(), end_time: String::new() }
}

fn refusal(kinds: &[OpenKind], named: Vec<Obstacle>) -> ApiError {
    let sentences: Vec<&str> = kinds.iter().map(|kind| kind.way_out()).collect();
    let error = ApiError::conflict(ErrorCode::InUse, sentences.join("; "));
    let error = kinds.iter().fold(error, |error, kind| error.and("id", kind.reason(), kind.way_out().into()));
    let in_use = (!named.is_empty()).then(|| Box::new(Obstacles(named)));
    ApiError { in_use, ..error }
}
