//! What a subscription credits, booked when it arises: credit notes on the invoices that charged it, the latest first;
//! what no note can take is a booked credit. What is charged beside it is an invoice of its own, in one transaction.

use money_documents::{
    InvoiceItem, booked_credit,
    credit_note::CreditNoteFields,
    crediting::{Crediting, issue_note_beside},
    invoice::Invoice,
    issuing::Issuing,
    set_off::ChangedInvoice,
};
use records::Location;
use store::{Record, Transaction, transaction::ACTIONS_MAX};
use values::{Amount, ApiError, Id, Money};
use wallets_and_journal::{
    OpenWallet,
    signed_amount::SignedAmount,
    wallet_transaction::{Source, SourceKind},
};
use work::{UnitOfWork, on_heap};

use super::{
    charged_line::ChargedLine,
    charging::{self, Billed},
    credit_plan::{Charging, CreditPlan, Rest, plan, read_charging},
    record::Subscription,
};

/// Actions of what a change writes besides: the subscription and the record of its customer's, seats, the wallet with
/// what it grants and takes back.
pub(super) const OTHER_ACTIONS: usize = 40;
/// Actions of an invoice of what is charged beside a credit.
const INVOICE_ACTIONS: usize = 26;
/// Actions of a booked credit.
const BOOKED_ACTIONS: usize = 3;

/// A subscription that is changed in a transaction, with its customer's wallet, which the caller writes.
pub(super) struct Changing<'a> {
    pub work: &'a UnitOfWork,
    pub transaction: &'a mut Transaction,
    pub id: Id<Subscription>,
    pub subscription: &'a mut Subscription,
    pub wallet: &'a mut OpenWallet,
}

/// Credits what lines of `billed` credit, and charges the others by an invoice of their own; the wallet gains what was
/// paid. Answers the invoices of which something is credited, which are still to be written.
///
/// # Errors
/// 422 when an amount does not fit; 503 when the store cannot be used.
pub(super) async fn credit(
    changing: &mut Changing<'_>,
    billed: &Billed,
    issuing: &Issuing,
) -> Result<Vec<ChangedInvoice>, ApiError> {
    let (credits, charges) = parted(billed);
    let reserved = reserved(credits.len(), &charges);
    let room = ACTIONS_MAX.saturating_sub(changing.transaction.actions() + reserved);
    let invoices = read_charging(changing.work, changing.transaction, changing.subscription, &credits).await?;
    let planned = plan(changing.work, changing.subscription, credits, invoices, room).await?;
    let changed = on_heap(|| carry_out(changing, planned, &issuing.location)).await?;
    if !charges.is_empty() {
        let charged = Billed { lines: charges.into_iter().cloned().collect(), ..billed.clone() };
        let Changing { work, transaction, id, subscription, wallet } = changing;
        on_heap(|| charging::charge(work, transaction, *id, subscription, wallet, &charged, issuing)).await?;
    }
    Ok(changed)
}

/// Credits one line on one invoice that charged it, as the transaction makes that: `invoice` is so already. Answers it
/// as it will be; whoever calls this writes it.
///
/// # Errors
/// As [`credit`].
pub(super) async fn credit_on(
    changing: &mut Changing<'_>,
    invoice: &Record<Invoice>,
    line: &ChargedLine,
) -> Result<Invoice, ApiError> {
    let location = changing.work.get(changing.subscription.location_id).await?;
    let planned = plan(changing.work, changing.subscription, vec![line], vec![invoice.clone()], ACTIONS_MAX).await?;
    let changed = on_heap(|| carry_out(changing, planned, &location)).await?;
    Ok(changed.into_iter().next().map_or_else(|| invoice.body.clone(), |changed| changed.after))
}

/// What lines of `billed` credit, and what they charge.
pub(super) fn parted(billed: &Billed) -> (Vec<&ChargedLine>, Vec<&ChargedLine>) {
    billed.lines.iter().partition(|line| line.input.unit_minor < 0)
}

/// Actions that a transaction needs besides those of notes, and of invoices that are changed.
pub(super) const fn reserved(credits: usize, charges: &[&ChargedLine]) -> usize {
    OTHER_ACTIONS + credits * BOOKED_ACTIONS + if charges.is_empty() { 0 } else { INVOICE_ACTIONS }
}

/// Issues the notes of a plan and books what they do not take. Answers the invoices, which are still to be written.
pub(super) async fn carry_out(
    changing: &mut Changing<'_>,
    CreditPlan { charging, rests }: CreditPlan<'_>,
    location: &Record<Location>,
) -> Result<Vec<ChangedInvoice>, ApiError> {
    let mut changed = Vec::new();
    for Charging { before, after, crediting, .. } in charging.into_iter().filter(Charging::is_changed) {
        let after = match crediting {
            Some(crediting) => {
                let invoice = Record { body: after, ..before.clone() };
                on_heap(|| note(changing, &invoice, crediting)).await?.after
            }
            None => after,
        };
        changed.push(ChangedInvoice { before, after });
    }
    for rest in &rests {
        book(changing, rest, location).await?;
    }
    Ok(changed)
}

/// Issues a note on an invoice of a subscription, which notes it.
async fn note(
    Changing { work, transaction, id, subscription, wallet }: &mut Changing<'_>,
    invoice: &Record<Invoice>,
    crediting: Crediting,
) -> Result<ChangedInvoice, ApiError> {
    let (split, lines) = (crediting.split, crediting.note.lines.clone());
    let to_balance = Money::new(split.post_payment.credit_minor, invoice.body.currency);
    let amount = |minor| Amount::of(minor, invoice.body.currency);
    let refund_amount = amount(split.post_payment.refund_minor);
    let fields =
        CreditNoteFields { refund_amount, ..CreditNoteFields::of_change(invoice.id, amount(to_balance.minor())) };
    let settled_by = Some(Source { kind: SourceKind::Subscription, id: id.cast() });
    let crediting = Crediting { settled_by, ..crediting };
    let (_, changed) = issue_note_beside(work, transaction, invoice, crediting, fields, None).await?;
    if to_balance.minor() > 0 {
        wallet.pay_in(to_balance)?;
    }
    subscription.charges.take_credited(invoice.id.cast(), &lines);
    if split.pre_payment_minor > 0 && split.pre_payment_minor == invoice.body.money.unpaid_minor() {
        subscription.open_invoices.retain(|open| open.id != invoice.id.cast());
    }
    Ok(changed)
}

/// Books what no note takes of a line.
async fn book(
    Changing { work, transaction, id, subscription, wallet }: &mut Changing<'_>,
    Rest { line, minor, off }: &Rest<'_>,
    location: &Record<Location>,
) -> Result<(), ApiError> {
    let mut fields = line.item(subscription);
    fields.quantity = values::Decimal::new(1, 0);
    fields.unit_amount = SignedAmount::of(-minor, subscription.currency);
    let item = InvoiceItem::new(fields, subscription.customer_id, location);
    let mut item = work.new_record(InvoiceItem { credits_dues_of: Some(id.cast()), ..item }, None);
    let inclusive = location.body.tax_inclusive;
    wallet.pay_in(booked_credit::book(work, transaction, item.id, &mut item.body, inclusive, off).await?)?;
    transaction.create(&item);
    if let Some(charged_for) = line.charged_for {
        subscription.charges.take_booked(charged_for, item.id, *minor);
    }
    Ok(())
}
