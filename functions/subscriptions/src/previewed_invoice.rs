//! An invoice as a preview shows it: by the arithmetic that makes the real one.

use agreements::subscription::{
    Subscription,
    charged_line::ChargedLine,
    charging::{self, Billed},
    credit_preview::{self, PreviewedNote},
};
use billing::subscription_lines::BilledAs;
use money_documents::{invoice::Invoice, invoice_line::InvoiceLine};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::Call;
use values::{Amount, ApiError, Currency, Day, Decimal, Id, Name, Percent, ShortText};
use wallets_and_journal::signed_amount::SignedAmount;

/// What would be invoiced.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PreviewedInvoice {
    /// Currency of its amounts.
    currency: Currency,
    /// Its lines, with what it would take of what waits for the customer's next invoice.
    lines: Vec<PreviewedLine>,
    /// Sum of the lines, in major units.
    subtotal: SignedAmount,
    /// Tax that is added, or included; below zero when more is credited than charged.
    tax: Option<SignedAmount>,
    /// What would be asked for. Below zero when more is credited than charged: so much less the customer owes then, by
    /// credit notes and what is booked, and an invoice of what is charged.
    total: Option<SignedAmount>,
    /// Credit notes that would be issued, when more is credited than charged.
    credit_notes: Vec<PreviewedCreditNote>,
    /// What no credit note takes of that, and would be booked to the customer's balance; tax included.
    booked_amount: Amount,
}

/// A credit note that a change would issue.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PreviewedCreditNote {
    /// The invoice that it would credit.
    invoice_id: Id<Invoice>,
    /// Number of that invoice.
    invoice_number: ShortText,
    /// What it would credit, tax included.
    total: Amount,
    /// What of that it would take off what is due of the invoice.
    pre_payment_amount: Amount,
    /// What of that would go to the customer's balance, and from there to open invoices.
    credit_amount: Amount,
}

/// A line of the previewed invoice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PreviewedInvoiceLine")]
pub struct PreviewedLine {
    /// What the customer reads.
    description: Name,
    /// Number of units billed by the line.
    quantity: Decimal,
    /// Price of one, in major units; below zero for what is credited.
    unit_amount: SignedAmount,
    /// Tax rate of the line, in percent.
    tax_rate: Percent,
    /// First local day that it is for.
    period_start: Option<Day>,
    /// Last local day that it is for.
    period_end: Option<Day>,
}

impl PreviewedInvoice {
    /// The invoice of this, with what it would take of what waits for the customer's next one; none when it makes none.
    ///
    /// # Errors
    /// 422 when an amount does not fit.
    pub async fn preview(
        call: &Call,
        id: Id<Subscription>,
        subscription: &Subscription,
        billed: &Billed,
    ) -> Result<Option<Self>, ApiError> {
        let currency = subscription.currency;
        let signed = |minor| SignedAmount::of(minor, currency);
        let location = call.get(subscription.location_id).await?;
        match Box::pin(charging::preview(call, id, subscription, &location, billed)).await? {
            BilledAs::Nothing => Ok(None),
            BilledAs::Credits(()) => {
                let amounts = billed.lines.iter().map(|line| line.input.quantity.times(line.input.unit_minor));
                let credits = Box::pin(credit_preview::preview(call, subscription, &location, billed)).await?;
                Ok(Some(Self {
                    currency,
                    lines: billed.lines.iter().map(|line| PreviewedLine::of(line, currency)).collect(),
                    subtotal: signed(billing::arithmetic::sum(amounts.collect::<Result<Vec<_>, _>>()?)?),
                    tax: Some(signed(credits.tax_minor)),
                    total: Some(signed(credits.total_minor)),
                    credit_notes: credits.notes.iter().map(|note| PreviewedCreditNote::of(note, currency)).collect(),
                    booked_amount: Amount::of(credits.booked_minor, currency),
                }))
            }
            BilledAs::Invoice(invoice) => Ok(Some(Self {
                currency,
                lines: invoice.items.iter().map(|line| PreviewedLine::of_invoice(line, currency)).collect(),
                subtotal: signed(invoice.subtotal_minor),
                tax: Some(signed(invoice.taxes.iter().map(|group| group.tax_minor).sum())),
                total: Some(signed(invoice.money.total_minor)),
                credit_notes: Vec::new(),
                booked_amount: Amount::default(),
            })),
        }
    }
}

impl PreviewedCreditNote {
    fn of(note: &PreviewedNote, currency: Currency) -> Self {
        let amount = |minor| Amount::of(minor, currency);
        Self {
            invoice_id: note.invoice_id,
            invoice_number: note.invoice_number.clone(),
            total: amount(note.total_minor),
            pre_payment_amount: amount(note.pre_payment_minor),
            credit_amount: amount(note.total_minor - note.pre_payment_minor),
        }
    }
}

impl PreviewedLine {
    fn of(line: &ChargedLine, currency: Currency) -> Self {
        let last = |(first, after): (Day, Day)| billing::period::plus_days(after, -1).map(|last| last.max(first));
        Self {
            description: line.description.clone(),
            quantity: line.input.quantity.decimal(),
            unit_amount: SignedAmount::of(line.input.unit_minor, currency),
            tax_rate: line.input.tax_rate,
            period_start: line.days.map(|(first, _)| first),
            period_end: line.days.and_then(last),
        }
    }

    fn of_invoice(line: &InvoiceLine, currency: Currency) -> Self {
        let input = &line.line.input;
        Self {
            description: line.description.clone(),
            quantity: input.quantity.decimal(),
            unit_amount: SignedAmount::of(input.unit_minor, currency),
            tax_rate: input.tax_rate,
            period_start: line.period_start,
            period_end: line.period_end,
        }
    }
}
