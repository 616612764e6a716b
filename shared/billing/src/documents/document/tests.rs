use proptest::prelude::*;
use uuid::Uuid;
use values::{Decimal, Id};

use super::{Currency, Document, DocumentError, LineInput, Percent};
use crate::documents::{
    line::{ItemKind, Quantity},
    tax::tax_of,
};

pub(crate) fn percent(text: &str) -> Percent {
    Percent::from_decimal(Decimal::parse(text).expect("a number")).expect("a percentage")
}

pub(crate) fn line(number: u64, quantity: &str, unit_minor: i64, tax: &str) -> LineInput {
    LineInput {
        id: Id::new(Uuid::from_u64_pair(5, number)),
        kind: ItemKind::Custom,
        quantity: Quantity::from_decimal(Decimal::parse(quantity).expect("a number")).expect("a quantity"),
        unit_minor,
        discount: Percent::ZERO,
        tax_rate: percent(tax),
        tax_category: None,
    }
}

pub(crate) fn document(
    code: &str,
    inclusive: bool,
    lines: &[LineInput],
    discount: i64,
) -> Result<Document, DocumentError> {
    Document::new(Currency::parse(code).expect("a currency"), inclusive, lines, discount)
}

/// <https://getlago.com/changelog/nvoice-calculation-method>: 50 and 20 with 10 % are 70, 7 and 77.
#[test]
fn a_published_invoice_adds_up() {
    let invoice = document("USD", false, &[line(1, "1", 5_000, "10"), line(2, "1", 2_000, "10")], 0).expect("one");
    assert_eq!((invoice.subtotal_minor, invoice.taxes[0].tax_minor, invoice.total_minor), (7_000, 700, 7_700));
}

#[test]
fn tax_is_rounded_once_per_rate_and_not_once_per_line() {
    let lines: Vec<_> = (0..5).map(|number| line(number, "1", 333, "22")).collect();
    let invoice = document("EUR", false, &lines, 0).expect("a document");
    assert_eq!((invoice.subtotal_minor, invoice.taxes[0].tax_minor), (1_665, 366)); // five times 0.73 are 3.65
    assert_eq!(invoice.lines.iter().map(|line| line.tax_minor).sum::<i64>(), 366);
}

#[test]
fn tax_inside_the_prices_leaves_the_total_as_it_is() {
    let lines = [line(1, "1", 299, "4"), line(2, "3", 100, "21"), line(3, "1", 100, "0")];
    let invoice = document("EUR", true, &lines, 0).expect("a document");
    assert_eq!((invoice.subtotal_minor, invoice.total_minor), (699, 699));
    let taxes: Vec<_> = invoice.taxes.iter().map(|group| (group.taxable_minor, group.tax_minor)).collect();
    assert_eq!(taxes, [(100, 0), (287, 12), (248, 52)]);
}

#[test]
fn currencies_with_no_or_three_decimals_round_to_their_own_unit() {
    let yen = document("JPY", false, &[line(1, "1", 1_005, "10")], 0).expect("a document");
    assert_eq!((yen.taxes[0].tax_minor, yen.total().amount().to_string().as_str()), (101, "1106"));
    let dinar = document("KWD", false, &[line(1, "0.5", 12_345, "5")], 0).expect("a document");
    assert_eq!(dinar.subtotal_minor, 6_173); // 6.1725
    assert_eq!(dinar.total().amount().to_string(), "6.482");
}

#[test]
fn a_line_is_its_rounded_price_minus_its_rounded_discount() {
    let discounted = LineInput { discount: percent("33.3333"), ..line(1, "1.5", 999, "0") };
    let invoice = document("EUR", false, &[discounted], 0).expect("a document");
    assert_eq!((invoice.subtotal_minor, invoice.discount_minor, invoice.total_minor), (1_499, 500, 999)); // 1498.5
}

#[test]
fn a_discount_on_all_is_shared_out_to_the_cent() {
    let lines =
        [line(1, "1", 1_000, "21"), line(2, "1", 1_000, "9"), line(3, "1", 1_000, "0"), line(4, "1", -500, "0")];
    let invoice = document("EUR", false, &lines, 1_000).expect("a document");
    let taken: Vec<i64> = invoice.lines.iter().map(|line| line.discount_minor).collect();
    assert_eq!((taken, invoice.discount_minor), (vec![334, 333, 333, 0], 1_000));
    assert_eq!(document("EUR", false, &lines, 3_001), Err(DocumentError::DiscountTooLarge));
    assert_eq!(document("EUR", false, &lines, -1), Err(DocumentError::DiscountTooLarge));
}

#[test]
fn what_asks_for_less_than_nothing_is_no_invoice() {
    let below = document("EUR", false, &[line(1, "1", 100, "0"), line(2, "1", -101, "0")], 0);
    assert_eq!(below, Err(DocumentError::NegativeTotal));
    assert!(document("EUR", false, &[line(1, "1", 100, "0"), line(2, "1", -100, "0")], 0).is_ok());
    assert_eq!(document("EUR", false, &[], 0), Err(DocumentError::Empty));
    assert_eq!(document("EUR", false, &vec![line(1, "1", 1, "0"); 101], 0), Err(DocumentError::TooManyLines));
}

#[test]
fn a_document_that_was_tampered_with_is_found() {
    let invoice = document("EUR", false, &[line(1, "1", 1_000, "21")], 100).expect("a document");
    assert_eq!(invoice.disagreements(), Vec::<String>::new());
    let wrong = Document { total_minor: invoice.total_minor + 1, ..invoice };
    assert_eq!(wrong.disagreements().len(), 1);
}

pub(crate) fn any_lines() -> impl Strategy<Value = Vec<LineInput>> {
    let rates = prop::sample::select(vec!["0", "5.5", "9", "21", "19.6"]);
    let line_input = (1_i64..50_000, 0_i64..200_000, 0_i64..=1_000_000, rates);
    prop::collection::vec(line_input, 1..8).prop_map(|lines| {
        let lines = (0_u64..).zip(lines).map(|(number, (quantity, unit_minor, discount, rate))| LineInput {
            quantity: Quantity::from_decimal(Decimal::new(quantity, 4)).expect("a quantity"),
            discount: Percent::from_decimal(Decimal::new(discount, 4)).expect("a percentage"),
            ..line(number, "1", unit_minor, rate)
        });
        lines.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_document_adds_up(lines in any_lines(), inclusive: bool, part in 0_i64..100) {
        let whole = document("EUR", inclusive, &lines, 0).expect("a document");
        let on_all = whole.lines.iter().map(|line| line.amount_minor).sum::<i64>() * part / 100;
        let invoice = document("EUR", inclusive, &lines, on_all).expect("a document");
        let sum = |of: fn(&crate::documents::Line) -> i64| invoice.lines.iter().map(of).sum::<i64>();
        let tax: i64 = invoice.taxes.iter().map(|group| group.tax_minor).sum();
        let on_top = if inclusive { 0 } else { tax };
        prop_assert_eq!(invoice.total_minor, invoice.subtotal_minor - invoice.discount_minor + on_top);
        prop_assert_eq!(invoice.total_minor, sum(|line| line.net_minor) + sum(|line| line.tax_minor));
        prop_assert_eq!(tax, sum(|line| line.tax_minor));
        for group in &invoice.taxes {
            let base = group.taxable_minor + if inclusive { group.tax_minor } else { 0 };
            prop_assert_eq!(group.tax_minor, tax_of(base, group.rate, inclusive).expect("a tax"));
        }
        prop_assert_eq!(invoice.disagreements(), Vec::<String>::new());
    }
}
