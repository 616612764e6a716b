//! How the price of a booking came about: lines, discounts and tax, in minor units.

use records::{AskedTax, TaxRate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Amount, Currency, Id, LongText, Money, Percent};

use crate::resource::Resource;

/// A price with the lines it is made of. Each line is rounded once, and the total is their sum.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceBreakdown {
    /// One line per resource and rate.
    pub rate_lines: Vec<RateLine>,
    /// One line per discount; amounts are positive and subtracted.
    pub discount_lines: Vec<DiscountLine>,
    /// Lines minus discounts, without tax unless prices include it.
    pub subtotal_minor: i64,
    /// One line per tax rate.
    pub tax_lines: Vec<TaxLine>,
    /// Tax rate by date that all of it is taxed at; none where plain rates are, or several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// Whether parts of it ask for different tax rates by date, whatever these are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_several_taxes: bool,
    /// What is charged, tax included.
    pub total_minor: i64,
    /// What of that falls to each resource, in the order of the rate lines; only when there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares_minor: Vec<i64>,
}

/// What one resource costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateLine {
    /// Resource whose time the line charges.
    pub resource_id: Id<Resource>,
    /// Minutes of the booking that are charged.
    pub minutes: i64,
    /// Units of the resource that are charged.
    pub units: u32,
    /// Price before discounts, in minor units.
    pub amount_minor: i64,
}

/// What is taken off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiscountLine {
    /// What for, such as the plan's name.
    pub description: LongText,
    /// Discount in percent of what it applies to.
    pub percent: Percent,
    /// What is taken off, positive, in minor units.
    pub amount_minor: i64,
}

/// Tax at one rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxLine {
    /// Tax rate in percent of `taxable_minor`.
    pub rate: Percent,
    /// What is taxed, without the tax.
    pub taxable_minor: i64,
    /// The tax at this rate, in minor units.
    pub amount_minor: i64,
    /// Whether the prices included it already.
    pub inclusive: bool,
}

impl PriceBreakdown {
    /// What the customer is charged, tax included.
    #[must_use]
    pub const fn total(&self, currency: Currency) -> Money {
        Money::new(self.total_minor, currency)
    }

    /// Whether it says the same as another one. One that was stored before shares were kept has none.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        let without_shares = |price: &Self| Self { shares_minor: Vec::new(), ..price.clone() };
        without_shares(self) == without_shares(other)
    }

    /// The one rate at which all of it is taxed; none when there are several.
    #[must_use]
    fn tax_rate(&self) -> Option<Percent> {
        let net = |line: &TaxLine| line.taxable_minor + if line.inclusive { line.amount_minor } else { 0 };
        let mut taxed = self.tax_lines.iter().filter(|line| net(line) > 0);
        let Some(first) = taxed.next() else {
            return Some(if self.subtotal_minor == 0 {
                self.tax_lines.first().map_or(Percent::ZERO, |line| line.rate)
            } else {
                Percent::ZERO
            });
        };
        (net(first) == self.subtotal_minor).then_some(first.rate)
    }

    /// The one tax that all of it asks for; none when there are several.
    #[must_use]
    pub fn tax(&self) -> Option<AskedTax> {
        let rate = self.tax_rate().filter(|_| !self.has_several_taxes)?;
        Some(AskedTax { rate, tax_rate_id: self.tax_rate_id })
    }

    /// The breakdown as answers show it, in major units.
    #[must_use]
    pub fn view(&self, currency: Currency) -> PriceBreakdownView {
        let amount = |minor| Amount::of(minor, currency);
        PriceBreakdownView {
            rate_lines: self
                .rate_lines
                .iter()
                .map(|line| RateLineView {
                    resource_id: line.resource_id,
                    minutes: line.minutes,
                    units: line.units,
                    amount: amount(line.amount_minor),
                })
                .collect(),
            discount_lines: self
                .discount_lines
                .iter()
                .map(|line| DiscountLineView {
                    description: line.description.clone(),
                    percent: line.percent,
                    amount: amount(line.amount_minor),
                })
                .collect(),
            subtotal: amount(self.subtotal_minor),
            tax_lines: self
                .tax_lines
                .iter()
                .map(|line| TaxLineView {
                    rate: line.rate,
                    taxable: amount(line.taxable_minor),
                    amount: amount(line.amount_minor),
                    inclusive: line.inclusive,
                })
                .collect(),
            total: amount(self.total_minor),
        }
    }
}

/// How a price came about, in major units.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PriceBreakdown")]
pub struct PriceBreakdownView {
    /// One line per resource and rate.
    pub rate_lines: Vec<RateLineView>,
    /// One line per discount; amounts are positive and subtracted.
    pub discount_lines: Vec<DiscountLineView>,
    /// Rate lines minus discount lines, without tax unless prices include it.
    pub subtotal: Amount,
    /// One line per tax rate.
    pub tax_lines: Vec<TaxLineView>,
    /// What is charged, tax included.
    pub total: Amount,
}

/// What one resource costs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "RateLine")]
pub struct RateLineView {
    /// Resource whose time the line charges.
    pub resource_id: Id<Resource>,
    /// Minutes of the booking that are charged.
    pub minutes: i64,
    /// Units of the resource that are charged.
    pub units: u32,
    /// Price before discounts, in major units.
    pub amount: Amount,
}

/// What is taken off.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "DiscountLine")]
pub struct DiscountLineView {
    /// What the discount is for, such as the plan's name.
    pub description: LongText,
    /// The rate in percent.
    pub percent: Percent,
    /// What is taken off, positive, in major units.
    pub amount: Amount,
}

/// Tax at one rate.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "TaxLine")]
pub struct TaxLineView {
    /// The rate in percent.
    pub rate: Percent,
    /// What is taxed, without the tax.
    pub taxable: Amount,
    /// The tax at this rate, in major units.
    pub amount: Amount,
    /// Whether the prices included it already.
    pub inclusive: bool,
}
