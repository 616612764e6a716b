use proptest::prelude::*;
use uuid::Uuid;
use values::{Decimal, Id, Percent, Timestamp};

use super::{Action, Charged, Funds, MoneyBy, Owed, PaymentSource, PaymentTerms, SettlementError, settle};
use crate::wallet::{Bucket, Buckets, PostingKind, RefundBy, SpentAt, Unit};

const fn terms(source: PaymentSource) -> PaymentTerms {
    PaymentTerms { source, mixed_with: None }
}

const MIXED: PaymentTerms = PaymentTerms { source: PaymentSource::Credits, mixed_with: Some(MoneyBy::Invoice) };

/// Ten credits, or 50.00 and with tax 60.50, or one day pass.
const PRICE: Owed = Owed { money_minor: 6_050, item_minor: 5_000, credits: Some(10), day_passes: Some(1) };

fn at(day: i64) -> Timestamp {
    Timestamp::from_millis(1_700_000_000_000 + day * 86_400_000).expect("an instant")
}

fn bucket(number: u64, amount: i64) -> Bucket {
    Bucket::given(Id::new(Uuid::from_u64_pair(1, number)), amount, None)
}

fn percent(text: &str) -> Percent {
    Percent::from_decimal(Decimal::parse(text).expect("a number")).expect("a percentage")
}

/// A customer with a wallet, on whom actions are carried out.
#[derive(Clone, Debug)]
struct Customer {
    credits: Buckets,
    day_passes: Buckets,
    charged: Charged,
}

impl Customer {
    fn with(credits: &[i64], day_passes: i64) -> Self {
        let mut customer =
            Self { credits: Buckets::default(), day_passes: Buckets::default(), charged: Charged::default() };
        for (number, amount) in (1..).zip(credits) {
            let bucket = Bucket {
                expires_at: Some(at(10 * i64::try_from(number).expect("a number"))),
                ..bucket(number, *amount)
            };
            customer.credits.grant(bucket, PostingKind::AdminAllocation, at(0)).expect("a grant");
        }
        if day_passes > 0 {
            customer.day_passes.grant(bucket(99, day_passes), PostingKind::AdminAllocation, at(0)).expect("a grant");
        }
        customer
    }

    fn funds(&self) -> Funds {
        Funds { credits: self.credits.total(), day_passes: self.day_passes.total() }
    }

    fn settle(&mut self, terms: PaymentTerms, before: &Owed, after: &Owed) -> Result<Vec<Action>, SettlementError> {
        let actions = settle(terms, before, &self.charged, after, self.funds())?;
        for action in &actions {
            let mut taken = Vec::new();
            match action {
                Action::Take { unit, amount } => {
                    taken = self
                        .of(*unit)
                        .charge(*amount, PostingKind::Booking, at(1), &SpentAt::ANYWHERE)
                        .expect("a charge")
                        .buckets;
                }
                Action::Return { unit, parts } => {
                    self.of(*unit).refund(parts, RefundBy::Customer, at(1)).expect("a refund");
                }
                Action::Release { .. }
                | Action::SetPendingItem { .. }
                | Action::CreditInvoiced { .. }
                | Action::AskPayment { .. }
                | Action::RefundPayment { .. } => {}
            }
            self.charged = std::mem::take(&mut self.charged).after(action, &taken);
        }
        Ok(actions)
    }

    const fn of(&mut self, unit: Unit) -> &mut Buckets {
        match unit {
            Unit::Credits => &mut self.credits,
            Unit::DayPasses => &mut self.day_passes,
        }
    }
}

#[test]
fn each_source_is_charged_as_it_is_to_be_paid() {
    for (source, expected) in [
        (PaymentSource::None, vec![]),
        (PaymentSource::Credits, vec![Action::Take { unit: Unit::Credits, amount: 10 }]),
        (PaymentSource::DayPass, vec![Action::Take { unit: Unit::DayPasses, amount: 1 }]),
        (PaymentSource::Invoice, vec![Action::SetPendingItem { minor: 5_000 }]),
        (PaymentSource::External, vec![Action::AskPayment { minor: 6_050 }]),
    ] {
        let mut customer = Customer::with(&[20], 3);
        assert_eq!(customer.settle(terms(source), &Owed::NOTHING, &PRICE), Ok(expected), "{source:?}");
        assert_eq!(customer.settle(terms(source), &PRICE, &PRICE), Ok(vec![]), "{source:?} again");
    }
}

#[test]
fn what_does_not_suffice_is_refused_or_paid_in_part_with_money() {
    let mut customer = Customer::with(&[4], 0);
    let refused = customer.settle(terms(PaymentSource::Credits), &Owed::NOTHING, &PRICE);
    assert_eq!(refused, Err(SettlementError::Insufficient { unit: Unit::Credits, needed: 10, available: 4 }));
    let mixed = customer.settle(MIXED, &Owed::NOTHING, &PRICE);
    let expected = vec![Action::Take { unit: Unit::Credits, amount: 4 }, Action::SetPendingItem { minor: 3_000 }];
    assert_eq!(mixed, Ok(expected));
    let without = Owed { credits: None, ..PRICE };
    let refused = customer.settle(MIXED, &Owed::NOTHING, &without);
    assert_eq!(refused, Err(SettlementError::NotPayable { unit: Unit::Credits }));
}

#[test]
fn a_refund_mirrors_what_was_charged() {
    let mut customer = Customer::with(&[6, 6], 0);
    let before = customer.clone();
    customer.settle(terms(PaymentSource::Credits), &Owed::NOTHING, &PRICE).expect("settled");
    customer.settle(terms(PaymentSource::Credits), &PRICE, &Owed::NOTHING).expect("settled");
    assert_eq!((&customer.credits, customer.charged.is_nothing()), (&before.credits, true));
}

#[test]
fn a_fee_keeps_a_part_and_gives_money_back_first() {
    let mut customer = Customer::with(&[4], 0);
    customer.settle(MIXED, &Owed::NOTHING, &PRICE).expect("settled");
    let half = PRICE.percent(percent("50")).expect("a fee");
    assert_eq!(half, Owed { money_minor: 3_025, item_minor: 2_500, credits: Some(5), day_passes: Some(1) });
    assert_eq!(customer.settle(MIXED, &PRICE, &half), Ok(vec![Action::SetPendingItem { minor: 500 }]));
    let fifth = PRICE.percent(percent("20")).expect("a fee");
    let actions = customer.settle(MIXED, &half, &fifth).expect("settled");
    assert_eq!(actions.len(), 2, "two credits and the item go back: {actions:?}");
    assert_eq!((customer.charged.units(Unit::Credits), customer.charged.pending_minor), (2, 0));
}

#[test]
fn an_issued_invoice_is_credited_and_more_goes_to_the_next_one() {
    let on_invoice = terms(PaymentSource::Invoice);
    let charged = Charged { invoiced_minor: 5_000, ..Charged::default() };
    let owed = |item_minor| Owed { item_minor, ..PRICE };
    let actions = |after| settle(on_invoice, &PRICE, &charged, &after, Funds::default()).expect("actions");
    assert_eq!(actions(owed(7_000)), [Action::SetPendingItem { minor: 2_000 }]);
    assert_eq!(actions(owed(3_000)), [Action::CreditInvoiced { minor: 2_000 }]);
    let both = Charged { pending_minor: 2_000, ..charged };
    let actions = settle(on_invoice, &owed(7_000), &both, &owed(1_000), Funds::default()).expect("actions");
    assert_eq!(actions, [Action::SetPendingItem { minor: 0 }, Action::CreditInvoiced { minor: 4_000 }]);
}

#[test]
fn credits_bought_since_do_not_take_the_place_of_money_already_charged() {
    let mut customer = Customer::with(&[4], 0);
    customer.settle(MIXED, &Owed::NOTHING, &PRICE).expect("settled");
    customer.credits.grant(bucket(50, 100), PostingKind::PurchaseAllocation, at(1)).expect("a grant");
    assert_eq!(customer.settle(MIXED, &PRICE, &PRICE), Ok(vec![]));
    let longer = Owed { money_minor: 9_075, item_minor: 7_500, credits: Some(15), day_passes: Some(1) };
    let actions = customer.settle(MIXED, &PRICE, &longer).expect("settled");
    assert_eq!(actions, [Action::Take { unit: Unit::Credits, amount: 5 }], "the rest of six stays 30.00");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// However a source changes, what is charged is what it owes, the wallet loses exactly that, and settling again
    /// does nothing.
    #[test]
    fn what_is_charged_is_what_is_owed(
        source in prop::sample::select(vec![
            PaymentSource::None, PaymentSource::Credits, PaymentSource::DayPass, PaymentSource::Invoice, PaymentSource::External,
        ]),
        mixed in prop::sample::select(vec![None, Some(MoneyBy::Invoice), Some(MoneyBy::External)]),
        credits in prop::collection::vec(1_i64..20, 0..4), passes in 0_i64..4,
        steps in prop::collection::vec((0_i64..40, 0_i64..4, any::<bool>()), 1..8),
    ) {
        let terms = PaymentTerms { source, mixed_with: mixed };
        let mut customer = Customer::with(&credits, passes);
        let all = customer.funds();
        let mut before = Owed::NOTHING;
        for (units, passes, invoice) in steps {
            let after = Owed { money_minor: units * 403, item_minor: units * 333, credits: Some(units), day_passes: Some(passes) };
            let unchanged = customer.clone();
            match customer.settle(terms, &before, &after) {
                Err(_) => {
                    prop_assert!(mixed.is_none());
                    prop_assert_eq!(&customer.charged, &unchanged.charged);
                    continue;
                }
                Ok(_) => before = after,
            }
            prop_assert_eq!(customer.settle(terms, &before, &after), Ok(vec![]), "settled twice");
            let charged = &customer.charged;
            let on_invoices = charged.pending_minor + charged.invoiced_minor;
            let (unit, owed) = match source {
                PaymentSource::None | PaymentSource::Invoice | PaymentSource::External => (None, 0),
                PaymentSource::Credits => (Some(Unit::Credits), units),
                PaymentSource::DayPass => (Some(Unit::DayPasses), passes),
            };
            let paid = unit.map_or(0, |unit| charged.units(unit));
            prop_assert!(paid <= owed);
            let rest = |minor| crate::arithmetic::share(minor, owed - paid, owed).expect("a share");
            let expected = match (source, mixed) {
                (PaymentSource::None, _) => (0, 0),
                (PaymentSource::Invoice, _) => (after.item_minor, 0),
                (PaymentSource::External, _) => (0, after.money_minor),
                (_, Some(MoneyBy::Invoice)) => (rest(after.item_minor), 0),
                (_, Some(MoneyBy::External)) => (0, rest(after.money_minor)),
                (_, None) => (0, 0),
            };
            prop_assert_eq!((on_invoices, charged.external_minor), expected);
            prop_assert!(mixed.is_some() || paid == owed);
            prop_assert_eq!(customer.credits.total() + charged.units(Unit::Credits), all.credits);
            prop_assert_eq!(customer.day_passes.total() + charged.units(Unit::DayPasses), all.day_passes);
            prop_assert!(charged.external_minor >= 0 && charged.pending_minor >= 0 && charged.invoiced_minor >= 0);
            if invoice {
                customer.charged.invoiced_minor += customer.charged.pending_minor;
                customer.charged.pending_minor = 0;
            }
        }
    }
}
