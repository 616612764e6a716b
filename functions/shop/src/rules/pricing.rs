//! What an order costs: by the rules of invoices, so that what a preview says is what the order and its invoice say.

use billing::{
    arithmetic::{share_up, times},
    documents::{Document, ItemKind, Line, LineInput, Quantity},
    settlement::Owed,
};
use records::AskedTax;
use values::{ApiError, Currency, Id, Percent, money::AMOUNT_MAX};

use crate::records::{option::ShopOption, order::ShopOrder, order_item::OrderItem, product::ProductKind};

/// What prices depend on besides the option.
#[derive(Clone, Copy, Debug)]
pub struct PricingTerms {
    /// Currency of all prices: that of the location.
    pub currency: Currency,
    /// Whether its prices include tax.
    pub tax_inclusive: bool,
    /// The best discount of the customer's plans on goods.
    pub on_goods: Percent,
    /// The same on credit packages.
    pub on_packages: Percent,
    /// Whether discounts reduce prices in credits too.
    pub discounts_apply_to_credits: bool,
}

/// What is to be priced.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Identifier that the item of the order has.
    pub id: Id<OrderItem>,
    /// Option whose prices apply.
    pub option: &'a ShopOption,
    /// What its product is.
    pub kind: ProductKind,
    /// How many; above zero.
    pub quantity: i64,
    /// The tax on it, as of the day of the order.
    pub tax: AskedTax,
}

/// The items with their amounts and totals, and of each what it costs in money and in credits.
///
/// # Errors
/// 422 when an amount does not fit.
pub fn priced(terms: &PricingTerms, wanted: &[Wanted<'_>]) -> Result<(Document, Vec<Owed>), ApiError> {
    let inputs = wanted.iter().map(|wanted| terms.input(wanted)).collect::<Result<Vec<_>, _>>()?;
    let document = Document::new(terms.currency, terms.tax_inclusive, &inputs, 0)?;
    check_amounts(&document)?;
    let owed = document.lines.iter().zip(wanted).map(|(line, wanted)| terms.owed(line, wanted));
    let owed = owed.collect::<Result<Vec<_>, _>>()?;
    Ok((document, owed))
}

/// What each item of an order owes for what did not come back: its part, with the tax that an invoice of all these
/// parts asks for. So what waits for an invoice and what the order says are the same to the cent.
///
/// # Errors
/// 422 when an amount does not fit.
pub fn kept(order: &ShopOrder) -> Result<Vec<Owed>, ApiError> {
    // Only with tax on top an item is without it what its invoice item is.
    let tax_inclusive = order.items.iter().any(|item| item.net_minor != item.price.item_minor);
    let parts = order.items.iter().map(|item| item.price.part(item.kept(), item.quantity));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let inputs: Vec<LineInput> = order.items.iter().zip(&parts).map(|(item, part)| line_of_part(item, part)).collect();
    let document = Document::new(order.currency, tax_inclusive, &inputs, 0)?;
    let with_tax = |(part, line): (Owed, &Line)| Owed { money_minor: line.net_minor + line.tax_minor, ..part };
    Ok(parts.into_iter().zip(&document.lines).map(with_tax).collect())
}

/// The line of an invoice that asks for a part of an item.
fn line_of_part(item: &OrderItem, part: &Owed) -> LineInput {
    LineInput {
        id: item.id.cast(),
        kind: item_kind(item.kind),
        quantity: Quantity::whole(1),
        unit_minor: part.item_minor,
        discount: Percent::ZERO,
        tax_rate: item.tax_rate,
        tax_category: None,
    }
}

/// Refuses amounts that no field and no invoice takes.
fn check_amounts(document: &Document) -> Result<(), ApiError> {
    let most = document.currency.amount_max_minor();
    let too_large =
        |field: String| Err(ApiError::rule(field, "out_of_range", format!("an amount is at most {AMOUNT_MAX}")));
    for (position, line) in document.lines.iter().enumerate() {
        if line.gross_minor.max(line.net_minor + line.tax_minor) > most {
            return too_large(format!("items[{position}].quantity"));
        }
    }
    if document.subtotal_minor.max(document.total_minor) > most { too_large("items".to_owned()) } else { Ok(()) }
}

impl PricingTerms {
    const fn discount(&self, kind: ProductKind) -> Percent {
        match kind {
            ProductKind::Goods => self.on_goods,
            ProductKind::CreditPackage => self.on_packages,
        }
    }

    fn input(&self, wanted: &Wanted<'_>) -> Result<LineInput, ApiError> {
        let quantity = u32::try_from(wanted.quantity).unwrap_or(1);
        Ok(LineInput {
            id: wanted.id.cast(),
            kind: item_kind(wanted.kind),
            quantity: Quantity::whole(quantity),
            unit_minor: wanted.option.price.minor_in(self.currency, "items")?,
            discount: self.discount(wanted.kind),
            tax_rate: wanted.tax.rate,
            tax_category: None,
        })
    }

    fn owed(&self, line: &Line, wanted: &Wanted<'_>) -> Result<Owed, ApiError> {
        let money_minor = line.net_minor + line.tax_minor;
        let whole = Percent::HUNDRED.ten_thousandths();
        let off = if self.discounts_apply_to_credits { self.discount(wanted.kind).ten_thousandths() } else { 0 };
        let credits = match wanted.option.credit_price {
            Some(price) => Some(share_up(times(price, wanted.quantity)?, whole - off, whole)?),
            None if money_minor == 0 => Some(0),
            None => None,
        };
        Ok(Owed { money_minor, item_minor: line.amount_minor, credits, day_passes: None })
    }
}

/// What the invoice item of a product is for.
#[must_use]
pub const fn item_kind(kind: ProductKind) -> ItemKind {
    match kind {
        ProductKind::Goods => ItemKind::Order,
        ProductKind::CreditPackage => ItemKind::CreditPackage,
    }
}
