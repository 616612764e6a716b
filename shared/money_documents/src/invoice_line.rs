//! A line of an invoice: a copy of its item with its amounts, which an issue freezes.

use billing::documents::{InvoiceItem as LineId, ItemKind, Line};
use records::{AskedTax, TaxRate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Currency, Day, Decimal, Id, Name, Percent, tax::TaxCategory};
use wallets_and_journal::signed_amount::SignedAmount;

/// A line of an invoice, as it is stored.
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
    /// Record that owes it, such as a booking; none when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_id: Option<Id<()>>,
    /// Tax rate by date that was asked for; none where a plain rate was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// Local day whose tax rate applies, where that is not the first of the period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_point: Option<Day>,
    /// Rate that was asked for, where the line is taxed otherwise: because of its tax point, or of who buys it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_tax_rate: Option<Percent>,
    /// Quantity, price, discount and tax of the line.
    pub line: Line,
}

impl InvoiceLine {
    /// The tax that was asked for.
    #[must_use]
    pub fn asked_tax(&self) -> AskedTax {
        let rate = self.asked_tax_rate.unwrap_or(self.line.input.tax_rate);
        AskedTax { rate, tax_rate_id: self.tax_rate_id }
    }

    /// The line as answers show it, with amounts in this currency.
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
            tax_category: line.input.category(),
            tax_rate_id: self.tax_rate_id,
            tax_point: self.tax_point,
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
    /// Identifier of the invoice item that the line stands for.
    pub id: Id<LineId>,
    /// What it is for.
    pub kind: ItemKind,
    /// What the customer reads.
    pub description: Name,
    /// How many of the item are charged, with at most four decimals.
    pub quantity: Decimal,
    /// Price of one in major units; below zero for a credit.
    pub unit_amount: SignedAmount,
    /// Discount on it alone.
    pub discount_percent: Percent,
    /// Tax rate of the line in percent.
    pub tax_rate: Percent,
    /// Category of its tax, as EN 16931 has it.
    pub tax_category: TaxCategory,
    /// Tax rate by date that it is taxed at; null where a plain rate was asked for.
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// Local day whose tax rate applies; null where that is `period_start`, and without that the day of the invoice.
    pub tax_point: Option<Day>,
    /// First day of the period it is for.
    pub period_start: Option<Day>,
    /// Last day of the period it is for.
    pub period_end: Option<Day>,
    /// Record that owes it, such as a booking; null when there is none.
    pub source_id: Option<Id<()>>,
    /// Quantity times unit price, in major units, before discounts.
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
