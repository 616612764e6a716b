use proptest::prelude::*;

use super::{Day, Excess, InvoiceError, InvoiceMoney, InvoiceStatus, Paid};

fn issued(total_minor: i64, balance_minor: i64) -> InvoiceMoney {
    let mut invoice = InvoiceMoney::draft(total_minor);
    invoice.issue(balance_minor).expect("a draft");
    invoice
}

/// <https://getlago.com/changelog/nvoice-calculation-method>: of 77, 10 and 30 are prepaid, 37 are due.
#[test]
fn a_balance_pays_first_when_an_invoice_is_issued() {
    let invoice = issued(7_700, 4_000);
    assert_eq!((invoice.due_minor(), invoice.status), (3_700, InvoiceStatus::Issued));
    let covered = issued(7_700, 10_000);
    assert_eq!(
        (covered.due_minor(), covered.applied_balance_minor, covered.status),
        (0, 7_700, InvoiceStatus::Paid)
    );
    assert_eq!(issued(0, 500).status, InvoiceStatus::Paid);
}

#[test]
fn an_invoice_is_paid_in_parts_and_the_excess_goes_to_the_balance_or_is_refused() {
    let mut invoice = issued(10_000, 0);
    assert_eq!(invoice.pay(4_000, Excess::Refuse), Ok(Paid { applied_minor: 4_000, to_balance_minor: 0 }));
    assert_eq!(invoice.pay(6_001, Excess::Refuse), Err(InvoiceError::AboveDue { due_minor: 6_000 }));
    assert_eq!(invoice.pay(0, Excess::Refuse), Err(InvoiceError::NotPositive));
    assert_eq!(invoice.pay(6_500, Excess::Balance), Ok(Paid { applied_minor: 6_000, to_balance_minor: 500 }));
    assert_eq!((invoice.status, invoice.due_minor()), (InvoiceStatus::Paid, 0));
    assert_eq!(invoice.pay(1, Excess::Balance), Err(InvoiceError::State(InvoiceStatus::Paid)));
}

#[test]
fn an_invoice_is_voided_only_while_nothing_was_paid_and_gives_the_balance_back() {
    assert_eq!(issued(10_000, 3_000).void(), Ok(3_000));
    assert_eq!(issued(10_000, 10_000).void(), Ok(10_000), "paid by the balance alone");
    let mut paid = issued(10_000, 0);
    paid.pay(1, Excess::Refuse).expect("a payment");
    assert_eq!(paid.void(), Err(InvoiceError::HasPayments));
    paid.pay(9_999, Excess::Refuse).expect("a payment");
    assert_eq!(paid.void(), Err(InvoiceError::HasPayments));
    let mut credited = issued(10_000, 0);
    credited.credit(1, 0).expect("a credit");
    assert_eq!(credited.void(), Err(InvoiceError::HasCreditNotes));
    assert_eq!(InvoiceMoney::draft(1).void(), Err(InvoiceError::State(InvoiceStatus::Draft)));
}

#[test]
fn what_was_given_up_can_still_be_paid_or_voided() {
    let mut invoice = issued(10_000, 2_000);
    assert_eq!(invoice.give_up(), Ok(8_000));
    let mut voided = invoice;
    assert_eq!((voided.void(), voided.status), (Ok(2_000), InvoiceStatus::Voided));
    invoice.pay(3_000, Excess::Refuse).expect("a payment");
    assert_eq!((invoice.status, invoice.due_minor()), (InvoiceStatus::Uncollectible, 5_000));
    invoice.pay(5_000, Excess::Refuse).expect("a payment");
    assert_eq!(invoice.status, InvoiceStatus::Paid);
}

#[test]
fn a_credit_note_for_all_that_is_due_settles_an_invoice() {
    let mut invoice = issued(10_000, 0);
    invoice.pay(4_000, Excess::Refuse).expect("a payment");
    assert_eq!(invoice.credit(6_001, 0), Err(InvoiceError::AboveDue { due_minor: 6_000 }));
    invoice.credit(6_000, 1_000).expect("a credit");
    assert_eq!((invoice.status, invoice.creditable_minor()), (InvoiceStatus::Paid, 3_000));
    assert!(invoice.credit(0, 3_001).is_err());
}

#[test]
fn a_payment_taken_back_is_due_again_but_not_what_a_credit_note_gave_back() {
    let mut invoice = issued(10_000, 0);
    invoice.pay(10_000, Excess::Refuse).expect("a payment");
    invoice.credit(0, 4_000).expect("a credit");
    assert_eq!(invoice.unpay(6_001), Err(InvoiceError::AbovePaid { paid_minor: 6_000 }));
    invoice.unpay(6_000).expect("taken back");
    assert_eq!((invoice.status, invoice.due_minor()), (InvoiceStatus::Issued, 6_000));
}

#[test]
fn only_an_issued_invoice_is_overdue() {
    let day = |text| Day::parse(text).expect("a day");
    let mut invoice = issued(10_000, 0);
    let overdue = |invoice: &InvoiceMoney| invoice.overdue_days(day("2026-02-13"), day("2026-02-20"));
    assert_eq!(overdue(&invoice), 7);
    invoice.pay(10_000, Excess::Refuse).expect("a payment");
    assert_eq!(overdue(&invoice), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_invoice_adds_up_whatever_happens(
        total in 0_i64..1_000, balance in 0_i64..300,
        steps in prop::collection::vec((0_u8..8, -10_i64..400, 0_i64..200), 0..24),
    ) {
        let mut invoice = issued(total, balance);
        for (step, amount, other) in steps {
            let before = invoice;
            let refused = match step {
                0 | 1 => invoice.pay(amount, Excess::Refuse).is_err(),
                2 => invoice.pay(amount, Excess::Balance).map(|paid| {
                    assert_eq!(paid.applied_minor + paid.to_balance_minor, amount);
                }).is_err(),
                3 => invoice.unpay(amount).is_err(),
                4 => {
                    let pre = amount.clamp(0, invoice.due_minor());
                    // Nothing is given back before all that is due is taken off.
                    let post = if pre == invoice.due_minor() { other } else { 0 };
                    invoice.credit(pre, post).is_err()
                }
                5 => invoice.void().is_err(),
                6 => invoice.give_up().is_err(),
                _ => invoice.issue(amount).is_err(),
            };
            prop_assert!(!refused || invoice == before, "a refusal changes nothing");
            prop_assert_eq!(invoice.disagreements(), Vec::<String>::new());
            prop_assert!(invoice.due_minor() >= 0);
        }
    }
}
