//! What a subscription brings in a month, and whether it does (`docs/areas/reports.md`, 10).

use agreements::subscription::{item::ItemRecurrence, record::Subscription};
use billing::{arithmetic::share, cycles::average_days};
use values::{Day, Percent, cycle::Cycle};

use super::standing::Standing;

/// What a subscription is on a local day by what is stored of it.
#[must_use]
pub fn standing_on(subscription: &Subscription, day: Day) -> Standing {
    let has_begun = begins(subscription) <= day;
    let has_ended = subscription.ends.is_some_and(|ends| ends <= day);
    if subscription.incomplete_since.is_some() || !has_begun || has_ended {
        return Standing::default();
    }
    let is_paused = subscription.pauses.iter().any(|pause| pause.covers_day(day));
    Standing { minor: if is_paused { 0 } else { monthly_minor(subscription, day) }, is_live: true }
}

/// The first day that is paid for: trials are not counted.
#[must_use]
pub fn begins(subscription: &Subscription) -> Day {
    if subscription.restarts == 0 { subscription.schedule.first() } else { subscription.first }
}

/// The days on which it changes by itself, as far as is agreed.
#[must_use]
pub fn days_of_change(subscription: &Subscription) -> Vec<Day> {
    let pauses = subscription.pauses.iter().flat_map(|pause| [Some(pause.from), pause.until]);
    let items = subscription.items.iter().map(|item| Some(item.from));
    let changes =
        [Some(begins(subscription)), subscription.ends, subscription.scheduled.as_ref().map(|change| change.effective)];
    pauses.chain(items).chain(changes).flatten().collect()
}

/// What it costs in a month of average length without tax: plan and recurring items.
fn monthly_minor(subscription: &Subscription, day: Day) -> i64 {
    let agreed = subscription.as_of(day);
    let dues = agreed.plan.terms.dues;
    let recurring = subscription
        .items
        .iter()
        .filter(|item| item.recurrence == ItemRecurrence::Recurring && item.from <= day)
        .map(|item| item.unit_minor.saturating_mul(i64::from(item.quantity)));
    let of_cycle = recurring.fold(dues.cycle_minor().unwrap_or_default(), i64::saturating_add);
    let of_month = share(of_cycle, average_days(Cycle::Monthly), average_days(dues.cycle)).unwrap_or(i64::MAX);
    if subscription.tax_inclusive { without_tax(of_month, agreed.plan.tax_rate) } else { of_month }
}

fn without_tax(minor: i64, rate: Percent) -> i64 {
    let whole = Percent::HUNDRED.ten_thousandths();
    share(minor, whole, whole + rate.ten_thousandths()).unwrap_or(minor)
}

#[cfg(test)]
mod tests {
    use values::{Decimal, Percent};

    use super::without_tax;

    #[test]
    fn a_price_with_tax_is_counted_without_it() {
        let rate = Percent::from_decimal(Decimal::new(21, 0)).expect("a rate");
        assert_eq!(without_tax(12_100, rate), 10_000);
        assert_eq!(without_tax(100, Percent::ZERO), 100);
    }
}
