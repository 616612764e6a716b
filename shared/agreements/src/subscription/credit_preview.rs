//! What a change would credit, by the plan that is carried out.

use billing::documents::{Document, LineInput, Quantity};
use money_documents::{booked_credit, invoice::Invoice, taxing::read_tax_of_customer};
use records::Location;
use store::{Record, transaction::ACTIONS_MAX};
use values::{ApiError, Id, ShortText};
use work::UnitOfWork;

use super::{
    charging::Billed,
    credit_plan::{plan, read_charging},
    crediting_dues::{parted, reserved},
    record::Subscription,
};

/// What would be credited, and charged beside it.
#[derive(Clone, Debug, Default)]
pub struct PreviewedCredits {
    /// Credit notes that would be issued.
    pub notes: Vec<PreviewedNote>,
    /// What would be booked because no note takes it, with tax.
    pub booked_minor: i64,
    /// Tax of what is charged, less that of what is credited.
    pub tax_minor: i64,
    /// What is charged, less what is credited, with tax.
    pub total_minor: i64,
}

/// A credit note that would be issued.
#[derive(Clone, Debug)]
pub struct PreviewedNote {
    /// The invoice that it would credit.
    pub invoice_id: Id<Invoice>,
    /// Its number.
    pub invoice_number: ShortText,
    /// What it would credit, with tax.
    pub total_minor: i64,
    /// What of that it would take off what is due.
    pub pre_payment_minor: i64,
}

/// Works out what `billed` credits of a subscription; nothing is written.
///
/// # Errors
/// 422 when an amount does not fit; 503 when the store cannot be read.
pub async fn preview(
    work: &UnitOfWork,
    subscription: &Subscription,
    location: &Record<Location>,
    billed: &Billed,
) -> Result<PreviewedCredits, ApiError> {
    let (credits, charges) = parted(billed);
    let (currency, tax_inclusive) = (subscription.currency, location.body.tax_inclusive);
    let room = ACTIONS_MAX.saturating_sub(reserved(credits.len(), &charges));
    let invoices = read_charging(work, &work.transaction(), subscription, &credits).await?;
    let planned = Box::pin(plan(work, subscription, credits, invoices, room)).await?;
    let mut previewed = PreviewedCredits::default();
    for one in planned.charging {
        let Some(crediting) = one.crediting else { continue };
        previewed.tax_minor -= crediting.note.taxes.iter().map(|group| group.tax_minor).sum::<i64>();
        previewed.total_minor -= crediting.note.total_minor;
        previewed.notes.push(PreviewedNote {
            invoice_id: one.before.id,
            invoice_number: one.before.body.number.unwrap_or_default(),
            total_minor: crediting.note.total_minor,
            pre_payment_minor: crediting.split.pre_payment_minor,
        });
    }
    let customer = read_tax_of_customer(work, subscription.customer_id).await?;
    for rest in planned.rests {
        let input = if rest.off.is_empty() { rest.line.taxed(&customer) } else { rest.line.input };
        let credit = LineInput { quantity: Quantity::ONE, unit_minor: rest.minor, ..input };
        let booked = booked_credit::document_of(currency, tax_inclusive, credit, &rest.off)?;
        previewed.add(&booked, -1);
        previewed.booked_minor += booked.total_minor;
    }
    if !charges.is_empty() {
        let inputs: Vec<LineInput> = charges.iter().map(|line| line.taxed(&customer)).collect();
        previewed.add(&Document::new(currency, tax_inclusive, &inputs, 0)?, 1);
    }
    Ok(previewed)
}

impl PreviewedCredits {
    fn add(&mut self, document: &Document, sign: i64) {
        self.tax_minor += sign * document.taxes.iter().map(|group| group.tax_minor).sum::<i64>();
        self.total_minor += sign * document.total_minor;
    }
}
