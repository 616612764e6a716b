//! What a subscription charges, billed: done, and previewed by the same steps.

use billing::{
    documents::{InvoiceStatus, LineInput},
    period::plus_days,
    renewal::{Invoicing, Renewal},
    subscription_lines::{BilledAs, billed_as},
};
use money_documents::{
    Invoice, InvoiceItem, billed_location, invoice::InvoiceFields, invoice_item::InvoiceItemFields, issuing::Issuing,
    pending_items,
};
use records::Location;
use store::{Record, Transaction};
use values::{ApiError, Day, Id};
use wallets_and_journal::OpenWallet;
use work::UnitOfWork;

use super::{
    charged_line::{ChargedLine, of_renewal},
    dues::{InvoicedLines, Share},
    fitting::{fit, split},
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
    /// What it is billed as.
    fn kind(&self, subscription: &Subscription, location: &Location) -> Result<BilledAs<(), ()>, ApiError> {
        let inputs: Vec<LineInput> = self.lines.iter().map(|line| line.input).collect();
        Ok(billed_as(subscription.currency, location.tax_inclusive, &inputs)?)
    }

    /// Its lines as invoice items.
    fn items(&self, subscription: &Subscription) -> Vec<InvoiceItemFields> {
        self.lines.iter().map(|line| line.item(subscription)).collect()
    }

    /// What each line is charged for, and how much.
    fn shares(&self) -> Result<Vec<Share>, ApiError> {
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

/// Bills this in `transaction`: an invoice takes what waits for the customer's next one, and is paid out of `wallet` as
/// far as that reaches; lines that sum to less than nothing, tax included, wait for the next invoice. The subscription
/// notes what was charged.
///
/// # Errors
/// 422 when an amount does not fit.
pub async fn bill(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Subscription>,
    subscription: &mut Subscription,
    wallet: &mut OpenWallet,
    billed: &Billed,
) -> Result<(), ApiError> {
    if billed.lines.is_empty() {
        return Ok(());
    }
    let issuing = Box::pin(Issuing::read(work, subscription.customer_id, subscription.location_id)).await?;
    let location = &issuing.location;
    let kind = billed.kind(subscription, &location.body)?;
    if kind != BilledAs::Nothing {
        billed_location::mark(work, transaction, location).await?;
    }
    let billing = match kind {
        BilledAs::Nothing => BilledAs::Nothing,
        BilledAs::Credits(()) => {
            BilledAs::Credits(let_wait(work, transaction, id, subscription, location, billed.items(subscription)))
        }
        BilledAs::Invoice(()) => {
            let invoiced = invoice(work, transaction, id, subscription, wallet, billed, &issuing);
            BilledAs::Invoice(Box::pin(invoiced).await?)
        }
    };
    subscription.charges.note(&billing, &billed.shares()?);
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
    match billed.kind(subscription, &location.body)? {
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

/// Has lines wait as credits for the customer's next invoices. Answers their items.
fn let_wait(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Subscription>,
    subscription: &Subscription,
    location: &Record<Location>,
    lines: Vec<InvoiceItemFields>,
) -> Vec<Id<()>> {
    let mut items = Vec::with_capacity(lines.len());
    for fields in lines {
        let item = InvoiceItem::new(fields, subscription.customer_id, location);
        let item = work.new_record(InvoiceItem { credits_dues_of: Some(id.cast()), ..item }, None);
        transaction.create(&item);
        items.push(item.id.cast());
    }
    items
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
    items.extend(pending_items::take(work, transaction, &fitting.whole, invoice_id));
    if let Some((waiting, part_minor)) = fitting.part {
        items.push(split(work, transaction, &waiting, part_minor, invoice_id));
    }
    invoice.set_items(&items)?;
    if !billed.is_draft {
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
