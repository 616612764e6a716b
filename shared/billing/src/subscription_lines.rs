//! Invoice lines of what a subscription charges: periods, add-ons, fees, deposits, and parts of periods.

use values::{Currency, Id, Percent};

use crate::{
    documents::{Document, DocumentError, InvoiceItem, ItemKind, LineInput, Quantity},
    proration::ProrationLine,
    renewal::{RenewalCharge, RenewalLine},
};

/// What lines of a subscription are billed as: when it is decided, when it is previewed, and when it is done. `C` is
/// what is known of the credits then, `I` of the invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BilledAs<C, I> {
    /// Nothing: there are none, or they charge exactly what they credit, and no tax.
    Nothing,
    /// Credits that wait for the customer's next invoices, because with their tax the lines sum to less than nothing.
    Credits(C),
    /// An invoice that asks for what the lines sum to.
    Invoice(I),
}

/// What lines of a subscription are billed as, by the document that they make, with its tax.
///
/// # Errors
/// [`DocumentError`].
pub fn billed_as(
    currency: Currency,
    tax_inclusive: bool,
    lines: &[LineInput],
) -> Result<BilledAs<(), ()>, DocumentError> {
    if lines.is_empty() {
        return Ok(BilledAs::Nothing);
    }
    let document = match Document::new(currency, tax_inclusive, lines, 0) {
        Ok(document) => document,
        Err(DocumentError::NegativeTotal) => return Ok(BilledAs::Credits(())),
        Err(error) => return Err(error),
    };
    let is_even = document.total_minor == 0 && document.taxes.iter().all(|group| group.tax_minor == 0);
    let credits = lines.iter().any(|line| line.unit_minor < 0);
    Ok(if is_even && credits { BilledAs::Nothing } else { BilledAs::Invoice(()) })
}

/// The invoice line of what a renewal charges.
///
/// A whole period shows its quantity and price. Of a part of one, or where the two do not multiply to what is charged,
/// the line is one of the amount, so that the document says what it asks for. A deposit is owed back and not taxed.
#[must_use]
pub fn line_of_renewal(id: Id<InvoiceItem>, line: &RenewalLine, tax_rate: Percent) -> LineInput {
    let kind = match line.charge {
        RenewalCharge::Dues | RenewalCharge::AddOn(_) => ItemKind::Subscription,
        RenewalCharge::SetupFee => ItemKind::Fee,
        RenewalCharge::Deposit => ItemKind::Deposit,
    };
    let tax_rate = if kind == ItemKind::Deposit { Percent::ZERO } else { tax_rate };
    let whole = Quantity::whole(line.quantity);
    let (quantity, unit_minor) = if line.quantity > 0 && whole.times(line.unit_minor) == Ok(line.amount_minor) {
        (whole, line.unit_minor)
    } else {
        (Quantity::ONE, line.amount_minor)
    };
    LineInput { id, kind, quantity, unit_minor, discount: Percent::ZERO, tax_rate, tax_category: None }
}

/// The invoice line of a part of a period that is charged, or below zero credited.
#[must_use]
pub const fn line_of_proration(id: Id<InvoiceItem>, line: &ProrationLine, tax_rate: Percent) -> LineInput {
    LineInput {
        id,
        kind: ItemKind::Proration,
        quantity: Quantity::ONE,
        unit_minor: line.amount_minor,
        discount: Percent::ZERO,
        tax_rate,
        tax_category: None,
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;
    use values::{Currency, Id};

    use super::{ItemKind, Percent, Quantity, RenewalCharge, RenewalLine, line_of_renewal};
    use crate::documents::Document;

    #[test]
    fn a_line_shows_quantity_and_price_of_a_whole_period_and_the_amount_of_a_part() {
        let whole = RenewalLine { charge: RenewalCharge::Dues, quantity: 3, unit_minor: 10_000, amount_minor: 30_000 };
        for (line, quantity, unit_minor) in [
            (whole, Quantity::whole(3), 10_000),
            (RenewalLine { amount_minor: 15_484, ..whole }, Quantity::ONE, 15_484),
        ] {
            let input = line_of_renewal(Id::new(Uuid::nil()), &line, Percent::HUNDRED);
            assert_eq!((input.quantity, input.unit_minor, input.kind), (quantity, unit_minor, ItemKind::Subscription));
            let euro = Currency::parse("EUR").expect("a currency");
            let document = Document::new(euro, true, &[input], 0).expect("a document");
            assert_eq!(document.total_minor, line.amount_minor);
        }
    }

    #[test]
    fn a_deposit_is_not_taxed() {
        let deposit = RenewalLine { charge: RenewalCharge::Deposit, quantity: 1, unit_minor: 500, amount_minor: 500 };
        let input = line_of_renewal(Id::new(Uuid::nil()), &deposit, Percent::HUNDRED);
        assert_eq!((input.kind, input.tax_rate), (ItemKind::Deposit, Percent::ZERO));
    }
}
