//! What becomes of what a subscription credits: credit notes on the invoices that charged it, the latest first; what no
//! note can take is booked, and taken off these invoices all the same. It is worked out before anything is written, so
//! that a preview shows it.

use billing::documents::{Credited, InvoiceStatus};
use money_documents::{
    CreditNote, InvoiceItem,
    creditable::{self, LineCredits, NOTE_ACTIONS, NOTES_AT_ONCE_MAX},
    crediting::{self, Crediting},
    invoice::Invoice,
    set_off::CHANGED_ACTIONS,
};
use store::{Record, Transaction};
use values::{ApiError, Id};
use work::UnitOfWork;

use super::{charged_line::ChargedLine, dues::ChargeOn, record::Subscription};

/// Invoices that are looked at for what they charged, the latest.
const LOOKED_AT_MAX: usize = 8;

/// What becomes of credits.
#[derive(Debug)]
pub(super) struct CreditPlan<'a> {
    /// Invoices that charged what is credited, the latest first.
    pub charging: Vec<Charging>,
    /// Lines of which no note takes all.
    pub rests: Vec<Rest<'a>>,
}

/// An invoice that charged something of what is credited.
#[derive(Debug)]
pub(super) struct Charging {
    /// As it was read.
    pub before: Record<Invoice>,
    /// With what is booked of it.
    pub after: Invoice,
    /// The note on it; none when it takes none.
    pub crediting: Option<Crediting>,
    notes: Vec<Record<CreditNote>>,
    credits: LineCredits,
}

/// A line that is credited, and what of it no note takes.
#[derive(Debug)]
pub(super) struct Rest<'a> {
    pub line: &'a ChargedLine,
    /// How much.
    pub minor: i64,
    /// What of that is taken off lines of invoices, with its tax there.
    pub off: Vec<Credited>,
}

/// Works out what becomes of credits on these invoices, with so many actions for notes and changes of invoices.
///
/// # Errors
/// 422 when an amount does not fit; 503 when the store cannot be read.
pub(super) async fn plan<'a>(
    work: &UnitOfWork,
    subscription: &Subscription,
    credits: Vec<&'a ChargedLine>,
    invoices: Vec<Record<Invoice>>,
    mut room: usize,
) -> Result<CreditPlan<'a>, ApiError> {
    let mut rests = Vec::with_capacity(credits.len());
    for line in credits {
        rests.push(Rest { line, minor: -line.input.quantity.times(line.input.unit_minor)?, off: Vec::new() });
    }
    let (mut charging, mut noted) = (Vec::new(), 0);
    for before in invoices {
        if rests.iter().all(|rest| rest.minor == 0) {
            break;
        }
        let notes = crediting::read_notes(work, &before.body).await?;
        let (after, credits) = (before.body.clone(), LineCredits::new());
        let mut one = Charging { before, after, crediting: None, notes, credits };
        if noted < NOTES_AT_ONCE_MAX && room >= NOTE_ACTIONS && one.take_note(subscription, &mut rests)? {
            (noted, room) = (noted + 1, room - NOTE_ACTIONS);
        }
        charging.push(one);
    }
    for rest in &mut rests {
        for one in &mut charging {
            let needed = if one.is_changed() { 0 } else { CHANGED_ACTIONS };
            if rest.minor > 0 && room >= needed && one.book_off(subscription, rest) {
                room -= needed;
            }
        }
    }
    rests.retain(|rest| rest.minor > 0);
    Ok(CreditPlan { charging, rests })
}

/// The invoices that charge what is credited, the latest first; none that `transaction` writes already.
///
/// # Errors
/// 503 when the store cannot be read.
pub(super) async fn read_charging(
    work: &UnitOfWork,
    transaction: &Transaction,
    subscription: &Subscription,
    credits: &[&ChargedLine],
) -> Result<Vec<Record<Invoice>>, ApiError> {
    let is_credited = |charged_for| credits.iter().any(|line| line.charged_for == Some(charged_for));
    let mut ids: Vec<Id<Invoice>> = Vec::new();
    for on in subscription.charges.charged_on().filter(|on| is_credited(on.charged_for)) {
        if !ids.contains(&on.invoice) && !transaction.has(on.invoice) && ids.len() < LOOKED_AT_MAX {
            ids.push(on.invoice);
        }
    }
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut invoices = work.store.find_all(work.tenant(), &ids).await?;
    invoices.retain(|invoice| matches!(invoice.body.status, InvoiceStatus::Issued | InvoiceStatus::Paid));
    invoices.sort_by_key(|invoice| ids.iter().position(|id| *id == invoice.id));
    Ok(invoices)
}

impl Charging {
    /// Whether it is to be written.
    pub fn is_changed(&self) -> bool {
        self.crediting.is_some() || self.after.booked != self.before.body.booked
    }

    /// What payments paid of it and notes have not promised back.
    pub fn refundable_minor(&self) -> i64 {
        crediting::refundable_minor(&self.before.body, &self.notes)
    }

    /// Has a note take what it can of what is credited; whether there is one.
    fn take_note(&mut self, subscription: &Subscription, rests: &mut [Rest<'_>]) -> Result<bool, ApiError> {
        for on in subscription.charges.charged_on().filter(|on| on.invoice == self.before.id) {
            let mut of_invoice = on.minor;
            for rest in rests.iter_mut().filter(|rest| rest.line.charged_for == Some(on.charged_for)) {
                for line in on.lines.iter().map(|line| line.cast()) {
                    let wanted = rest.minor.min(of_invoice).min(self.line_left_minor(line));
                    if wanted <= 0 {
                        continue;
                    }
                    let (invoice, credits) = (&self.before.body, &self.credits);
                    let minor = creditable::creditable_minor(invoice, &self.notes, credits, line, wanted);
                    if minor > 0 {
                        *self.credits.entry(line).or_default() += minor;
                        rest.minor -= minor;
                        of_invoice -= minor;
                    }
                }
            }
        }
        if !self.credits.is_empty() {
            self.crediting = Some(creditable::crediting_of(&self.before.body, &self.notes, &self.credits)?);
        }
        Ok(self.crediting.is_some())
    }

    /// Takes off its lines, without a note, what it charged of a rest; whether that is anything.
    fn book_off(&mut self, subscription: &Subscription, rest: &mut Rest<'_>) -> bool {
        let noted = self.crediting.as_ref().map(|crediting| crediting.note.lines.clone()).unwrap_or_default();
        let charges = subscription.charges.charged_on();
        let is_own = |on: &ChargeOn<'_>| on.invoice == self.before.id && rest.line.charged_for == Some(on.charged_for);
        let mut to_book = rest.minor - rest.off.iter().map(|off| off.amount_minor).sum::<i64>();
        let mut is_any = false;
        for on in charges.filter(is_own).collect::<Vec<_>>() {
            let mut of_invoice = on.minor - on.lines.iter().map(|line| self.credited_minor(line.cast())).sum::<i64>();
            for line in on.lines.iter().map(|line| line.cast()) {
                let wanted = to_book.min(of_invoice).min(self.line_left_minor(line));
                if wanted > 0
                    && let Some(off) = self.after.book_off(&self.notes, &noted, line, wanted)
                {
                    (to_book, of_invoice) = (to_book - wanted, of_invoice - wanted);
                    rest.off.push(off);
                    is_any = true;
                }
            }
        }
        is_any
    }

    fn credited_minor(&self, line: Id<InvoiceItem>) -> i64 {
        self.credits.get(&line).copied().unwrap_or_default()
    }

    /// What notes, what is booked and what is to be credited leave of a line.
    fn line_left_minor(&self, line: Id<InvoiceItem>) -> i64 {
        self.after.line_left_minor(&self.notes, line) - self.credited_minor(line)
    }
}
