//! What a subscription charges, billed: done, and previewed by the same steps.

use billing::{
    customer_tax::CustomerTax,
    documents::{InvoiceStatus, LineInput},
    period::plus_days,
    renewal::{Invoicing, Renewal},
    subscription_lines::{BilledAs, billed_as},
};
use money_documents::{
    Invoice, InvoiceItem,
    fitting::fit,
    invoice::InvoiceFields,
    invoice_item::InvoiceItemFields,
    issuing::Issuing,
    pending_items,
    taxing::{read_tax_of_customer, tax_of_customer},
};
use records::Location;
use store::{Record, Transaction};
use values::{ApiError, Day, Id};
use wallets_and_journal::OpenWallet;
use work::UnitOfWork;

use super::{
    charged_line::{ChargedLine, of_renewal},
    dues::{InvoicedLines, Share},
    record::{OpenInvoice, Subscription},
};

/// Items that waited which one invoice of a subscription takes.
const WAITING_MAX: usize = 25;

/// What is billed together.
#[derive(Clone, Debug)]
pub struct Billed {
    /// Lines that are billed, in the order of the document.
    pub lines: Vec<ChargedLine>,
    /// The days that it is for, the last of them excluded.
    pub days: (Day, Day),
    /// Whether an invoice of it stays a draft, which takes nothing that waits: because the subscription is paused, or
    /// it is not made yet.
    pub is_draft: bool,
}

impl Billed {
    /// What it is billed as. What was charged at another tax than the customer would pay now is credited by itself, at
    /// that.
    pub(super) fn kind(
        &self,
        subscription: &Subscription,
        location: &Location,
        customer: &CustomerTax,
    ) -> Result<BilledAs<(), ()>, ApiError> {
        let is_other_status = subscription.billed_tax_status != customer.status;
        let is_other = |line: &ChargedLine| is_other_status && line.input.unit_minor < 0;
        if self.lines.iter().any(|line| is_other(line) || line.is_of_another_tax_point()) {
            return Ok(BilledAs::Credits(()));
        }
        let billed = |inputs: Vec<LineInput>| billed_as(subscription.currency, location.tax_inclusive, &inputs);
        // An invoice is written at the tax that is asked for before it is issued at the customer's: it is one by both.
        match billed(self.lines.iter().map(|line| line.input).collect())? {
            BilledAs::Credits(()) => Ok(BilledAs::Credits(())),
            BilledAs::Nothing | BilledAs::Invoice(()) => {
                Ok(billed(self.lines.iter().map(|line| line.taxed(customer)).collect())?)
            }
        }
    }

    /// Its lines as invoice items.
    fn items(&self, subscription: &Subscription) -> Vec<InvoiceItemFields> {
        self.lines.iter().map(|line| line.item(subscription)).collect()
    }

    /// What each line is charged for, and how much.
    pub(super) fn shares(&self) -> Result<Vec<Share>, ApiError> {
        let share = |line: &ChargedLine| Ok((line.charged_for, line.input.quantity.times(line.input.unit_minor)?));
        self.lines.iter().map(share).collect()
    }

    /// An invoice for its days, without items.
    fn draft(&self, id: Id<Subscription>, subscription: &Subscription, location: &Record<Location>) -> Invoice {
        let (first, after) = self.days;
        let fields = InvoiceFields {
            subscription_id: Some(id.cast()),
            period_start: Some(first),
            period_end: plus_days(after, -1).map(|last| last.max(first)),
            ..InvoiceFields::new(subscription.customer_id, location.id)
        };
        Invoice::draft(fields, &location.body)
    }
}

impl Subscription {
    /// What a renewal charges; a draft while the subscription is paused.
    #[must_use]
    pub fn billed_of(&self, renewal: &Renewal) -> Billed {
        Billed {
            lines: of_renewal(self, renewal),
            days: (renewal.period.first(), renewal.period.after()),
            is_draft: renewal.invoicing == Invoicing::Draft,
        }
    }
}

/// Invoices this. The subscription notes what was charged.
pub(super) async fn charge(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Subscription>,
    subscription: &mut Subscription,
    wallet: &mut OpenWallet,
    billed: &Billed,
    issuing: &Issuing,
) -> Result<(), ApiError> {
    let invoiced = Box::pin(invoice(work, transaction, id, subscription, wallet, billed, issuing)).await?;
    subscription.charges.note(&BilledAs::Invoice(invoiced), &billed.shares()?);
    subscription.billed_tax_status = tax_of_customer(&issuing.customer).status;
    Ok(())
}

/// What billing this would make now, with what an invoice would take of what waits.
///
/// # Errors
/// 422 when an amount does not fit.
pub async fn preview(
    work: &UnitOfWork,
    id: Id<Subscription>,
    subscription: &Subscription,
    location: &Record<Location>,
    billed: &Billed,
) -> Result<BilledAs<(), Box<Invoice>>, ApiError> {
    let customer = read_tax_of_customer(work, subscription.customer_id).await?;
    match billed.kind(subscription, &location.body, &customer)? {
        BilledAs::Nothing => return Ok(BilledAs::Nothing),
        BilledAs::Credits(()) => return Ok(BilledAs::Credits(())),
        BilledAs::Invoice(()) => {}
    }
    let own = billed.items(subscription).into_iter();
    let item = |fields| InvoiceItem::new(fields, subscription.customer_id, location);
    let own: Vec<Record<InvoiceItem>> = own.map(|fields| work.new_record(item(fields), None)).collect();
    let waiting = read_waiting(work, subscription, billed).await?;
    let mut invoice = billed.draft(id, subscription, location);
    let fitting = fit(&mut invoice, &own, waiting)?;
    let items: Vec<_> = own.into_iter().chain(fitting.items()).collect();
    invoice.set_items(&items)?;
    invoice.tax(work, &customer).await?;
    Ok(BilledAs::Invoice(Box::new(invoice)))
}

/// What waits for an invoice of this.
async fn read_waiting(
    work: &UnitOfWork,
    subscription: &Subscription,
    billed: &Billed,
) -> Result<Vec<Record<InvoiceItem>>, ApiError> {
    let most = if billed.is_draft { 0 } else { WAITING_MAX };
    pending_items::read_waiting(work, subscription.customer_id, subscription.location_id, most).await
}

/// Makes the invoice, and issues it unless it stays a draft.
async fn invoice(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Subscription>,
    subscription: &mut Subscription,
    wallet: &mut OpenWallet,
    billed: &Billed,
    issuing: &Issuing,
) -> Result<InvoicedLines, ApiError> {
    let (customer, location) = (subscription.customer_id, &issuing.location);
    let invoice_id: Id<Invoice> = work.ids.next();
    let mut invoice = billed.draft(id, subscription, location);
    let own = billed.items(subscription);
    let mut items = pending_items::make(work, transaction, own, invoice_id, customer, location)?;
    let lines = items.iter().map(|item| item.id.cast()).collect();
    let (waiting, numbered) = if billed.is_draft {
        (Vec::new(), None)
    } else {
        let waiting = read_waiting(work, subscription, billed);
        let (waiting, numbered) = tokio::join!(waiting, issuing.read_number_ahead(work, &invoice));
        (waiting?, Some(numbered?))
    };
    let work = numbered.as_ref().unwrap_or(work);
    let fitting = fit(&mut invoice, &items, waiting)?;
    items.extend(fitting.take(work, transaction, invoice_id));
    invoice.set_items(&items)?;
    if billed.is_draft {
        invoice.tax(work, &tax_of_customer(&issuing.customer)).await?;
    } else {
        let balance = wallet.wallet().money_in(subscription.currency);
        let issued = issuing.issue_with(work, transaction, invoice_id, &mut invoice, balance);
        let applied = Box::pin(issued).await?;
        if applied.minor() > 0 {
            wallet.pay_out(applied)?;
        }
        if let (InvoiceStatus::Issued, Some(due)) = (invoice.status, invoice.due_date) {
            subscription.note_invoice(OpenInvoice { id: invoice_id.cast(), due });
        }
    }
    transaction.create(&Record { id: invoice_id, ..work.new_record(invoice, None) });
    Ok(InvoicedLines { id: invoice_id, items: lines, is_draft: billed.is_draft })
}
