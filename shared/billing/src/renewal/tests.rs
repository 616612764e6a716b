use proptest::prelude::*;
use uuid::Uuid;
use values::Id;
use values::cycle::Cycle;

use super::{
    AddOn, Agreement, BillingSchedule, DatedTerms, Day, Dues, Invoicing, Pause, PauseBehaviour, Recurrence, Renewal,
    RenewalCharge, Terms, TimeZone, Unit, after_trial,
};
use crate::{
    cycles::Anchor,
    period::{plus_days, start_of},
    wallet::{Bucket, Buckets, PostingKind, TimedGrant},
};

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn terms(unit_minor: i64, credits: i64, rollover_cycles: u32) -> Terms {
    Terms { dues: Dues { unit_minor, quantity: 1, cycle: Cycle::Monthly }, credits, day_passes: 2, rollover_cycles }
}

fn schedule(first: &str, anchor: Anchor) -> BillingSchedule {
    BillingSchedule::new(day(first), Cycle::Monthly, anchor).expect("a schedule")
}

fn agreement<'a>(schedule: &'a BillingSchedule, terms: &'a [DatedTerms]) -> Agreement<'a> {
    let zone = TimeZone::parse("Europe/Amsterdam").expect("a zone");
    Agreement {
        schedule,
        zone,
        terms,
        pauses: &[],
        add_ons: &[],
        ends: None,
        grants_end: None,
        setup_fee_minor: 0,
        deposit_minor: 0,
    }
}

fn always(terms: Terms) -> [DatedTerms; 1] {
    [DatedTerms { from: day("2020-01-01"), terms }]
}

fn renewal(agreement: &Agreement<'_>, number: u32) -> Renewal {
    agreement.renewal(number).expect("a renewal").expect("not ended")
}

fn charged(renewal: &Renewal) -> Vec<(RenewalCharge, i64)> {
    renewal.lines.iter().map(|line| (line.charge, line.amount_minor)).collect()
}

#[test]
fn a_renewal_makes_lines_grants_and_the_next_period() {
    let (schedule, terms) = (schedule("2026-01-31", Anchor::Rolling), always(terms(30_000, 10, 0)));
    let second = renewal(&agreement(&schedule, &terms), 1);
    assert_eq!((second.period.first(), second.next), (day("2026-02-28"), Some(day("2026-03-31"))));
    assert_eq!(charged(&second), [(RenewalCharge::Dues, 30_000)]);
    let grants: Vec<_> =
        second.grants.iter().map(|grant| (grant.unit, grant.amount, grant.expires_at.to_string())).collect();
    assert_eq!(
        grants,
        [
            (Unit::Credits, 10, "2026-03-30T22:00:00.000Z".to_owned()),
            (Unit::DayPasses, 2, "2026-03-30T22:00:00.000Z".to_owned()),
        ]
    );
}

#[test]
fn a_first_period_in_part_is_charged_by_days_with_what_is_charged_once() {
    let (schedule, terms) = (schedule("2026-06-16", Anchor::DayOfMonth(1)), always(terms(30_000, 9, 0)));
    let agreement = Agreement { setup_fee_minor: 5_000, deposit_minor: 20_000, ..agreement(&schedule, &terms) };
    let first = renewal(&agreement, 0);
    assert_eq!(
        charged(&first),
        [(RenewalCharge::Dues, 15_000), (RenewalCharge::SetupFee, 5_000), (RenewalCharge::Deposit, 20_000)]
    );
    assert_eq!(first.grants.iter().map(|grant| grant.amount).collect::<Vec<_>>(), [5, 1]); // 4.5 and 1
    assert_eq!(charged(&renewal(&agreement, 1)), [(RenewalCharge::Dues, 30_000)]);
}

#[test]
fn terms_reach_the_first_period_that_begins_under_them() {
    let schedule = schedule("2026-01-01", Anchor::Rolling);
    let history = [
        DatedTerms { from: day("2026-01-01"), terms: terms(10_000, 5, 0) },
        DatedTerms { from: day("2026-02-15"), terms: terms(20_000, 8, 0) },
    ];
    let agreement = agreement(&schedule, &history);
    let dues = |number| renewal(&agreement, number).lines[0].amount_minor;
    assert_eq!([dues(0), dues(1), dues(2)], [10_000, 10_000, 20_000]);
}

#[test]
fn a_paused_period_charges_and_grants_nothing_unless_it_is_kept_as_a_draft() {
    let (schedule, terms) = (schedule("2026-01-01", Anchor::Rolling), always(terms(30_000, 10, 0)));
    for (behaviour, invoicing, lines) in
        [(PauseBehaviour::Void, Invoicing::Nothing, 0), (PauseBehaviour::Draft, Invoicing::Draft, 1)]
    {
        let (from, until) = (day("2026-03-01"), Some(day("2026-05-01")));
        let pauses = [Pause { first_period: 2, after_period: Some(4), from, until, behaviour }];
        let agreement = Agreement { pauses: &pauses, ..agreement(&schedule, &terms) };
        let paused = renewal(&agreement, 3);
        assert_eq!((paused.invoicing, paused.lines.len(), paused.grants.len()), (invoicing, lines, 0));
        assert_eq!(renewal(&agreement, 4).invoicing, Invoicing::Issue);
    }
}

#[test]
fn add_ons_are_charged_once_or_each_period() {
    let (schedule, terms) = (schedule("2026-01-01", Anchor::Rolling), always(terms(30_000, 0, 0)));
    let item = |number: u64| Id::new(Uuid::from_u64_pair(1, number));
    let from = day("2026-02-10");
    let add_ons = [
        AddOn { id: item(1), unit_minor: 500, quantity: 2, recurrence: Recurrence::Recurring { from } },
        AddOn { id: item(2), unit_minor: 9_900, quantity: 1, recurrence: Recurrence::OneOff { from } },
    ];
    let agreement = Agreement { add_ons: &add_ons, ..agreement(&schedule, &terms) };
    let dues = (RenewalCharge::Dues, 30_000);
    let recurring = (RenewalCharge::AddOn(item(1)), 1_000);
    assert_eq!(charged(&renewal(&agreement, 1)), [dues]);
    assert_eq!(charged(&renewal(&agreement, 2)), [dues, recurring, (RenewalCharge::AddOn(item(2)), 9_900)]);
    assert_eq!(charged(&renewal(&agreement, 3)), [dues, recurring]);
}

#[test]
fn nothing_is_renewed_once_a_subscription_has_ended() {
    let (schedule, terms) = (schedule("2026-01-01", Anchor::Rolling), always(terms(31_000, 31, 3)));
    let ends = Some(day("2026-03-11"));
    let ending = Agreement { ends, grants_end: ends, ..agreement(&schedule, &terms) };
    let last = renewal(&ending, 2);
    assert_eq!((last.next, charged(&last)), (None, vec![(RenewalCharge::Dues, 10_000)]));
    assert_eq!(last.grants.iter().map(|grant| grant.amount).collect::<Vec<_>>(), [10, 1]);
    assert_eq!(last.grants[0].expires_at.to_string(), "2026-03-10T23:00:00.000Z", "no rollover beyond the end");
    assert_eq!(ending.renewal(3), Ok(None));
    let at_boundary = Agreement { ends: Some(day("2026-03-01")), ..agreement(&schedule, &terms) };
    assert_eq!((renewal(&at_boundary, 1).next, at_boundary.renewal(2)), (None, Ok(None)));
}

#[test]
fn what_is_due_is_what_was_missed_and_nothing_twice() {
    let (schedule, terms) = (schedule("2026-01-01", Anchor::Rolling), always(terms(30_000, 0, 0)));
    let agreement = agreement(&schedule, &terms);
    let numbers = |last, today, lead, most| -> Vec<u32> {
        let due = agreement.due(last, day(today), lead, most).expect("renewals");
        due.iter().map(|renewal| renewal.period.number()).collect()
    };
    assert_eq!(numbers(None, "2025-12-31", 0, 10), Vec::<u32>::new());
    assert_eq!(numbers(None, "2026-01-01", 0, 10), [0]);
    assert_eq!(numbers(Some(0), "2026-10-31", 0, 100), (1..10).collect::<Vec<_>>());
    assert_eq!(numbers(Some(0), "2026-10-31", 0, 4), [1, 2, 3, 4]);
    assert_eq!(numbers(Some(9), "2026-10-31", 0, 10), Vec::<u32>::new());
    assert_eq!(numbers(Some(9), "2026-10-25", 7, 10), [10], "a week in advance");
}

#[test]
fn a_trial_moves_the_first_day_that_is_paid_for() {
    assert_eq!(after_trial(day("2026-01-25"), 14), Ok(day("2026-02-08")));
}

fn buckets(agreement: &Agreement<'_>, runs: &[Day]) -> (Buckets, Vec<String>, i64) {
    let (mut held, mut last, mut told, mut billed) = (Buckets::default(), None, Vec::new(), 0);
    for today in runs {
        let due = agreement.due(last, *today, 0, 1_000).expect("renewals");
        let mut grants = Vec::new();
        for renewal in &due {
            last = Some(renewal.period.number());
            billed += renewal.lines.iter().map(|line| line.amount_minor).sum::<i64>();
            for grant in renewal.grants.iter().filter(|grant| grant.unit == Unit::Credits) {
                let id = Id::new(Uuid::from_u64_pair(3, u64::from(renewal.period.number())));
                let bucket = Bucket {
                    subscription_id: Some(Id::new(Uuid::nil())),
                    ..Bucket::given(id, grant.amount, Some(grant.expires_at))
                };
                grants.push(TimedGrant { at: grant.at, kind: PostingKind::SubscriptionAllocation, bucket });
            }
        }
        let now = start_of(*today, agreement.zone).expect("an instant");
        let advanced = held.advance(now, grants, crate::wallet::Begins::None).expect("an advance");
        told.extend(advanced.postings.iter().map(|posting| format!("{posting:?}")));
    }
    (held, told, billed)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Renewed every day, or only now and then, or once after ten missed periods: the same lines, grants and expiries.
    #[test]
    fn missed_renewals_give_the_same_as_those_on_time(
        first in 1_u32..=28, anchor in prop::option::of(1_u32..=28), rollover in 0_u32..3,
        raise_after in 0_i64..300, paused in prop::option::of((1_u32..5, 1_u32..4)),
        ends in prop::option::of(30_i64..400), runs in prop::collection::vec(0_i64..330, 0..6),
    ) {
        let schedule = schedule(&format!("2026-01-{first:02}"), anchor.map_or(Anchor::Rolling, Anchor::DayOfMonth));
        let on = |days| plus_days(schedule.first(), days).expect("a day");
        let history = [
            DatedTerms { from: schedule.first(), terms: terms(30_000, 10, rollover) },
            DatedTerms { from: on(raise_after), terms: terms(41_000, 13, rollover) },
        ];
        let pauses: Vec<Pause> = paused.iter().map(|(first_period, length)| {
            let after = first_period + length;
            let boundary = |number| schedule.period(number).expect("a period").first();
            Pause { first_period: *first_period, after_period: Some(after), from: boundary(*first_period), until: Some(boundary(after)), behaviour: PauseBehaviour::Void }
        }).collect();
        let agreement = Agreement { pauses: &pauses, ends: ends.map(on), ..agreement(&schedule, &history) };
        let last = on(330);
        let daily: Vec<Day> = (0..=330).map(on).collect();
        let mut now_and_then: Vec<Day> = runs.into_iter().map(on).collect();
        now_and_then.sort_unstable();
        now_and_then.push(last);
        let on_time = buckets(&agreement, &daily);
        prop_assert_eq!(&on_time, &buckets(&agreement, &[last]));
        prop_assert_eq!(&on_time, &buckets(&agreement, &now_and_then));
    }
}
