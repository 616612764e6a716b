use proptest::prelude::*;
use uuid::Uuid;
use values::{Currency, Id, Money, Timestamp};

use super::{
    Account, DocumentKind, DocumentReference, JournalEntry, Occasion, RefundOf, TrialBalance, Unbalanced, entries,
    statement::statement,
};
use crate::{
    documents::{
        Credit, CreditNote, CreditRequest, Document, Excess, InvoiceMoney, InvoiceStatus, ItemKind, LineInput,
        PostPayment, SplitCredit,
        document::tests::{any_lines, document, line},
    },
    wallet::{Bucket, Buckets, PostingKind, RefundBy, SpentAt},
};

fn euro() -> Currency {
    Currency::parse("EUR").expect("a currency")
}

fn money(minor: i64) -> Money {
    Money::new(minor, euro())
}

fn on_day(day: i64) -> Occasion {
    Occasion {
        at: Timestamp::from_millis(1_700_000_000_000 + day * 86_400_000).expect("an instant"),
        document: DocumentReference { kind: DocumentKind::Invoice, id: Id::new(Uuid::nil()) },
        customer_id: Id::new(Uuid::nil()),
        location_id: None,
    }
}

fn folded(entries: &[JournalEntry]) -> TrialBalance {
    let mut balance = TrialBalance::default();
    for entry in entries {
        balance.add(entry).expect("a sum");
    }
    balance
}

fn balances(entries: &[JournalEntry]) -> Vec<(Account, i64)> {
    let trial = folded(entries);
    assert_eq!(trial.unbalanced(), []);
    let all = Account::ALL.map(|account| (account, trial.balance_minor(account, euro())));
    all.into_iter().filter(|(_, minor)| *minor != 0).collect()
}

fn invoice() -> Document {
    let package = LineInput { kind: ItemKind::CreditPackage, ..line(2, "1", 10_000, "21") };
    let deposit = LineInput { kind: ItemKind::Deposit, ..line(3, "1", 20_000, "0") };
    document("EUR", false, &[line(1, "1", 30_000, "21"), package, deposit], 0).expect("a document")
}

#[test]
fn an_unbalanced_entry_cannot_be_built() {
    let one_sided = JournalEntry::of(on_day(0)).debit(Account::Cash, money(1)).balanced();
    assert_eq!(one_sided, Err(Unbalanced { currency: euro() }));
    let yen = Money::new(1, Currency::parse("JPY").expect("a currency"));
    let across = JournalEntry::of(on_day(0)).debit(Account::Cash, money(1)).credit(Account::Revenue, yen).balanced();
    assert!(across.is_err(), "each currency balances by itself");
}

#[test]
fn an_unbalanced_entry_cannot_be_read_from_where_it_is_stored() {
    let entry = entries::invoice_given_up(on_day(0), money(1_234)).expect("an entry");
    let stored = serde_json::to_string(&entry).expect("JSON");
    assert_eq!(serde_json::from_str::<JournalEntry>(&stored).expect("an entry"), entry);
    let tampered = stored.replacen("1234", "1235", 1);
    assert!(serde_json::from_str::<JournalEntry>(&tampered).is_err());
}

#[test]
fn an_issued_invoice_is_receivable_against_what_it_earns_and_owes() {
    let issued = entries::invoice_issued(on_day(0), &invoice(), 5_000).expect("an entry");
    assert_eq!(
        balances(&[issued]),
        [
            (Account::AccountsReceivable, 63_400),
            (Account::CustomerBalance, -5_000),
            (Account::Deposits, 20_000),
            (Account::Revenue, 40_000),
            (Account::Tax, 8_400),
        ]
    );
}

#[test]
fn a_voided_invoice_leaves_nothing_behind() {
    for status in [InvoiceStatus::Issued, InvoiceStatus::Uncollectible] {
        let mut all = vec![entries::invoice_issued(on_day(0), &invoice(), 5_000).expect("an entry")];
        if status == InvoiceStatus::Uncollectible {
            all.push(entries::invoice_given_up(on_day(1), money(63_400)).expect("an entry"));
        }
        all.push(entries::invoice_voided(on_day(2), &invoice(), status, 5_000).expect("an entry"));
        assert_eq!(balances(&all), [], "{status:?}");
    }
}

#[test]
fn what_is_paid_beyond_an_invoice_is_the_customers() {
    let mut state = InvoiceMoney::draft(invoice().total_minor);
    state.issue(0).expect("a draft");
    let issued = entries::invoice_issued(on_day(0), &invoice(), 0).expect("an entry");
    let paid = state.pay(70_000, Excess::Balance).expect("a payment");
    let received = entries::payment_received(on_day(1), euro(), paid, InvoiceStatus::Issued, false).expect("an entry");
    let all = [issued, received];
    assert!(balances(&all).contains(&(Account::CustomerBalance, 1_600)));
    assert!(!balances(&all).iter().any(|(account, _)| *account == Account::AccountsReceivable));
    let back = entries::payment_refunded(on_day(2), money(1_600), RefundOf::Balance).expect("an entry");
    let [issued, received] = all;
    assert!(balances(&[issued, received, back]).contains(&(Account::Cash, 68_400)));
}

#[test]
fn a_payment_of_what_was_given_up_is_no_loss_any_more() {
    let issued = entries::invoice_issued(on_day(0), &invoice(), 0).expect("an entry");
    let given_up = entries::invoice_given_up(on_day(1), money(68_400)).expect("an entry");
    let mut state = InvoiceMoney::draft(68_400);
    state.issue(0).expect("a draft");
    state.give_up().expect("issued");
    let before = state.status;
    let paid = state.pay(68_400, Excess::Refuse).expect("a payment");
    let received = entries::payment_received(on_day(2), euro(), paid, before, false).expect("an entry");
    let after = balances(&[issued, given_up, received]);
    assert!(!after.iter().any(|(account, _)| matches!(account, Account::BadDebt | Account::AccountsReceivable)));
}

#[test]
fn a_credit_note_takes_back_what_was_earned_and_says_where_it_goes() {
    let invoice = invoice();
    let mut state = InvoiceMoney::draft(invoice.total_minor);
    state.issue(0).expect("a draft");
    state.pay(60_000, Excess::Refuse).expect("a payment");
    let request = CreditRequest { item: invoice.lines[0].input.id, credit: Credit::Amount(30_000) };
    let note = CreditNote::new(&invoice, &[], &[request]).expect("a note");
    let post = PostPayment { credit_minor: 900, refund_minor: 20_000, out_of_band_minor: 7_000 };
    let split = SplitCredit::new(note.total_minor, &state, 60_000, post).expect("a split");
    let issued = entries::credit_note_issued(on_day(0), &invoice, state.status, &note, &split, 0).expect("an entry");
    assert_eq!(
        balances(std::slice::from_ref(&issued)),
        [
            (Account::AccountsReceivable, -8_400),
            (Account::Cash, -7_000),
            (Account::CustomerBalance, 900),
            (Account::RefundsPayable, 20_000),
            (Account::Revenue, -30_000),
            (Account::Tax, -6_300),
        ]
    );
    let voided = issued.reversed(on_day(1));
    assert_eq!(balances(&[issued, voided]), []);
}

#[test]
fn sold_credits_are_earned_when_they_are_used_or_expire_and_owed_again_when_they_come_back() {
    let mut held = Buckets::default();
    let at = |day| on_day(day).at;
    let sold =
        Bucket { value_minor: 10_000, currency: Some(euro()), ..Bucket::given(Id::new(Uuid::nil()), 10, Some(at(30))) };
    let bought = held.grant(sold, PostingKind::PurchaseAllocation, at(0)).expect("a grant");
    let used = held.charge(4, PostingKind::Booking, at(1), &SpentAt::ANYWHERE).expect("a charge");
    let returned = held.refund(&used.buckets, RefundBy::Customer, at(2)).expect("a refund").posting.expect("a posting");
    let expired = held.expire(at(31)).remove(0);
    let revenue = |postings: &[&crate::wallet::Posting]| {
        let all: Vec<_> =
            postings.iter().map(|posting| entries::wallet_posting(on_day(0), posting).expect("an entry")).collect();
        folded(&all).balance_minor(Account::Revenue, euro())
    };
    // The invoice brought 10,000.
    assert_eq!(revenue(&[&bought]), -10_000);
    assert_eq!(revenue(&[&bought, &used]), -6_000);
    assert_eq!(revenue(&[&bought, &used, &returned]), -10_000);
    assert_eq!(revenue(&[&bought, &used, &returned, &expired]), 0);
}

#[test]
fn a_statement_shows_what_a_customer_owes_entry_by_entry() {
    let invoice = document("EUR", false, &[line(1, "1", 10_000, "0")], 0).expect("a document");
    let mut state = InvoiceMoney::draft(10_000);
    state.issue(0).expect("a draft");
    let paid = state.pay(12_000, Excess::Balance).expect("a payment");
    let all = [
        entries::invoice_issued(on_day(0), &invoice, 0).expect("an entry"),
        entries::payment_received(on_day(5), euro(), paid, InvoiceStatus::Issued, false).expect("an entry"),
        entries::invoice_issued(on_day(9), &invoice, 2_000).expect("an entry"),
    ];
    let shown = statement(&all, euro(), (on_day(5).at, on_day(10).at));
    assert_eq!((shown.opening_minor, shown.closing_minor), (10_000, 8_000));
    let lines: Vec<_> = shown.lines.iter().map(|line| (line.amount_minor, line.balance_minor)).collect();
    assert_eq!(lines, [(-12_000, -2_000), (10_000, 8_000)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever the document, its life balances at every step, and the sum does not depend on how the journal was cut.
    #[test]
    fn the_life_of_an_invoice_balances(
        lines in any_lines(), inclusive: bool, balance in 0_i64..100_000, paid in 1_i64..300_000,
        credited in 1_i64..100, cut in 0_usize..6,
    ) {
        let invoice = document("EUR", inclusive, &lines, 0).expect("a document");
        let mut state = InvoiceMoney::draft(invoice.total_minor);
        let applied = state.issue(balance).expect("a draft");
        let mut all = vec![entries::invoice_issued(on_day(0), &invoice, applied).expect("an entry")];
        let before = state.status;
        if let Ok(paid) = state.pay(paid, Excess::Balance) {
            all.push(entries::payment_received(on_day(1), euro(), paid, before, false).expect("an entry"));
        }
        let first = &invoice.lines[0];
        let part = first.amount_minor * credited / 100;
        let request = CreditRequest { item: first.input.id, credit: Credit::Amount(part) };
        if let Ok(note) = CreditNote::new(&invoice, &[], &[request]) {
            let post = note.total_minor - note.total_minor.min(state.due_minor());
            let post = PostPayment { credit_minor: post, ..PostPayment::default() };
            let split = SplitCredit::new(note.total_minor, &state, 0, post).expect("a split");
            let before = state.status;
            state.credit(split.pre_payment_minor, split.post_payment_minor()).expect("a credit");
            all.push(entries::credit_note_issued(on_day(2), &invoice, before, &note, &split, 0).expect("an entry"));
        }
        let trial = folded(&all);
        prop_assert_eq!(trial.unbalanced(), []);
        prop_assert_eq!(trial.balance_minor(Account::AccountsReceivable, euro()), state.due_minor());
        let (one, other) = all.split_at(cut.min(all.len()));
        let mut merged = folded(other);
        merged.merge(&folded(one)).expect("a sum");
        prop_assert_eq!(merged, trial);
    }
}
