//! An invoice as a preview shows it: by the arithmetic that makes the real one.

use billing::{
    documents::LineInput,
    subscription_lines::{LinesMake, lines_make},
};
use bookkeeping::{
    signed_amount::SignedAmount,
    subscription::{Subscription, charging::ChargedLine},
};
use schemars::JsonSchema;
use serde::Serialize;
use shared::{
    ApiError,
    domain::{Currency, Day, Decimal, Name, Percent},
};

/// What would be invoiced.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PreviewedInvoice {
    /// Currency of its amounts.
    currency: Currency,
    /// Its lines.
    lines: Vec<PreviewedLine>,
    /// Sum of the lines, in major units.
    subtotal: SignedAmount,
    /// Tax that is added, or included; null when more is credited than charged: that waits for the next invoice.
    tax: Option<SignedAmount>,
    /// What would be asked for; null when more is credited than charged.
    total: Option<SignedAmount>,
}

/// A line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PreviewedInvoiceLine")]
pub struct PreviewedLine {
    /// What the customer reads.
    description: Name,
    /// How many.
    quantity: Decimal,
    /// Price of one, in major units; below zero for what is credited.
    unit_amount: SignedAmount,
    /// Tax in percent.
    tax_rate: Percent,
    /// First local day that it is for.
    period_start: Option<Day>,
    /// Last local day that it is for.
    period_end: Option<Day>,
}

impl PreviewedInvoice {
    /// The invoice of these lines; none when they make none.
    ///
    /// # Errors
    /// 422 when an amount does not fit.
    pub fn of(subscription: &Subscription, lines: &[ChargedLine]) -> Result<Option<Self>, ApiError> {
        let currency = subscription.currency;
        let signed = |minor| SignedAmount::of(minor, currency);
        let inputs: Vec<LineInput> = lines.iter().map(|line| line.input).collect();
        let document = match lines_make(currency, subscription.tax_inclusive, &inputs)? {
            LinesMake::Nothing => return Ok(None),
            LinesMake::Waiting => None,
            LinesMake::Invoice(document) => Some(document),
        };
        let amounts = inputs.iter().map(|input| input.quantity.times(input.unit_minor));
        let subtotal = billing::arithmetic::sum(amounts.collect::<Result<Vec<_>, _>>()?)?;
        let tax = document.as_ref().map(|document| document.taxes.iter().map(|group| group.tax_minor).sum());
        Ok(Some(Self {
            currency,
            lines: lines.iter().map(|line| PreviewedLine::of(line, currency)).collect(),
            subtotal: signed(subtotal),
            tax: tax.map(signed),
            total: document.map(|document| signed(document.total_minor)),
        }))
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
}
