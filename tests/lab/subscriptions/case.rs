//! Random sequences of requests and of time, the same for the same seed.

use chrono::NaiveDate;

use super::STEPS;
use crate::{
    periods::plus,
    random::Random,
    subscriber::{Item, Mode, Plan, Step},
};

/// What a sequence is about.
#[derive(Clone, Debug)]
pub struct Case {
    pub plans: Vec<Plan>,
    pub today: NaiveDate,
    pub first: NaiveDate,
    pub quantity: i64,
    pub day_of_month: Option<u32>,
    /// Whether the first payment is awaited.
    pub is_charged: bool,
    pub steps: Vec<Step>,
}

impl Case {
    /// The sequence of a seed.
    pub fn of(seed: u64) -> Self {
        let random = &mut Random(seed);
        let days = ["2027-01-31", "2027-03-30", "2027-08-31", "2027-10-15", "2027-11-30", "2027-12-31", "2028-02-29"];
        let today: NaiveDate = random.pick(&days).parse().unwrap();
        let is_committed = random.below(3) == 0;
        let mut plans: Vec<Plan> = (0..4).map(|_| plan(random, is_committed)).collect();
        if !is_committed {
            plans[3] = Plan { months: 3, price: plans[3].price * 3, ..plans[3].clone() };
        }
        let day_of_month = (random.below(3) == 0).then(|| u32::try_from(random.below(28)).unwrap() + 1);
        let first = plus(today, *random.pick(&[0, 0, 0, -20, 15]));
        let is_charged = random.below(4) == 0;
        let mut steps: Vec<Step> = (0..STEPS).map(|_| step(random, plans.len())).collect();
        if is_charged && random.below(3) != 0 {
            steps[random.index(2)] = Step::Pay;
        }
        Self { plans, today, first, quantity: random.minutes(3) + 1, day_of_month, is_charged, steps }
    }
}

fn plan(random: &mut Random, is_committed: bool) -> Plan {
    Plan {
        months: 1,
        price: random.minutes(50_000) + 10_000,
        credits: random.minutes(4) * 7,
        rollover: i32::try_from(random.below(3)).unwrap() * i32::from(!is_committed),
        setup_fee: random.minutes(2) * 4_950,
        deposit: random.minutes(3) * 12_345,
        trial_days: *random.pick(&[0, 0, 10]),
        commitment: if is_committed { 3 } else { 0 },
        fee_percent: if is_committed { 50 } else { 0 },
        notice_days: *random.pick(&[0, 14, 40]),
    }
}

fn step(random: &mut Random, plans: usize) -> Step {
    let mode = *random.pick(&[Mode::Prorate, Mode::Prorate, Mode::None, Mode::FullCredit]);
    match random.below(34) {
        0..=9 => Step::Wait {
            days: *random.pick(&[1, 3, 9, 17, 28, 31, 45, 70]),
            hour: u32::try_from(random.below(21)).unwrap() + 1,
            is_swept: random.below(2) == 0,
        },
        10..=14 => Step::Change {
            plan: random.index(plans),
            quantity: (random.below(4) == 0).then(|| random.minutes(3) + 1),
            mode,
            is_now: *random.pick(&[None, None, Some(true), Some(false)]),
        },
        15 | 16 => Step::Quantity(random.minutes(4) + 1),
        17 | 18 => Step::Pause {
            until: (random.below(3) != 0).then(|| random.minutes(90) + 20),
            is_draft: random.below(2) == 0,
        },
        19 => Step::Resume,
        20 | 21 => Step::Pay,
        22 => Step::Cancel,
        23 => {
            if random.below(3) == 0 {
                Step::CancelNow(mode)
            } else {
                Step::Cancel
            }
        }
        24 | 25 => Step::Uncancel,
        26..=28 => Step::Add(item(random), (random.below(2) == 0).then(|| random.minutes(80))),
        29 => Step::Remove,
        30 => Step::Goodwill(random.minutes(20_000) + 1),
        31 => Step::Clear,
        _ => Step::Spend(random.minutes(12) + 1),
    }
}

fn item(random: &mut Random) -> Item {
    let (amount, quantity) = (random.minutes(9_000) + 1, random.minutes(3) + 1);
    Item { amount, quantity, is_recurring: random.below(2) == 0, from: NaiveDate::MIN }
}
