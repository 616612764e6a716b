//! Amounts, tax and lines, which an invoice and a credit note share.

use billing::documents::TaxGroup;
use money_documents::exemption_reason::{ExemptionReason, reason_of};
use values::{ApiError, Currency, Day, Decimal, Money, Percent, tax::TaxCategory};

use super::element::Element;

/// One (`C62`), the unit of whatever is counted.
const ONE: &str = "C62";

/// Amounts of one currency.
#[derive(Clone, Copy, Debug)]
pub struct Amounts(pub Currency);

impl Amounts {
    /// Amounts of a currency that the standard can express: it allows two decimals (BR-DEC).
    ///
    /// # Errors
    /// 422 naming `currency`.
    pub fn of(currency: Currency) -> Result<Self, ApiError> {
        if currency.decimals() > 2 {
            let message = format!("EN 16931 has amounts of two decimals, {currency} has {}", currency.decimals());
            return Err(ApiError::rule("currency", "too_many_decimals", message));
        }
        Ok(Self(currency))
    }

    /// An amount in major units.
    #[must_use]
    pub fn major(self, minor: i64) -> Decimal {
        Money::new(minor, self.0).amount()
    }

    /// With an amount in an element.
    #[must_use]
    pub fn with(self, element: Element, name: &str, minor: i64) -> Element {
        element.amount(name, self.0, self.major(minor))
    }
}

/// Tax by rate and category, with the reasons of what is not taxed.
#[must_use]
pub fn tax_total(amounts: Amounts, groups: &[TaxGroup], reasons: &[ExemptionReason]) -> Element {
    let sum: i64 = groups.iter().map(|group| group.tax_minor).sum();
    let subtotal = |total: Element, group: &TaxGroup| {
        let inner = amounts.with(Element::default(), "cbc:TaxableAmount", group.taxable_minor);
        let inner = amounts.with(inner, "cbc:TaxAmount", group.tax_minor);
        let category = tax_category(group.category(), group.rate, &reason_of(group.category(), reasons));
        total.child("cac:TaxSubtotal", &inner.child("cac:TaxCategory", &category))
    };
    groups.iter().fold(amounts.with(Element::default(), "cbc:TaxAmount", sum), subtotal)
}

/// Sums: of lines without tax, with it, what was paid before, and what is to be paid.
#[must_use]
pub fn monetary_total(amounts: Amounts, groups: &[TaxGroup], total_minor: i64, prepaid_minor: i64) -> Element {
    let net_minor: i64 = groups.iter().map(|group| group.taxable_minor).sum();
    [
        ("cbc:LineExtensionAmount", net_minor),
        ("cbc:TaxExclusiveAmount", net_minor),
        ("cbc:TaxInclusiveAmount", total_minor),
        ("cbc:PrepaidAmount", prepaid_minor),
        ("cbc:PayableAmount", total_minor - prepaid_minor),
    ]
    .into_iter()
    .fold(Element::default(), |total, (name, minor)| amounts.with(total, name, minor))
}

/// A line of a document.
#[derive(Clone, Debug)]
pub struct UblLine<'a> {
    /// Its number in the document, from 1.
    pub number: usize,
    /// What the customer reads.
    pub description: &'a str,
    /// Quantity of the line, as the document has it.
    pub quantity: Decimal,
    /// What it comes to without tax.
    pub net_minor: i64,
    /// Price of one without tax and what is taken off; none where prices include tax, whose net price need not be a
    /// whole number of minor units.
    pub priced: Option<(i64, i64)>,
    /// The rate of its tax, and the category.
    pub tax: (Percent, TaxCategory),
    /// First and last day that it is for.
    pub period: (Option<Day>, Option<Day>),
}

impl UblLine<'_> {
    /// The line, whose quantity stands in the element `quantity`. A price is never below zero (BR-27), so a line below
    /// zero has a quantity below zero.
    #[must_use]
    pub fn element(&self, amounts: Amounts, quantity: &str) -> Element {
        let below_zero = self.priced.map_or(self.net_minor, |(unit_minor, _)| unit_minor) < 0;
        let sign = if below_zero { "-" } else { "" };
        let line =
            Element::default().text("cbc:ID", self.number).quantity(quantity, ONE, format!("{sign}{}", self.quantity));
        let line = amounts
            .with(line, "cbc:LineExtensionAmount", self.net_minor)
            .child("cac:InvoicePeriod", &period(self.period));
        let line = match self.priced {
            Some((_, discount_minor)) if discount_minor != 0 => {
                line.child("cac:AllowanceCharge", &allowance(amounts, discount_minor))
            }
            Some(_) | None => line,
        };
        let item = Element::default()
            .text("cbc:Name", self.description)
            .child("cac:ClassifiedTaxCategory", &tax_category(self.tax.1, self.tax.0, ""));
        line.child("cac:Item", &item).child("cac:Price", &self.price(amounts))
    }

    /// The price of one, or of the whole quantity.
    fn price(&self, amounts: Amounts) -> Element {
        match self.priced {
            Some((unit_minor, _)) => amounts.with(Element::default(), "cbc:PriceAmount", unit_minor.abs()),
            None => amounts.with(Element::default(), "cbc:PriceAmount", self.net_minor.abs()).quantity(
                "cbc:BaseQuantity",
                ONE,
                self.quantity,
            ),
        }
    }
}

/// Days that something is for.
#[must_use]
pub fn period((start, end): (Option<Day>, Option<Day>)) -> Element {
    let day = |day: Option<Day>| day.map(|day| day.to_string()).unwrap_or_default();
    Element::default().text("cbc:StartDate", day(start)).text("cbc:EndDate", day(end))
}

/// What is taken off a line, or comes on top of one below zero.
fn allowance(amounts: Amounts, discount_minor: i64) -> Element {
    let element = Element::default()
        .text("cbc:ChargeIndicator", discount_minor < 0)
        .text("cbc:AllowanceChargeReason", "Discount");
    amounts.with(element, "cbc:Amount", discount_minor.abs())
}

/// A category with its rate, which what is outside the scope of tax does not have (BR-O-05), and why nothing is asked
/// for: in words, and by the code that says the same where there is one (VATEX, the code list of BT-121).
fn tax_category(category: TaxCategory, rate: Percent, reason: &str) -> Element {
    let percent = if category == TaxCategory::OutsideScope { String::new() } else { rate.decimal().to_string() };
    let code = match category {
        TaxCategory::ReverseCharge => "VATEX-EU-AE",
        TaxCategory::OutsideScope => "VATEX-EU-O",
        TaxCategory::Export => "VATEX-EU-G",
        TaxCategory::IntraCommunity => "VATEX-EU-IC",
        TaxCategory::Standard | TaxCategory::ZeroRated | TaxCategory::Exempt => "",
    };
    Element::default()
        .text("cbc:ID", category.code())
        .text("cbc:Percent", percent)
        .text("cbc:TaxExemptionReasonCode", if reason.is_empty() { "" } else { code })
        .text("cbc:TaxExemptionReason", reason)
        .child("cac:TaxScheme", &Element::default().text("cbc:ID", "VAT"))
}
