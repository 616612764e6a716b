//! Credit notes: what is taken off the lines of an issued invoice, and what becomes of it.
//!
//! What a note credits of a line, and its tax, are what the credited sum grows by. So the notes of an invoice, however
//! many, add up to exactly the invoice when all of it is credited.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use values::{ApiError, Id, Percent, tax::TaxCategory};

use super::{
    document::Document,
    line::{InvoiceItem, Line, Quantity},
    tax::{TaxGroup, Taxed, taxed},
};
use crate::arithmetic::{Overflow, share, sum};

/// What to credit of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CreditRequest {
    /// Identifier of the invoice line that is credited.
    pub item: Id<InvoiceItem>,
    /// How much of it.
    pub credit: Credit,
}

/// How much of a line to credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credit {
    /// So many of its quantity, with their share of its discount.
    Quantity(Quantity),
    /// So much of its amount: with tax where prices include it. Below zero for a line below zero.
    Amount(i64),
}

/// A line of a credit note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credited {
    /// The line of the invoice.
    pub item: Id<InvoiceItem>,
    /// How many of its quantity; none when an amount was credited.
    pub quantity: Option<Quantity>,
    /// What is credited, on the terms of the line: with tax where prices include it.
    pub amount_minor: i64,
    /// Credited amount without tax, in minor units.
    pub net_minor: i64,
    /// Credited tax, in minor units.
    pub tax_minor: i64,
    /// Tax rate of the invoice line, in percent.
    pub tax_rate: Percent,
    /// Category of the invoice line's tax, where that isn't the one of a plain rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_category: Option<TaxCategory>,
}

impl Credited {
    /// Category of its tax.
    #[must_use]
    pub fn category(&self) -> TaxCategory {
        self.tax_category.unwrap_or_else(|| TaxCategory::of_rate(self.tax_rate))
    }
}

/// What a credit note credits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditNote {
    /// Lines of the note, one for each credited line of the invoice.
    pub lines: Vec<Credited>,
    /// Tax by rate, lowest first.
    pub taxes: Vec<TaxGroup>,
    /// What is credited, tax included.
    pub total_minor: i64,
}

/// Why lines cannot be credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreditNoteError {
    /// The note credits no lines.
    Empty,
    /// The invoice has no such line.
    UnknownItem {
        /// Which of the lines asked for.
        index: usize,
    },
    /// A line is named twice.
    Repeated {
        /// Which of the lines asked for.
        index: usize,
    },
    /// More is to be credited of a line than is left of it.
    AboveRest {
        /// Which of the lines asked for.
        index: usize,
        /// What is left of it.
        rest_minor: i64,
    },
    /// The whole is nothing or less, or more than what is left of the invoice.
    Total {
        /// What is left of the invoice.
        rest_minor: i64,
    },
    /// What is given back of what was paid is not divided in full.
    NotDivided {
        /// What is to be divided.
        post_payment_minor: i64,
    },
    /// More is to be refunded than payments paid.
    AbovePaid {
        /// What can be refunded.
        refundable_minor: i64,
    },
    /// An amount does not fit.
    Overflow,
}

impl From<Overflow> for CreditNoteError {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<CreditNoteError> for ApiError {
    /// 422, naming the line or the part.
    fn from(error: CreditNoteError) -> Self {
        let line = |index: usize, name: &str| format!("lines[{index}].{name}");
        match error {
            CreditNoteError::Empty => Self::rule("lines", "no_lines", "a credit note has at least one line"),
            CreditNoteError::UnknownItem { index } => {
                Self::rule(line(index, "invoice_item_id"), "reference_not_found", "the invoice has no such line")
            }
            CreditNoteError::Repeated { index } => {
                Self::rule(line(index, "invoice_item_id"), "repeated", "a line is credited once a note")
            }
            CreditNoteError::AboveRest { index, .. } => {
                Self::rule(line(index, "amount"), "above_rest", "more than is left of the line")
            }
            CreditNoteError::Total { .. } => Self::rule(
                "lines",
                "above_rest",
                "a credit note is above nothing and at most what is left of the invoice",
            ),
            CreditNoteError::NotDivided { .. } => Self::rule(
                "credit_amount",
                "not_divided",
                "credit_amount, refund_amount and out_of_band_amount make up what was paid of the credited amount",
            ),
            CreditNoteError::AbovePaid { .. } => {
                Self::rule("refund_amount", "above_amount_paid", "more than payments paid of the invoice")
            }
            CreditNoteError::Overflow => Overflow.into(),
        }
    }
}

/// What notes have credited of a line before.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    amount_minor: i64,
    quantity: i64,
}

impl CreditNote {
    /// The note that credits these lines of an invoice of which `earlier` lines of valid notes were credited before.
    ///
    /// # Errors
    /// [`CreditNoteError`].
    pub fn new(invoice: &Document, earlier: &[Credited], requests: &[CreditRequest]) -> Result<Self, CreditNoteError> {
        if requests.is_empty() {
            return Err(CreditNoteError::Empty);
        }
        let before = credited_before(earlier);
        let mut named = BTreeSet::new();
        let mut lines = Vec::with_capacity(requests.len());
        for (index, request) in requests.iter().enumerate() {
            if !named.insert(request.item) {
                return Err(CreditNoteError::Repeated { index });
            }
            let line = invoice.lines.iter().find(|line| line.input.id == request.item);
            let line = line.ok_or(CreditNoteError::UnknownItem { index })?;
            let before = before.get(&request.item).copied().unwrap_or_default();
            let (quantity, amount_minor) = credited(line, before, request.credit, index)?;
            lines.push(Credited {
                item: request.item,
                quantity,
                amount_minor,
                net_minor: 0,
                tax_minor: 0,
                tax_rate: line.input.tax_rate,
                tax_category: line.input.tax_category,
            });
        }
        let taxes = taxed(&mut lines, earlier, invoice.tax_inclusive)?;
        let total_minor = sum(lines.iter().flat_map(|line| [line.net_minor, line.tax_minor]))?;
        let credited_minor = sum(earlier.iter().flat_map(|line| [line.net_minor, line.tax_minor]))?;
        let rest_minor = invoice.total_minor - credited_minor;
        if total_minor <= 0 || total_minor > rest_minor {
            return Err(CreditNoteError::Total { rest_minor });
        }
        Ok(Self { lines, taxes, total_minor })
    }
}

fn credited_before(earlier: &[Credited]) -> BTreeMap<Id<InvoiceItem>, Before> {
    let mut before: BTreeMap<Id<InvoiceItem>, Before> = BTreeMap::new();
    for line in earlier {
        let entry = before.entry(line.item).or_default();
        entry.amount_minor += line.amount_minor;
        entry.quantity += line.quantity.map_or(0, Quantity::ten_thousandths);
    }
    before
}

/// What is credited of one line.
fn credited(
    line: &Line,
    before: Before,
    credit: Credit,
    index: usize,
) -> Result<(Option<Quantity>, i64), CreditNoteError> {
    let rest_minor = line.amount_minor - before.amount_minor;
    let above = CreditNoteError::AboveRest { index, rest_minor };
    let (quantity, amount_minor) = match credit {
        Credit::Amount(minor) => (None, minor),
        Credit::Quantity(quantity) => {
            let (of, all) = (quantity.ten_thousandths(), line.input.quantity.ten_thousandths());
            let reached = before.quantity + of;
            if reached > all {
                return Err(above);
            }
            let minor = share(line.amount_minor, reached, all)? - share(line.amount_minor, before.quantity, all)?;
            (Some(quantity), minor)
        }
    };
    let has_its_sign = amount_minor.signum() == line.amount_minor.signum();
    if !has_its_sign || amount_minor.abs() > rest_minor.abs() {
        return Err(above);
    }
    Ok((quantity, amount_minor))
}

impl Taxed for Credited {
    fn tax(&self) -> (Percent, Option<TaxCategory>) {
        (self.tax_rate, self.tax_category)
    }

    fn amount_minor(&self) -> i64 {
        self.amount_minor
    }

    fn set_tax(&mut self, net_minor: i64, tax_minor: i64) {
        (self.net_minor, self.tax_minor) = (net_minor, tax_minor);
    }
}

#[cfg(test)]
mod tests;
