//! A document's arithmetic: rounded lines, a discount shared out over them, tax per rate, and their sum.

use serde::{Deserialize, Serialize};
use values::{ApiError, Currency, Money, Percent, tax::TaxCategory};

use super::{
    line::{Line, LineInput},
    tax::{TaxGroup, Taxed, taxed},
};
use crate::arithmetic::{Overflow, allocate, sum};

/// Most lines of a document.
pub const LINES_MAX: usize = 100;

/// An invoice's lines with everything that follows from them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Currency of every amount of the document.
    pub currency: Currency,
    /// Whether its prices include tax.
    pub tax_inclusive: bool,
    /// Lines with their discounts and taxes, in order.
    pub lines: Vec<Line>,
    /// Sum of the lines before discounts.
    pub subtotal_minor: i64,
    /// Sum of what is taken off them.
    pub discount_minor: i64,
    /// Tax by rate, lowest first.
    pub taxes: Vec<TaxGroup>,
    /// What is asked for, tax included.
    pub total_minor: i64,
}

/// Why lines make no document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentError {
    /// The document has no lines.
    Empty,
    /// There are more than 100.
    TooManyLines,
    /// More is taken off than there is.
    DiscountTooLarge,
    /// Its total is below zero: what is owed to a customer is a credit note or goes to their balance.
    NegativeTotal,
    /// An amount does not fit.
    Overflow,
}

impl From<Overflow> for DocumentError {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl From<DocumentError> for ApiError {
    /// 422, naming `items` or `discount_amount`.
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::Empty => Self::rule("items", "no_items", "an invoice has at least one item"),
            DocumentError::TooManyLines => Self::rule("items", "too_many", "an invoice has at most 100 items"),
            DocumentError::DiscountTooLarge => {
                Self::rule("discount_amount", "discount_too_large", "the discount is larger than what it is taken off")
            }
            DocumentError::NegativeTotal => {
                Self::rule("items", "negative_total", "an invoice asks for nothing or more, never for less")
            }
            DocumentError::Overflow => Overflow.into(),
        }
    }
}

impl Document {
    /// The document of these lines, with `discount_minor` taken off them all in proportion to their amounts.
    ///
    /// # Errors
    /// [`DocumentError`].
    pub fn new(
        currency: Currency,
        tax_inclusive: bool,
        inputs: &[LineInput],
        discount_minor: i64,
    ) -> Result<Self, DocumentError> {
        if inputs.is_empty() {
            return Err(DocumentError::Empty);
        }
        if inputs.len() > LINES_MAX {
            return Err(DocumentError::TooManyLines);
        }
        let mut lines = inputs.iter().map(|input| Line::new(*input)).collect::<Result<Vec<_>, _>>()?;
        discounted(&mut lines, discount_minor)?;
        let taxes = taxed(&mut lines, &[], tax_inclusive)?;
        let total_minor = sum(lines.iter().flat_map(|line| [line.net_minor, line.tax_minor]))?;
        if total_minor < 0 {
            return Err(DocumentError::NegativeTotal);
        }
        Ok(Self {
            currency,
            tax_inclusive,
            subtotal_minor: sum(lines.iter().map(|line| line.gross_minor))?,
            discount_minor: sum(lines.iter().map(|line| line.discount_minor))?,
            lines,
            taxes,
            total_minor,
        })
    }

    /// What is asked for.
    #[must_use]
    pub const fn total(&self) -> Money {
        Money::new(self.total_minor, self.currency)
    }

    /// What in it does not add up, for the check of a whole table.
    #[must_use]
    pub fn disagreements(&self) -> Vec<String> {
        let inputs: Vec<LineInput> = self.lines.iter().map(|line| line.input).collect();
        let of_lines = |line: &Line| Line::new(line.input).map_or(0, |line| line.discount_minor);
        let on_all = self.discount_minor - self.lines.iter().map(of_lines).sum::<i64>();
        match Self::new(self.currency, self.tax_inclusive, &inputs, on_all) {
            Ok(again) if again == *self => Vec::new(),
            Ok(again) => vec![format!("its total is {}, its lines make {}", self.total_minor, again.total_minor)],
            Err(error) => vec![format!("its lines make no document: {error:?}")],
        }
    }
}

/// Takes a discount off the lines that charge something, by largest remainder.
fn discounted(lines: &mut [Line], discount_minor: i64) -> Result<(), DocumentError> {
    let weights: Vec<i64> = lines.iter().map(|line| line.amount_minor.max(0)).collect();
    if discount_minor < 0 || discount_minor > sum(weights.iter().copied())? {
        return Err(DocumentError::DiscountTooLarge);
    }
    for (line, part) in lines.iter_mut().zip(allocate(discount_minor, &weights)) {
        line.discount_minor += part;
        line.amount_minor -= part;
        line.net_minor = line.amount_minor;
    }
    Ok(())
}

impl Taxed for Line {
    fn tax(&self) -> (Percent, Option<TaxCategory>) {
        (self.input.tax_rate, self.input.tax_category)
    }

    fn amount_minor(&self) -> i64 {
        self.amount_minor
    }

    fn set_tax(&mut self, net_minor: i64, tax_minor: i64) {
        (self.net_minor, self.tax_minor) = (net_minor, tax_minor);
    }
}

#[cfg(test)]
pub(crate) mod tests;
