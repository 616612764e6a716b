//! What a subscription charges, put on invoices.

use billing::{
    documents::{InvoiceItem as LineId, InvoiceStatus, ItemKind, LineInput},
    period::plus_days,
    proration::ProrationLine,
    renewal::{Renewal, RenewalCharge},
    subscription_lines::{LinesMake, line_of_proration, line_of_renewal, lines_make},
};
use records::Location;
use store::{Record, Transaction};
use uuid::Uuid;
use values::{ApiError, Day, Id, Name};
use work::UnitOfWork;

use super::{
    agreed::AgreedPlan,
    dues::{ChargedFor, Share},
    record::{OpenInvoice, Subscription},
};
use crate::{
    OpenWallet, billed_location,
    invoice::{Invoice, InvoiceFields},
    invoice_item::{InvoiceItem, InvoiceItemFields},
    issuing::Issuing,
    pending_items,
    signed_amount::SignedAmount,
};

/// Items that waited which one invoice of a subscription takes.
pub(super) const WAITING_MAX: usize = 25;
/// Longest description.
const DESCRIPTION_MAX: usize = 200;

/// A line as the arithmetic of documents takes it, with what the customer reads.
#[derive(Clone, Debug)]
pub struct ChargedLine {
    /// Its amounts.
    pub input: LineInput,
    /// What the customer reads.
    pub description: Name,
    /// The days that it is for, the last of them excluded.
    pub days: Option<(Day, Day)>,
    /// What it is charged for or credited of; none of what is not credited by a subscription.
    pub charged_for: Option<ChargedFor>,
}

/// What is put on one invoice.
#[derive(Clone, Debug)]
pub struct Billed {
    /// Its lines.
    pub lines: Vec<ChargedLine>,
    /// The days that it is for, the last of them excluded.
    pub days: (Day, Day),
    /// Whether it stays a draft, because the subscription is paused.
    pub is_draft: bool,
}

/// What became of lines.
#[derive(Clone, Debug)]
pub enum Charged {
    /// They charge exactly what they credit, or there are none.
    Nothing,
    /// They wait for the customer's next invoices, as these items in the order of what was charged.
    Waiting(Vec<Id<()>>),
    /// They are a draft, which charges nothing.
    Draft(Issued),
    /// They stand on an invoice.
    Issued(Issued),
}

/// An invoice that was issued, or a draft.
#[derive(Clone, Debug)]
pub struct Issued {
    /// Which.
    pub id: Id<Invoice>,
    /// Its lines, in the order of what was charged, without what waited.
    pub lines: Vec<Id<()>>,
}

/// Lines of a period.
#[must_use]
pub fn of_renewal(subscription: &Subscription, renewal: &Renewal) -> Vec<ChargedLine> {
    let plan = &subscription.plan;
    let days = (renewal.period.first(), renewal.period.after());
    let line = |line: &billing::renewal::RenewalLine| {
        let input = line_of_renewal(nobody(), line, plan.tax_rate);
        let dues = subscription.dues_of(renewal.period.number());
        let (description, days, charged_for) = match line.charge {
            RenewalCharge::Dues => (plan.name.clone(), Some(days), Some(dues)),
            RenewalCharge::AddOn(id) => {
                let item = subscription.items.iter().find(|item| item.id.cast() == id);
                (item.map_or_else(|| plan.name.clone(), |item| item.description.clone()), Some(days), None)
            }
            RenewalCharge::SetupFee => (about("Setup fee", plan), None, Some(ChargedFor::SetupFee)),
            RenewalCharge::Deposit => (about("Deposit", plan), None, Some(ChargedFor::Deposit)),
        };
        ChargedLine { input, description, days, charged_for }
    };
    renewal.lines.iter().map(line).collect()
}

/// Lines of a change within a period: what is credited of the old plan, and what is charged for the new one.
#[must_use]
pub fn of_change(
    lines: &[ProrationLine],
    old: &AgreedPlan,
    new: &AgreedPlan,
    charged_for: Option<ChargedFor>,
) -> Vec<ChargedLine> {
    let line = |line: &ProrationLine| {
        let (words, plan) = if line.amount_minor < 0 { ("Unused days", old) } else { ("Remaining days", new) };
        ChargedLine {
            input: line_of_proration(nobody(), line, plan.tax_rate),
            description: about(words, plan),
            days: Some((line.first, line.after)),
            charged_for,
        }
    };
    lines.iter().map(line).collect()
}

/// Puts an invoice of these lines into `transaction`, with what waits for the customer's next one. What is issued is paid
/// out of `wallet` as far as that reaches. Lines that sum to less than nothing, tax included, wait for the next invoice.
///
/// # Errors
/// 422 when an amount does not fit.
pub async fn invoice(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    (id, subscription): (Id<Subscription>, &mut Subscription),
    wallet: &mut OpenWallet,
    billed: Billed,
) -> Result<Charged, ApiError> {
    if billed.lines.is_empty() {
        return Ok(Charged::Nothing);
    }
    let (customer, location_id) = (subscription.customer_id, subscription.location_id);
    let issuing = Box::pin(Issuing::read(work, customer, location_id)).await?;
    let location = issuing.location();
    let inputs: Vec<LineInput> = billed.lines.iter().map(|line| line.input).collect();
    let make = lines_make(subscription.currency, location.body.tax_inclusive, &inputs)?;
    let shares = billed.shares()?;
    if make == LinesMake::Nothing {
        subscription.charges.note(&Charged::Nothing, &shares);
        return Ok(Charged::Nothing);
    }
    billed_location::mark(work, transaction, location).await?;
    let fields = |line: &ChargedLine| line.item(subscription);
    let own: Vec<InvoiceItemFields> = billed.lines.iter().map(fields).collect();
    if make == LinesMake::Waiting {
        let mut items = Vec::with_capacity(own.len());
        for fields in own {
            let item = InvoiceItem::new(fields, customer, (location.id, &location.body));
            let item = work.new_record(InvoiceItem { credits_dues_of: Some(id.cast()), ..item }, None);
            transaction.create(&item);
            items.push(item.id.cast());
        }
        let waiting = Charged::Waiting(items);
        subscription.charges.note(&waiting, &shares);
        return Ok(waiting);
    }
    let invoice_id: Id<Invoice> = work.ids.next();
    let mut invoice = draft(id, subscription, location, billed.days);
    let mut items = pending_items::make(work, transaction, own, (invoice_id, customer), location)?;
    let lines = items.iter().map(|item| item.id.cast()).collect();
    let (waiting, numbered) = if billed.is_draft {
        (Vec::new(), None)
    } else {
        let waiting = pending_items::waiting(work, customer, location_id, WAITING_MAX);
        let (waiting, numbered) = tokio::join!(waiting, issuing.read_number_ahead(work, &invoice));
        (waiting?, Some(numbered?))
    };
    let work = numbered.as_ref().unwrap_or(work);
    let fitting = fitting(&mut invoice, &items, waiting)?;
    items.extend(pending_items::take(work, transaction, &fitting.whole, invoice_id));
    if let Some((waiting, part_minor)) = fitting.part {
        items.push(split(work, transaction, (&waiting, part_minor), invoice_id));
    }
    invoice.set_items(&items)?;
    if !billed.is_draft {
        let balance = wallet.wallet().money_in(subscription.currency);
        let issued = issuing.issue_with(work, transaction, (invoice_id, &mut invoice), balance);
        let applied = Box::pin(issued).await?;
        if applied.minor() > 0 {
            wallet.pay_out(applied)?;
        }
        if let (InvoiceStatus::Issued, Some(due)) = (invoice.status, invoice.due_date) {
            subscription.note_invoice(OpenInvoice { id: invoice_id.cast(), due });
        }
    }
    transaction.create(&Record { id: invoice_id, ..work.new_record(invoice, None) });
    let issued = Issued { id: invoice_id, lines };
    let charged = if billed.is_draft { Charged::Draft(issued) } else { Charged::Issued(issued) };
    subscription.charges.note(&charged, &shares);
    Ok(charged)
}

impl Billed {
    /// What each line is charged for, and how much.
    fn shares(&self) -> Result<Vec<Share>, ApiError> {
        let share = |line: &ChargedLine| Ok((line.charged_for, line.input.quantity.times(line.input.unit_minor)?));
        self.lines.iter().map(share).collect()
    }
}

/// An invoice of a subscription for these days, the last of them excluded, without items.
pub(super) fn draft(
    id: Id<Subscription>,
    subscription: &Subscription,
    location: &Record<Location>,
    (first, after): (Day, Day),
) -> Invoice {
    let fields = InvoiceFields {
        subscription_id: Some(id.cast()),
        period_start: Some(first),
        period_end: plus_days(after, -1).map(|last| last.max(first)),
        ..InvoiceFields::new(subscription.customer_id, location.id)
    };
    Invoice::draft(fields, &location.body)
}

/// What an invoice takes of what waits.
pub struct Fitting {
    /// Items that it takes.
    pub whole: Vec<Record<InvoiceItem>>,
    /// A credit of which it takes a part: so many minor units, below zero.
    pub part: Option<(Record<InvoiceItem>, i64)>,
}

impl Fitting {
    /// What it takes, as the invoice shows it.
    #[must_use]
    pub fn items(self) -> Vec<Record<InvoiceItem>> {
        let part = self.part.map(|(mut item, part_minor)| {
            item.body.fields.unit_amount = SignedAmount::of(part_minor, item.body.currency);
            item
        });
        self.whole.into_iter().chain(part).collect()
    }
}

/// Of what waits, what an invoice with these items can take: credits only while the sum is not below nothing, and of the first
/// that is too large the part that fits.
///
/// # Errors
/// 422 when an amount does not fit.
pub fn fitting(
    invoice: &mut Invoice,
    own: &[Record<InvoiceItem>],
    waiting: Vec<Record<InvoiceItem>>,
) -> Result<Fitting, ApiError> {
    let mut taken: Vec<Record<InvoiceItem>> = own.to_vec();
    invoice.set_items(&taken)?;
    let charges = |item: &Record<InvoiceItem>| item.body.input(item.id).is_ok_and(|input| input.unit_minor >= 0);
    let (charged, credited): (Vec<_>, Vec<_>) = waiting.into_iter().partition(charges);
    let mut fitting = Fitting { whole: Vec::new(), part: None };
    for item in charged.into_iter().chain(credited) {
        taken.push(item.clone());
        if invoice.set_items(&taken).is_ok() {
            fitting.whole.push(item);
            continue;
        }
        taken.pop();
        let room_minor =
            invoice.set_items(&taken).map_or(0, |()| invoice.items.iter().map(|line| line.line.amount_minor).sum());
        let is_credit = matches!(item.body.kind, ItemKind::Proration | ItemKind::Deposit);
        let can_split = fitting.part.is_none() && item.body.source_id.is_none() && is_credit;
        if can_split && room_minor > 0 {
            let mut part = item.clone();
            part.body.fields.unit_amount = SignedAmount::of(-room_minor, item.body.currency);
            taken.push(part);
            if invoice.set_items(&taken).is_ok() {
                fitting.part = Some((item, -room_minor));
            } else {
                taken.pop();
            }
        }
    }
    Ok(fitting)
}

/// Puts a part of a credit that waits on an invoice, as an item of its own; the rest goes on waiting.
fn split(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    (waiting, part_minor): (&Record<InvoiceItem>, i64),
    invoice: Id<Invoice>,
) -> Record<InvoiceItem> {
    let currency = waiting.body.currency;
    let whole_minor = waiting.body.unit_amount.minor_in(currency, "unit_amount").unwrap_or(part_minor);
    let mut rest = waiting.body.clone();
    rest.fields.unit_amount = SignedAmount::of(whole_minor - part_minor, currency);
    transaction.replace(waiting, &work.next_version(waiting, rest, None));
    let mut part = waiting.body.clone();
    part.fields.unit_amount = SignedAmount::of(part_minor, currency);
    part.fields.invoice_id = Some(invoice);
    // It goes on waiting when the invoice asks for it no more, as what is taken whole does.
    part.waited = true;
    let part = work.new_record(part, None);
    transaction.create(&part);
    part
}

impl ChargedLine {
    pub(super) fn item(&self, subscription: &Subscription) -> InvoiceItemFields {
        let amount = SignedAmount::of(self.input.unit_minor, subscription.currency);
        InvoiceItemFields {
            quantity: self.input.quantity.decimal(),
            tax_rate: Some(self.input.tax_rate),
            period_start: self.days.map(|(first, _)| first),
            period_end: self.days.and_then(|(first, after)| plus_days(after, -1).map(|last| last.max(first))),
            ..InvoiceItem::line(self.input.kind, self.description.clone(), amount)
        }
    }
}

/// Stands for the id that an item gets when it is made.
pub(super) const fn nobody() -> Id<LineId> {
    Id::new(Uuid::nil())
}

pub(super) fn about(words: &str, plan: &AgreedPlan) -> Name {
    let text: String = format!("{words}: {}", plan.name.as_str()).chars().take(DESCRIPTION_MAX).collect();
    Name::new(text)
}
