//! What a subscription was and will be, by day. The past is as it was seen; from the day of its last change on it is
//! what is agreed. So what was counted of months that are over stays, whatever its record says later.

use agreements::subscription::record::Subscription;
use serde::{Deserialize, Serialize};
use values::Day;

use super::{
    monthly_price::{begins, days_of_change, standing_on},
    standing::Standing,
};

/// What it is from a day on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// First local day of it.
    pub day: Day,
    /// What it is then.
    #[serde(flatten)]
    pub standing: Standing,
}

/// The steps of a subscription after its record was seen as it is since `today`. The same whenever and however often
/// the same record is seen.
#[must_use]
pub fn seen(before: &[Step], subscription: &Subscription, today: Day) -> Vec<Step> {
    let mut steps: Vec<Step> = before.iter().copied().filter(|step| step.day < today).collect();
    let first = if before.is_empty() { begins(subscription) } else { today };
    let mut days: Vec<Day> = days_of_change(subscription).into_iter().filter(|day| first < *day).collect();
    days.push(first);
    days.sort();
    days.dedup();
    for day in days {
        let standing = standing_on(subscription, day);
        if steps.last().map(|step| step.standing).unwrap_or_default() != standing {
            steps.push(Step { day, standing });
        }
    }
    steps
}

/// What steps say of a day.
#[must_use]
pub fn standing_at(steps: &[Step], day: Day) -> Standing {
    steps.iter().rfind(|step| step.day <= day).map(|step| step.standing).unwrap_or_default()
}
