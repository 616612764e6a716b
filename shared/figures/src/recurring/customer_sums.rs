//! What a customer adds to the sums of months (`docs/areas/reports.md`, 10 to 12).

use std::collections::{BTreeMap, BTreeSet};

use chrono::Datelike;
use records::Location;
use serde::{Deserialize, Serialize};
use values::{Currency, Day, Id};

use super::{
    standing::Standing,
    timeline::{Step, standing_at},
};
use crate::{place::Place, sums::Sums};

/// A subscription of a customer as it was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenSubscription {
    /// Version of its record that was seen last.
    pub version: i64,
    /// Its location.
    pub location_id: Id<Location>,
    /// Currency of its amounts.
    pub currency: Currency,
    /// What it was and will be.
    pub steps: Vec<Step>,
}

/// What is summed of a month. Letters are stored, so they never change; those of money and subscriptions stand behind
/// the currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MonthCell {
    /// What subscriptions that began bring in a month.
    New,
    /// What others bring more than before.
    Expansion,
    /// What others bring less than before.
    Contraction,
    /// What those brought that ended.
    Lost,
    /// How many began.
    NewSubscriptions,
    /// How many ended.
    LostSubscriptions,
    /// Customers who have one at the end of the month and had none at its start.
    NewCustomers,
    /// Customers who had one at the start of the month and have none at its end.
    LostCustomers,
}

impl MonthCell {
    /// Its letter in the name of a cell.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::New => 'n',
            Self::Expansion => 'e',
            Self::Contraction => 'c',
            Self::Lost => 'l',
            Self::NewSubscriptions => 'N',
            Self::LostSubscriptions => 'L',
            Self::NewCustomers => 'w',
            Self::LostCustomers => 'g',
        }
    }
}

/// The sums of a customer with these subscriptions.
#[must_use]
pub fn customer_sums(subscriptions: &BTreeMap<String, SeenSubscription>) -> Sums {
    let mut sums = Sums::default();
    for subscription in subscriptions.values() {
        add_changes(&mut sums, subscription);
    }
    add_customer(&mut sums, Place::All, &subscriptions.values().collect::<Vec<_>>());
    let locations = || subscriptions.values().map(|subscription| subscription.location_id);
    for location in locations().map(|location| (location.uuid(), location)).collect::<BTreeMap<_, _>>().into_values() {
        let there = subscriptions.values().filter(|subscription| subscription.location_id == location);
        add_customer(&mut sums, Place::At(location), &there.collect::<Vec<_>>());
    }
    sums
}

/// The month of a day, `2026-11`.
#[must_use]
pub fn month_of(day: Day) -> String {
    day.date().format("%Y-%m").to_string()
}

/// What the steps of a subscription change, each in its month.
fn add_changes(sums: &mut Sums, subscription: &SeenSubscription) {
    let mut before = Standing::default();
    for step in &subscription.steps {
        let after = step.standing;
        let month = month_of(step.day);
        let mut add = |cell: MonthCell, number: i64| {
            let name = format!("{}{}", subscription.currency.code(), cell.letter());
            for place in Place::summed(Some(subscription.location_id)) {
                sums.add(place, &month, &name, number);
            }
        };
        match (before.is_live, after.is_live) {
            (false, true) => {
                add(MonthCell::New, after.minor);
                add(MonthCell::NewSubscriptions, 1);
            }
            (true, false) => {
                add(MonthCell::Lost, before.minor);
                add(MonthCell::LostSubscriptions, 1);
            }
            (true, true) if before.minor < after.minor => add(MonthCell::Expansion, after.minor - before.minor),
            (true, true) => add(MonthCell::Contraction, before.minor - after.minor),
            (false, false) => {}
        }
        before = after;
    }
}

/// Months in which the customer becomes one there, and in which they cease to be.
fn add_customer(sums: &mut Sums, place: Place, subscriptions: &[&SeenSubscription]) {
    let has_one = |day: Day| subscriptions.iter().any(|subscription| standing_at(&subscription.steps, day).is_live);
    let days = subscriptions.iter().flat_map(|subscription| &subscription.steps).map(|step| step.day);
    for (before, last) in days.filter_map(bounds).collect::<BTreeSet<(Day, Day)>>() {
        let cell = match (has_one(before), has_one(last)) {
            (false, true) => MonthCell::NewCustomers,
            (true, false) => MonthCell::LostCustomers,
            (true, true) | (false, false) => continue,
        };
        sums.add(place, &month_of(last), &cell.letter().to_string(), 1);
    }
}

/// The last day before a day's month, and the last day of the month.
fn bounds(day: Day) -> Option<(Day, Day)> {
    let first = day.date().with_day(1)?;
    let next = first.checked_add_months(chrono::Months::new(1))?;
    Some((Day::new(first.pred_opt()?)?, Day::new(next.pred_opt()?)?))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use uuid::Uuid;
    use values::{Currency, Day, Id};

    use super::{SeenSubscription, customer_sums};
    use crate::recurring::{standing::Standing, timeline::Step};

    fn subscription(location: u128, steps: &[(&str, i64)]) -> SeenSubscription {
        let step = |(day, minor): &(&str, i64)| Step {
            day: Day::parse(day).expect("a day"),
            standing: Standing { minor: (*minor).max(0), is_live: *minor >= 0 },
        };
        SeenSubscription {
            version: 1,
            location_id: Id::new(Uuid::from_u128(location)),
            currency: Currency::parse("EUR").expect("a currency"),
            steps: steps.iter().map(step).collect(),
        }
    }

    fn of_all(subscriptions: Vec<SeenSubscription>) -> Vec<String> {
        let named = subscriptions.into_iter().enumerate().map(|(number, one)| (number.to_string(), one));
        let sums = customer_sums(&named.collect::<BTreeMap<_, _>>());
        let rows = sums.rows().filter(|(place, ..)| *place == "all");
        rows.flat_map(|(_, month, cells)| cells.iter().map(move |(cell, number)| format!("{month} {cell} {number}")))
            .collect()
    }

    #[test]
    fn a_subscription_is_new_grows_shrinks_and_is_lost_in_the_month_of_each() {
        let found = of_all(vec![subscription(
            1,
            &[("2026-01-01", 100), ("2026-02-10", 150), ("2026-02-20", 0), ("2026-04-01", -1)],
        )]);
        let expected = [
            "2026-01 EURN 1",
            "2026-01 EURn 100",
            "2026-01 w 1",
            "2026-02 EURc 150",
            "2026-02 EURe 50",
            "2026-04 EURL 1",
            "2026-04 g 1",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_customer_is_lost_with_the_last_subscription_alone() {
        let found = of_all(vec![
            subscription(1, &[("2026-01-01", 1), ("2026-03-31", -1)]),
            subscription(2, &[("2026-02-15", 1), ("2026-06-01", -1)]),
        ]);
        let customers: Vec<&String> =
            found.iter().filter(|cell| cell.contains(" w ") || cell.contains(" g ")).collect();
        assert_eq!(customers, ["2026-01 w 1", "2026-06 g 1"]);
    }

    #[test]
    fn who_comes_back_within_a_month_was_not_lost_and_who_comes_and_goes_in_one_was_never_there() {
        let back = of_all(vec![subscription(1, &[("2026-01-05", 1), ("2026-03-10", -1), ("2026-03-20", 1)])]);
        assert!(!back.iter().any(|cell| cell.contains(" g ")), "{back:?}");
        let passing = of_all(vec![subscription(1, &[("2026-03-10", 1), ("2026-03-20", -1)])]);
        assert!(!passing.iter().any(|cell| cell.contains(" g ") || cell.contains(" w ")), "{passing:?}");
    }
}
