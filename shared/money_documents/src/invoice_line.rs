//! A line of an invoice: a copy of its item with its amounts, which an issue freezes.

use billing::documents::{InvoiceItem as LineId, ItemKind, Line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Currency, Day, Decimal, Id, Name, Percent};
use wallets_and_journal::signed_amount::SignedAmount;

/// A stored line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InvoiceLine {
    /// What the customer reads.
    pub description: Name,
    /// First day of the period it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_start: Option<Day>,
    /// Last day of the period it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_end: Option<Day>,
    /// What owes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_id: Option<Id<()>>,
    /// Its amounts.
    pub line: Line,
}

impl InvoiceLine {
    /// The wire form.
    #[must_use]
    pub fn view(&self, currency: Currency) -> InvoiceLineView {
        let amount = |minor| SignedAmount::of(minor, currency);
        let line = &self.line;
        InvoiceLineView {
            id: line.input.id,
            kind: line.input.kind,
            description: self.description.clone(),
            quantity: line.input.quantity.decimal(),
            unit_amount: amount(line.input.unit_minor),
            discount_percent: line.input.discount,
            tax_rate: line.input.tax_rate,
            period_start: self.period_start,
            period_end: self.period_end,
            source_id: self.source_id,
            subtotal: amount(line.gross_minor),
            discount: amount(line.discount_minor),
            amount: amount(line.amount_minor),
            net_amount: amount(line.net_minor),
            tax: amount(line.tax_minor),
        }
    }
}

/// A line of an invoice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "InvoiceLine")]
pub struct InvoiceLineView {
    /// The invoice item.
    pub id: Id<LineId>,
    /// What it is for.
    pub kind: ItemKind,
    /// What the customer reads.
    pub description: Name,
    /// How many.
    pub quantity: Decimal,
    /// Price of one.
    pub unit_amount: SignedAmount,
    /// Discount on it alone.
    pub discount_percent: Percent,
    /// Tax on it.
    pub tax_rate: Percent,
    /// First day of the period it is for.
    pub period_start: Option<Day>,
    /// Last day of the period it is for.
    pub period_end: Option<Day>,
    /// What owes it.
    pub source_id: Option<Id<()>>,
    /// Quantity times price.
    pub subtotal: SignedAmount,
    /// What is taken off, its share of the invoice's discount included.
    pub discount: SignedAmount,
    /// What is left: with tax where prices include it, otherwise without.
    pub amount: SignedAmount,
    /// What is left without tax.
    pub net_amount: SignedAmount,
    /// Its share of the tax of its rate.
    pub tax: SignedAmount,
}
