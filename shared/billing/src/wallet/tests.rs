mod cycles;

use proptest::prelude::*;
use uuid::Uuid;
use values::{Currency, Id, LocationReference, Timestamp};

use super::{
    BUCKETS_MAX, Begins, Bucket, Buckets, ChargeParts, CycleToCome, Posting, PostingKind, RefundBy, Reservation,
    ReservedPart, SpentAt, TimedGrant, Unit, WaitingLimit, Wallet, WalletError, posting::disagreements,
    refund::parts_of, transfer,
};

const DAY: i64 = 86_400_000;

fn at(day: i64) -> Timestamp {
    Timestamp::from_millis(1_700_000_000_000 + day * DAY).expect("an instant")
}

fn id<K>(number: u64) -> Id<K> {
    Id::new(Uuid::from_u64_pair(7, number))
}

fn bucket(number: u64, amount: i64, expires: Option<i64>) -> Bucket {
    Bucket::given(id(number), amount, expires.map(at))
}

fn euro() -> Option<Currency> {
    Currency::parse("EUR")
}

fn holding(buckets: Vec<Bucket>) -> (Buckets, Vec<Posting>) {
    let mut held = Buckets::default();
    let grant = |bucket| held.grant(bucket, PostingKind::AdminAllocation, at(0)).expect("a grant");
    let postings = buckets.into_iter().map(grant).collect();
    (held, postings)
}

fn amounts(buckets: &[Bucket]) -> Vec<(Uuid, i64)> {
    buckets.iter().map(|bucket| (bucket.id.uuid(), bucket.amount)).collect()
}

fn parts(expected: &[(u64, i64)]) -> Vec<(Uuid, i64)> {
    expected.iter().map(|(number, amount)| (id::<Bucket>(*number).uuid(), *amount)).collect()
}

#[test]
fn a_charge_takes_what_expires_first_and_what_is_permanent_last() {
    let (mut held, _) = holding(vec![bucket(1, 5, None), bucket(2, 5, Some(30)), bucket(3, 5, Some(10))]);
    let posting = held.charge(12, PostingKind::Booking, at(1), &SpentAt::ANYWHERE).expect("a charge");
    assert_eq!(amounts(&posting.buckets), parts(&[(3, 5), (2, 5), (1, 2)]));
    assert_eq!((posting.amount, posting.balance_after, held.total()), (-12, 3, 3));
}

#[test]
fn a_charge_beyond_the_balance_changes_nothing() {
    let (mut held, _) = holding(vec![bucket(1, 5, None), bucket(2, 5, Some(30))]);
    let before = held.clone();
    let refused = held.charge(11, PostingKind::Booking, at(1), &SpentAt::ANYWHERE);
    assert_eq!((refused, held), (Err(WalletError::Insufficient { needed: 11, available: 10 }), before));
}

#[test]
fn what_has_expired_pays_nothing_even_before_its_expiry_is_posted() {
    let (mut held, _) = holding(vec![bucket(1, 5, Some(10))]);
    let charge = |held: &mut Buckets, day| held.charge(5, PostingKind::Booking, at(day), &SpentAt::ANYWHERE);
    assert_eq!(charge(&mut held.clone(), 10), Err(WalletError::Insufficient { needed: 5, available: 0 }));
    assert!(charge(&mut held, 9).is_ok());
}

#[test]
fn credits_of_a_location_pay_at_others_only_if_the_merchant_lets_them() {
    let (here, there): (Id<LocationReference>, Id<LocationReference>) = (id(100), id(200));
    let (mut held, _) = holding(vec![Bucket { location_id: Some(there), ..bucket(1, 5, Some(5)) }, bucket(2, 5, None)]);
    let at_home = SpentAt { location_id: Some(here), cross_location: false, takes_place_at: None };
    assert_eq!(held.available(at(1), &at_home), 5);
    assert_eq!(held.available(at(1), &SpentAt { cross_location: true, ..at_home }), 10);
    let posting = held.charge(5, PostingKind::Booking, at(1), &at_home).expect("a charge");
    assert_eq!(amounts(&posting.buckets), parts(&[(2, 5)]));
}

#[test]
fn a_bucket_expires_once_with_a_posting_of_its_own() {
    let of_subscription = Bucket { subscription_id: Some(id(9)), ..bucket(1, 5, Some(10)) };
    let (mut held, mut postings) = holding(vec![of_subscription, bucket(2, 3, Some(20)), bucket(3, 1, None)]);
    let expired = held.expire(at(40));
    let seen: Vec<_> = expired.iter().map(|posting| (posting.kind, posting.at, posting.amount)).collect();
    assert_eq!(seen, [(PostingKind::SubscriptionExpiration, at(10), -5), (PostingKind::Expiration, at(20), -3)]);
    assert_eq!(held.expire(at(40)), []);
    postings.extend(expired);
    assert_eq!(disagreements(held.open(), &postings), Vec::<String>::new());
}

#[test]
fn what_was_paid_for_a_bucket_leaves_it_with_its_credits_to_the_last_cent() {
    let sold = Bucket { value_minor: 1_000, currency: euro(), ..bucket(1, 3, None) };
    let (mut held, _) = holding(vec![sold]);
    let one = |held: &mut Buckets| {
        held.charge(1, PostingKind::Booking, at(1), &SpentAt::ANYWHERE).expect("a charge").value_minor()
    };
    assert_eq!([one(&mut held), one(&mut held), one(&mut held)], [333, 334, 333]);
}

#[test]
fn a_refund_goes_back_to_the_buckets_that_were_charged() {
    let (mut held, _) = holding(vec![bucket(1, 5, Some(10)), bucket(2, 5, Some(30))]);
    let before = held.clone();
    let charged = held.charge(7, PostingKind::Booking, at(1), &SpentAt::ANYWHERE).expect("a charge");
    let refunded = held.refund(&charged.buckets, RefundBy::Customer, at(2)).expect("a refund");
    assert_eq!((refunded.posting.map(|posting| posting.amount), refunded.lost.len()), (Some(7), 0));
    assert_eq!(held, before);
}

#[test]
fn what_expired_in_between_stays_expired_unless_the_operator_cancelled() {
    let (mut held, mut postings) = holding(vec![bucket(1, 5, Some(10)), bucket(2, 5, Some(30))]);
    let charged = held.charge(7, PostingKind::Booking, at(1), &SpentAt::ANYWHERE).expect("a charge");
    postings.push(charged.clone());
    postings.extend(held.expire(at(12)));
    let mut by_operator = held.clone();

    let refunded = held.refund(&charged.buckets, RefundBy::Customer, at(12)).expect("a refund");
    assert_eq!((amounts(&refunded.lost), held.total()), (parts(&[(1, 5)]), 5));

    let refunded = by_operator.refund(&charged.buckets, RefundBy::Operator(id(50)), at(12)).expect("a refund");
    assert_eq!(amounts(by_operator.open()), parts(&[(2, 5), (50, 5)]));
    assert_eq!(by_operator.open()[1].expires_at, Some(at(42)));
    postings.extend(refunded.posting);
    assert_eq!(disagreements(by_operator.open(), &postings), Vec::<String>::new());
}

#[test]
fn a_part_of_a_charge_comes_back_from_its_end() {
    let charged = [bucket(1, 5, Some(10)), bucket(2, 5, Some(30)), bucket(3, 5, None)];
    let (back, kept) = parts_of(&charged, 7);
    assert_eq!((amounts(&back), amounts(&kept)), (parts(&[(3, 5), (2, 2)]), parts(&[(1, 5), (2, 3)])));
}

#[test]
fn a_grant_is_taken_back_only_while_nothing_of_it_was_used() {
    let (mut held, postings) = holding(vec![bucket(1, 5, Some(10)), bucket(2, 5, None)]);
    let granted = |index: usize| postings[index].buckets[0].clone();
    let mut used = held.clone();
    used.charge(1, PostingKind::Booking, at(1), &SpentAt::ANYWHERE).expect("a charge");
    let withdraw = |held: &mut Buckets, index, day| held.withdraw(&granted(index), PostingKind::AdminCharge, at(day));
    assert_eq!(withdraw(&mut used, 0, 1), Err(WalletError::AlreadyUsed));
    assert_eq!(withdraw(&mut held.clone(), 0, 10), Err(WalletError::AlreadyExpired));
    assert_eq!(withdraw(&mut held, 0, 1).map(|posting| posting.balance_after), Ok(5));
    assert_eq!(withdraw(&mut held, 0, 1), Err(WalletError::AlreadyUsed), "twice");
}

#[test]
fn a_transfer_keeps_expiry_and_value() {
    let sold = Bucket { value_minor: 500, currency: euro(), ..bucket(1, 5, Some(10)) };
    let (mut from, _) = holding(vec![sold]);
    let mut to = Buckets::default();
    let moved = transfer((&mut from, &mut to), 2, at(1), &SpentAt::ANYWHERE, || id(77)).expect("a transfer");
    assert_eq!((moved.from.balance_after, moved.to.balance_after), (3, 2));
    assert_eq!(
        (to.open()[0].expires_at, to.open()[0].value_minor, from.open()[0].value_minor),
        (Some(at(10)), 200, 300)
    );
    let refused = transfer((&mut from, &mut to), 4, at(1), &SpentAt::ANYWHERE, || id(78));
    assert_eq!((refused.is_err(), from.total(), to.total()), (true, 3, 2));
}

fn reservation(number: u64, amount: i64, day: i64) -> Reservation {
    Reservation {
        id: id(number),
        amount,
        kind: PostingKind::Booking,
        posts_at: at(day),
        spent_at: SpentAt { location_id: Some(id(100)), cross_location: false, takes_place_at: None },
        subscription_id: id(9),
    }
}

fn cycle_grant(number: u64, amount: i64, day: i64, expires: i64) -> TimedGrant {
    let bucket = Bucket { subscription_id: Some(id(9)), ..bucket(number, amount, Some(expires)) };
    TimedGrant { at: at(day), kind: PostingKind::SubscriptionAllocation, bucket }
}

#[test]
fn a_full_wallet_joins_what_expires_closest_and_stays_under_48_kilobytes() {
    let here = Some(id::<LocationReference>(100));
    let mut wallet = Wallet::default();
    for number in 0..200_u64 {
        let day = i64::try_from(number * number).expect("a day");
        let sold = Bucket {
            location_id: here,
            subscription_id: Some(id(1_000 + number)),
            value_minor: 1_000_000_000_000,
            currency: euro(),
            ..bucket(number, 1_000_000, Some(1 + day))
        };
        for unit in [Unit::Credits, Unit::DayPasses] {
            wallet.of_mut(unit).grant(sold.clone(), PostingKind::PurchaseAllocation, at(0)).expect("a grant");
            let spent_at = SpentAt { takes_place_at: Some(at(day)), ..reservation(0, 1, 0).spent_at };
            let waiting = Reservation { spent_at, ..reservation(number, 1, 1_000 + day) };
            let expected = if number < 30 { Ok(()) } else { Err(WalletError::TooManyWaiting(WaitingLimit::OfWallet)) };
            assert_eq!(wallet.reserve(unit, waiting, 1_000_000), expected);
        }
    }
    assert_eq!((wallet.credits.open().len(), wallet.credits.total()), (BUCKETS_MAX, 200_000_000));
    assert!(
        wallet.credits.open().iter().all(|bucket| !bucket.has_expired(at(1))),
        "nothing expires sooner than it did"
    );
    for number in 0..200_u64 {
        // Notice was given for all that granted anything.
        wallet.credits.note_notice(id(1_000 + number), Some(at(9)));
        wallet.day_passes.note_notice(id(1_000 + number), Some(at(9)));
    }
    let size = serde_json::to_string(&wallet).expect("JSON").len();
    assert!(size < 46 * 1_024, "{size} bytes");
}

#[test]
fn buckets_that_cannot_be_joined_are_refused_when_the_wallet_is_full() {
    let at_location = |number: u64| Bucket { location_id: Some(id(number)), ..bucket(number, 1, None) };
    let (mut held, _) = holding((0..50).map(at_location).collect());
    let before = held.clone();
    assert_eq!(held.grant(at_location(50), PostingKind::AdminAllocation, at(1)), Err(WalletError::Full));
    assert_eq!(held, before);
}

#[derive(Clone, Debug)]
enum Step {
    Grant(i64, Option<i64>, i64),
    Charge(i64),
    Refund(usize, bool),
    Wait(i64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (1_i64..20, prop::option::of(0_i64..40), 0_i64..500)
            .prop_map(|(amount, days, value)| Step::Grant(amount, days, value)),
        (1_i64..30).prop_map(Step::Charge),
        (0_usize..8, any::<bool>()).prop_map(|(index, operator)| Step::Refund(index, operator)),
        (0_i64..15).prop_map(Step::Wait),
    ];
    prop::collection::vec(step, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A model that knows only one number: the balance is what came minus what went, and value is neither made nor
    /// lost.
    #[test]
    fn a_wallet_adds_up_whatever_happens(steps in steps()) {
        let (mut held, mut postings, mut charges) = (Buckets::default(), Vec::new(), Vec::new());
        let (mut today, mut value) = (0, 0_i64);
        for (number, step) in (1_u64..).zip(steps) {
            match step {
                Step::Grant(amount, days, value_minor) => {
                    let sold = Bucket { value_minor, currency: euro(), ..bucket(number, amount, days.map(|days| today + 1 + days)) };
                    postings.push(held.grant(sold, PostingKind::PurchaseAllocation, at(today)).expect("a grant"));
                }
                Step::Charge(amount) => {
                    let enough = held.available(at(today), &SpentAt::ANYWHERE) >= amount;
                    let charged = held.charge(amount, PostingKind::Booking, at(today), &SpentAt::ANYWHERE);
                    prop_assert_eq!(charged.is_ok(), enough);
                    charges.extend(charged.iter().cloned());
                    postings.extend(charged);
                }
                Step::Refund(index, operator) => {
                    if index < charges.len() {
                        let charge: Posting = charges.swap_remove(index);
                        let by = if operator { RefundBy::Operator(id(number)) } else { RefundBy::Customer };
                        let refunded = held.refund(&charge.buckets, by, at(today)).expect("a refund");
                        let lost: i64 = refunded.lost.iter().map(|bucket| bucket.amount).sum();
                        let back = refunded.posting.as_ref().map_or(0, |posting| posting.amount);
                        prop_assert_eq!(lost + back, -charge.amount);
                        postings.extend(refunded.posting);
                    }
                }
                Step::Wait(days) => {
                    today += days;
                    postings.extend(held.advance(at(today), Vec::new(), Begins::Every).expect("an advance").postings);
                }
            }
            prop_assert_eq!(disagreements(held.open(), &postings), Vec::<String>::new());
        }
        for posting in &postings {
            value += posting.amount.signum() * posting.value_minor();
        }
        prop_assert_eq!(value, held.open().iter().map(|bucket| bucket.value_minor).sum::<i64>());
    }

    #[test]
    fn time_gives_the_same_late_as_on_time(
        first in 1_i64..10,
        grants in prop::collection::vec((1_i64..10, 0_i64..60, 1_i64..40), 0..12),
        scheduled in prop::collection::vec((1_i64..6, 1_i64..60), 0..6),
        stops in prop::collection::vec(0_i64..100, 0..8),
    ) {
        let (mut start, _) = holding(vec![bucket(900, first, Some(20)), bucket(901, first, None)]);
        for (number, (amount, day)) in (500_u64..).zip(&scheduled) {
            let alone = Reservation { subscription_id: Id::new(Uuid::nil()), ..reservation(number, *amount, *day) };
            start.reserve(alone, 1_000).expect("a reservation");
        }
        let grants: Vec<TimedGrant> = (1_u64..)
            .zip(&grants)
            .map(|(number, (amount, day, lives))| cycle_grant(number, *amount, *day, day + lives))
            .collect();
        let mut late = start.clone();
        let at_once = late.advance(at(100), grants.clone(), Begins::None).expect("an advance");

        let (mut stops, mut on_time, mut reached) = (stops, start, -1);
        stops.sort_unstable();
        stops.push(100);
        let (mut postings, mut unfunded) = (Vec::new(), Vec::new());
        for stop in stops {
            let now = grants.iter().filter(|grant| at(reached) < grant.at && grant.at <= at(stop)).cloned().collect();
            let advanced = on_time.advance(at(stop), now, Begins::None).expect("an advance");
            postings.extend(advanced.postings);
            unfunded.extend(advanced.unfunded);
            reached = stop;
        }
        prop_assert_eq!(&late, &on_time);
        prop_assert_eq!(at_once.postings, postings);
        prop_assert_eq!(at_once.unfunded, unfunded);
    }
}
