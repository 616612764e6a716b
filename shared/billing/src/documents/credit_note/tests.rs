use proptest::prelude::*;
use values::Decimal;

use super::{Credit, CreditNote, CreditNoteError, CreditRequest, Credited, Quantity};
use crate::documents::{
    CreditNoteType, Document, Excess, InvoiceMoney, Line, LineInput, PostPayment, SplitCredit,
    document::tests::{any_lines, document, line, percent},
};

fn amount(line: &Line, minor: i64) -> CreditRequest {
    CreditRequest { item: line.input.id, credit: Credit::Amount(minor) }
}

fn quantity(line: &Line, text: &str) -> CreditRequest {
    let quantity = Quantity::from_decimal(Decimal::parse(text).expect("a number")).expect("a quantity");
    CreditRequest { item: line.input.id, credit: Credit::Quantity(quantity) }
}

fn invoice() -> Document {
    let discounted = LineInput { discount: percent("10"), ..line(1, "3", 1_000, "21") };
    document("EUR", false, &[discounted, line(2, "1", 5_000, "0")], 0).expect("a document")
}

#[test]
fn a_quantity_is_credited_with_its_share_of_discount_and_tax() {
    let invoice = invoice();
    let note = CreditNote::new(&invoice, &[], &[quantity(&invoice.lines[0], "1")]).expect("a note");
    assert_eq!((note.lines[0].net_minor, note.lines[0].tax_minor, note.total_minor), (900, 189, 1_089));
}

#[test]
fn not_more_of_a_line_is_credited_than_is_left_of_it() {
    let invoice = invoice();
    let first = CreditNote::new(&invoice, &[], &[amount(&invoice.lines[0], 2_000)]).expect("a note");
    let again = |request| CreditNote::new(&invoice, &first.lines, &[request]);
    let rest = CreditNoteError::AboveRest { index: 0, rest_minor: 700 };
    assert_eq!(again(amount(&invoice.lines[0], 701)), Err(rest));
    assert_eq!(again(quantity(&invoice.lines[0], "3")), Err(rest));
    assert_eq!(again(amount(&invoice.lines[0], -1)), Err(rest));
    assert_eq!(again(amount(&invoice.lines[0], 0)), Err(rest));
    assert!(again(amount(&invoice.lines[0], 700)).is_ok());
    assert!(again(amount(&invoice.lines[1], 5_000)).is_ok());
}

#[test]
fn what_is_no_note_is_refused() {
    let invoice = invoice();
    let other = document("EUR", false, &[line(9, "1", 1, "0")], 0).expect("a document");
    let refused = |requests: &[CreditRequest]| CreditNote::new(&invoice, &[], requests).expect_err("a refusal");
    let one = amount(&invoice.lines[0], 100);
    assert_eq!(refused(&[]), CreditNoteError::Empty);
    assert_eq!(refused(&[one, amount(&other.lines[0], 1)]), CreditNoteError::UnknownItem { index: 1 });
    assert_eq!(refused(&[one, one]), CreditNoteError::Repeated { index: 1 });
}

#[test]
fn a_note_is_at_most_what_is_left_of_the_invoice() {
    let mixed = document("EUR", false, &[line(1, "1", 1_000, "0"), line(2, "1", -400, "0")], 0).expect("a document");
    let refused = CreditNote::new(&mixed, &[], &[amount(&mixed.lines[0], 1_000)]);
    assert_eq!(refused, Err(CreditNoteError::Total { rest_minor: 600 }));
    let whole = [amount(&mixed.lines[0], 1_000), amount(&mixed.lines[1], -400)];
    assert_eq!(CreditNote::new(&mixed, &[], &whole).map(|note| note.total_minor), Ok(600));
}

/// Stripe, "Create a credit note": it first reduces what is due, to zero; the excess must equal what is credited,
/// refunded and given back otherwise.
#[test]
fn a_note_first_takes_off_what_is_due_and_divides_the_rest() {
    let mut money = InvoiceMoney::draft(10_000);
    money.issue(0).expect("a draft");
    let post =
        |credit_minor, refund_minor, out_of_band_minor| PostPayment { credit_minor, refund_minor, out_of_band_minor };
    let unpaid = SplitCredit::new(2_000, &money, 0, post(0, 0, 0)).expect("a split");
    assert_eq!((unpaid.pre_payment_minor, unpaid.kind()), (2_000, CreditNoteType::PrePayment));
    money.pay(9_000, Excess::Refuse).expect("a payment");
    let mixed = SplitCredit::new(2_000, &money, 9_000, post(400, 500, 100)).expect("a split");
    assert_eq!(
        (mixed.pre_payment_minor, mixed.post_payment_minor(), mixed.kind()),
        (1_000, 1_000, CreditNoteType::Mixed)
    );
    for wrong in [post(400, 500, 0), post(400, 500, 101), post(1_100, -100, 0)] {
        assert_eq!(
            SplitCredit::new(2_000, &money, 9_000, wrong),
            Err(CreditNoteError::NotDivided { post_payment_minor: 1_000 })
        );
    }
    money.pay(1_000, Excess::Refuse).expect("a payment");
    let paid = SplitCredit::new(2_000, &money, 10_000, post(0, 2_000, 0)).expect("a split");
    assert_eq!((paid.pre_payment_minor, paid.kind()), (0, CreditNoteType::PostPayment));
}

/// Lago: only what was paid is refunded; before, it can only be credited.
#[test]
fn not_more_is_refunded_than_payments_paid() {
    let mut money = InvoiceMoney::draft(10_000);
    money.issue(7_000).expect("a draft");
    money.pay(3_000, Excess::Refuse).expect("a payment");
    let refund = PostPayment { refund_minor: 3_001, credit_minor: 1_999, out_of_band_minor: 0 };
    assert_eq!(
        SplitCredit::new(5_000, &money, 3_000, refund),
        Err(CreditNoteError::AbovePaid { refundable_minor: 3_000 })
    );
    let fitting = PostPayment { refund_minor: 3_000, credit_minor: 2_000, out_of_band_minor: 0 };
    assert!(SplitCredit::new(5_000, &money, 3_000, fitting).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_notes_of_an_invoice_add_up_to_it(
        lines in any_lines(), inclusive: bool, off in 0_i64..100,
        steps in prop::collection::vec((0_usize..8, 1_i64..100), 0..8),
    ) {
        let whole = document("EUR", inclusive, &lines, 0).expect("a document");
        let on_all = whole.lines.iter().map(|line| line.amount_minor).sum::<i64>() * off / 100;
        let invoice = document("EUR", inclusive, &lines, on_all).expect("a document");
        let mut earlier: Vec<Credited> = Vec::new();
        let mut credited = 0;
        let rest = |earlier: &[Credited], line: &Line| {
            let before: i64 = earlier.iter().filter(|note| note.item == line.input.id).map(|note| note.amount_minor).sum();
            line.amount_minor - before
        };
        for (index, part) in steps {
            let line = &invoice.lines[index % invoice.lines.len()];
            let minor = rest(&earlier, line) * part / 100;
            if minor == 0 {
                continue;
            }
            let note = CreditNote::new(&invoice, &earlier, &[amount(line, minor)]).expect("a note");
            for group in &note.taxes {
                let base = group.taxable_minor + if inclusive { group.tax_minor } else { 0 };
                let alone = crate::documents::tax_of(base, group.rate, inclusive).expect("a tax");
                prop_assert!((group.tax_minor - alone).abs() <= 1, "tax of a note is what its lines are taxed");
            }
            credited += note.total_minor;
            earlier.extend(note.lines);
        }
        let left: Vec<CreditRequest> = invoice.lines.iter()
            .map(|line| amount(line, rest(&earlier, line)))
            .filter(|request| request.credit != Credit::Amount(0))
            .collect();
        if !left.is_empty() && credited < invoice.total_minor {
            let last = CreditNote::new(&invoice, &earlier, &left).expect("a note");
            credited += last.total_minor;
            earlier.extend(last.lines);
        }
        prop_assert_eq!(credited, invoice.total_minor);
        prop_assert_eq!(earlier.iter().map(|line| line.tax_minor).sum::<i64>(), invoice.taxes.iter().map(|group| group.tax_minor).sum::<i64>());
    }
}
