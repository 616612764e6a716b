use values::{Day, Decimal, Percent};

use super::{LateCharge, LateFeeAccount, LateFeeTerms};

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn percent(whole: i64) -> Percent {
    Percent::from_decimal(Decimal::new(whole, 0)).expect("a percentage")
}

fn terms(fixed_minor: i64, yearly: i64) -> LateFeeTerms {
    LateFeeTerms { grace_days: 3, fixed_minor, yearly_interest: percent(yearly), cap: percent(100) }
}

/// Due on the 10th of January with three days of grace: the 14th is the first counted day.
fn account(terms: &LateFeeTerms) -> LateFeeAccount {
    LateFeeAccount::new(day("2027-01-10"), terms, 0).expect("an account")
}

const fn charge(fixed_minor: i64, interest_minor: i64) -> LateCharge {
    LateCharge { fixed_minor, interest_minor }
}

#[test]
fn the_fixed_fee_follows_the_first_counted_day_and_interest_each_thirty() {
    let terms = terms(1_500, 10);
    let mut late = account(&terms);
    assert_eq!(late.next_charge(&terms, 100_000, 100_000), Some(day("2027-01-15")));
    assert_eq!(late.charge(&terms, 100_000, 100_000, day("2027-01-15")), charge(1_500, 0));
    assert_eq!(late.next_charge(&terms, 100_000, 100_000), Some(day("2027-02-13")));
    // 1,000.00 at 10 % for 30 days of 365: 8.2191…
    assert_eq!(late.charge(&terms, 100_000, 100_000, day("2027-02-13")), charge(0, 822));
    assert_eq!(late.next_charge(&terms, 100_000, 100_000), Some(day("2027-03-15")));
    // 60 days are 16.4383…: the running sum is rounded, and not each charge.
    assert_eq!(late.charge(&terms, 100_000, 100_000, day("2027-03-15")), charge(0, 822));
    assert_eq!(late.charge(&terms, 100_000, 100_000, day("2027-04-14")), charge(0, 822));
    // 120 days are 32.8767…
    assert_eq!(late.charge(&terms, 100_000, 100_000, day("2027-05-14")), charge(0, 822));
    assert_eq!(late.interest_charged_minor, 3_288);
}

#[test]
fn what_is_decided_late_adds_up_to_what_would_have_been_decided_on_time() {
    let terms = terms(1_500, 10);
    let days = ["2027-01-15", "2027-02-13", "2027-03-15", "2027-04-20"];
    let (mut on_time, mut late) = (account(&terms), account(&terms));
    let mut sum = charge(0, 0);
    for today in days {
        let next = on_time.charge(&terms, 100_000, 100_000, day(today));
        sum = charge(sum.fixed_minor + next.fixed_minor, sum.interest_minor + next.interest_minor);
    }
    assert_eq!(late.charge(&terms, 100_000, 100_000, day("2027-04-20")), sum);
    assert_eq!(late.next_charge(&terms, 100_000, 100_000), on_time.next_charge(&terms, 100_000, 100_000));
}

#[test]
fn a_payment_within_the_grace_owes_nothing_and_one_on_the_day_after_owes_that_day() {
    let terms = terms(1_500, 10);
    for (paid, fixed_minor, interest_minor) in
        [("2027-01-13", 0, 0), ("2027-01-14", 1_500, 27), ("2027-01-16", 1_500, 82), ("2027-03-20", 1_500, 1_808)]
    {
        let mut late = account(&terms);
        late.count(day(paid), 100_000);
        assert_eq!(late.uncharged(&terms, 100_000), charge(fixed_minor, interest_minor), "{paid}");
        assert_eq!(late.charge_rest(&terms, 100_000), charge(fixed_minor, interest_minor), "{paid}");
        assert_eq!(late.charge_rest(&terms, 100_000), charge(0, 0));
    }
}

#[test]
fn interest_is_of_what_was_due_on_each_day_without_what_bears_none() {
    let terms = terms(0, 10);
    let mut late = LateFeeAccount { exempt_minor: 20_000, ..account(&terms) };
    late.count(day("2027-01-23"), 100_000);
    late.count(day("2027-01-23"), 1_000_000);
    late.count(day("2027-02-02"), 50_000);
    assert_eq!((late.counted.days(), late.counted.minor_days()), (20, 10 * 80_000 + 10 * 30_000));
    late.count(day("2027-02-12"), 20_000);
    assert_eq!((late.counted.days(), late.counted.minor_days()), (20, 1_100_000));
    assert_eq!(late.next_charge(&terms, 100_000, 20_000), None);
    assert_eq!(late.next_charge(&terms, 100_000, 20_001), Some(day("2027-02-13")));
}

#[test]
fn what_is_paid_back_dated_or_credited_is_due_no_more_since_then() {
    let terms = terms(1_500, 10);
    let counted = || {
        let mut late = account(&terms);
        late.count(day("2027-01-23"), 100_000);
        late
    };
    let mut late = counted();
    late.recount(Some(day("2027-01-18")), 100_000, 40_000);
    assert_eq!((late.counted.days(), late.counted.minor_days()), (10, 10 * 100_000 - 5 * 60_000));
    let mut late = counted();
    late.recount(Some(day("2027-01-18")), 100_000, 0);
    assert_eq!((late.counted.days(), late.counted.minor_days()), (5, 500_000));
    let mut late = counted();
    late.recount(Some(day("2027-01-12")), 100_000, 0);
    assert_eq!(late.uncharged(&terms, 100_000), charge(0, 0));
    let mut late = counted();
    late.recount(None, 100_000, 0);
    assert_eq!(late.uncharged(&terms, 100_000), charge(0, 0));
    // What was charged stays: it is credited by hand.
    let mut late = counted();
    assert_eq!(late.charge_rest(&terms, 100_000), charge(1_500, 274));
    late.recount(None, 100_000, 0);
    assert_eq!(late.charge_rest(&terms, 100_000), charge(0, 0));
}

#[test]
fn no_more_is_charged_than_the_cap_and_for_no_more_than_1080_days() {
    let terms = LateFeeTerms { cap: percent(2), ..terms(1_500, 10) };
    let mut late = account(&terms);
    assert_eq!(late.charge(&terms, 100_000, 100_000, day("2027-02-13")), charge(1_500, 500));
    assert_eq!(late.next_charge(&terms, 100_000, 100_000), None);
    let terms = LateFeeTerms { cap: percent(100), fixed_minor: 0, ..terms };
    let mut late = account(&terms);
    late.count(day("2040-01-01"), 100_000);
    assert_eq!(late.charge_rest(&terms, 100_000), charge(0, 29_589));
    assert_eq!(late.next_charge(&terms, 100_000, 100_000), None);
    let mut late = account(&terms);
    late.count(day("9999-12-31"), i64::MAX);
    assert_eq!(late.uncharged(&terms, i64::MAX).fixed_minor, 0);
}

#[test]
fn days_on_which_it_is_stopped_are_not_counted() {
    let terms = terms(1_500, 10);
    let mut late = account(&terms);
    late.is_stopped = true;
    assert_eq!(late.next_charge(&terms, 100_000, 100_000), None);
    late.count(day("2027-02-20"), 100_000);
    assert_eq!(late.uncharged(&terms, 100_000), charge(0, 0));
    late.is_stopped = false;
    assert_eq!((late.counted.days(), late.next_charge(&terms, 100_000, 100_000)), (0, Some(day("2027-02-13"))));
    // What is stopped longer than a period is over: nothing is charged of it, and the fee follows the next day.
    assert_eq!(late.charge(&terms, 100_000, 100_000, day("2027-02-20")), charge(0, 0));
    assert_eq!(late.next_charge(&terms, 100_000, 100_000), Some(day("2027-02-22")));
    assert_eq!(late.charge(&terms, 100_000, 100_000, day("2027-02-22")), charge(1_500, 0));
    assert_eq!(late.next_charge(&terms, 100_000, 100_000), Some(day("2027-03-15")));
}
