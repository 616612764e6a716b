//! Booking policy: the keys that a merchant sets as defaults and a resource sets for itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use values::ApiError;
use values::Percent;

/// Check-in opens at most this many minutes before the start.
pub const OPENS_MINUTES_MAX: u32 = 60;
/// Most minutes of a shortest and a longest booking: 31 days.
pub const LENGTH_MINUTES_MAX: u32 = 44_640;
/// Most minutes between booking and start: a year.
pub const LEAD_MINUTES_MAX: u32 = 525_600;
/// Most days ahead that a policy can allow a booking to start: ten years.
pub const AHEAD_DAYS_MAX: u32 = 3_650;
/// Minutes of a day.
const DAY_MINUTES: u32 = 24 * 60;

/// Rules for booking. A key that is null or absent sets no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BookingPolicy {
    /// Start and length are multiples of this many minutes of the local day.
    #[schemars(range(min = 1, max = 1440), extend("x-nullable" = true))]
    pub step_minutes: Option<u32>,
    /// Shortest booking in minutes; no limit when null.
    #[schemars(range(min = 1, max = LENGTH_MINUTES_MAX), extend("x-nullable" = true))]
    pub min_minutes: Option<u32>,
    /// Longest booking; 31 days is the most there is.
    #[schemars(range(min = 1, max = LENGTH_MINUTES_MAX), extend("x-nullable" = true))]
    pub max_minutes: Option<u32>,
    /// Time between booking and start.
    #[schemars(range(min = 0, max = LEAD_MINUTES_MAX), extend("x-nullable" = true))]
    pub lead_time_minutes: Option<u32>,
    /// How many days ahead a booking may start.
    #[schemars(range(min = 0, max = AHEAD_DAYS_MAX), extend("x-nullable" = true))]
    pub book_ahead_days: Option<u32>,
    /// Minutes kept free before a booking.
    #[schemars(range(min = 0, max = 1440))]
    pub buffer_before_minutes: u32,
    /// Minutes kept free after a booking.
    #[schemars(range(min = 0, max = 1440))]
    pub buffer_after_minutes: u32,
    /// Minutes that the same customer keeps between two bookings of it.
    #[schemars(range(min = 0, max = 1440))]
    pub cooldown_minutes: u32,
    /// Live bookings free of charge that a customer has of it at a time.
    #[schemars(range(min = 1, max = 1000), extend("x-nullable" = true))]
    pub max_free_bookings: Option<u32>,
    /// What a cancellation costs.
    pub cancellation_policy: CancellationPolicy,
    /// Whether people check in, and when.
    pub check_in: CheckInPolicy,
}

/// What a cancellation costs, by how long before the start it comes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CancellationPolicy {
    /// Free until this many minutes before the start.
    #[schemars(range(min = 0, max = 525_600))]
    pub free_minutes: u32,
    /// Fees for members, longest notice first.
    #[schemars(length(max = 20))]
    pub member_ladder: Vec<CancellationStep>,
    /// Fees for everybody else, longest notice first.
    #[schemars(length(max = 20))]
    pub public_ladder: Vec<CancellationStep>,
    /// Fee of a booking nobody came to, in percent of its price.
    #[schemars(extend("x-nullable" = true))]
    pub no_show_fee_percent: Option<Percent>,
}

/// One step of a cancellation ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CancellationStep {
    /// Applies to cancellations at most this many minutes before the start.
    #[schemars(range(min = 0, max = 525_600))]
    pub minutes_before: u32,
    /// Fee in percent of the price.
    pub fee_percent: Percent,
}

/// Checking in to a booking.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CheckInPolicy {
    /// Whether people check in at all.
    pub enabled: bool,
    /// Check-in opens this many minutes before the start.
    #[schemars(range(min = 0, max = OPENS_MINUTES_MAX))]
    pub opens_minutes: u32,
    /// A booking nobody checked in to is released this many minutes after its start.
    #[schemars(range(min = 1, max = 120), extend("x-nullable" = true))]
    pub auto_release_minutes: Option<u32>,
}

/// Refuses a policy that contradicts itself. `field_prefix` is where it stands in the body, such as `booking_defaults`;
/// empty when its keys stand in the body itself.
///
/// # Errors
/// 422 naming the exact key and the broken rule.
pub fn check(policy: &BookingPolicy, field_prefix: &str) -> Result<(), ApiError> {
    check_lengths(policy, field_prefix)?;
    check_notice(policy, field_prefix)?;
    check_check_in(policy, field_prefix)?;
    let cancellation = at(field_prefix, "cancellation_policy");
    check_ladder(&policy.cancellation_policy.member_ladder, &at(&cancellation, "member_ladder"))?;
    check_ladder(&policy.cancellation_policy.public_ladder, &at(&cancellation, "public_ladder"))
}

/// Some length must be a multiple of the step between the shortest and the longest.
fn check_lengths(policy: &BookingPolicy, prefix: &str) -> Result<(), ApiError> {
    let (step, min) = (policy.step_minutes.unwrap_or(1).max(1), policy.min_minutes.unwrap_or(1));
    let Some(max) = policy.max_minutes else { return Ok(()) };
    if max < min {
        let message = "the longest booking must not be shorter than the shortest";
        return Err(ApiError::rule(at(prefix, "max_minutes"), "less_than_min_minutes", message));
    }
    if max / step * step < min {
        let message = "no multiple of step_minutes lies between min_minutes and max_minutes";
        return Err(ApiError::rule(at(prefix, "step_minutes"), "no_length_fits", message));
    }
    Ok(())
}

/// The lead time must end before the last day that may be booked: day 0 is today.
fn check_notice(policy: &BookingPolicy, prefix: &str) -> Result<(), ApiError> {
    let last = policy.book_ahead_days.map_or(u32::MAX, |days| days.saturating_add(1).saturating_mul(DAY_MINUTES));
    if policy.lead_time_minutes.unwrap_or(0) >= last {
        let message = "the lead time must end within book_ahead_days";
        return Err(ApiError::rule(at(prefix, "lead_time_minutes"), "beyond_book_ahead_days", message));
    }
    Ok(())
}

/// Automatic release needs check-in: without it nobody could check in, and every booking would be released.
fn check_check_in(policy: &BookingPolicy, prefix: &str) -> Result<(), ApiError> {
    if policy.check_in.auto_release_minutes.is_some() && !policy.check_in.enabled {
        let message = "bookings are released only where people check in";
        return Err(ApiError::rule(at(prefix, "check_in.auto_release_minutes"), "check_in_disabled", message));
    }
    Ok(())
}

/// A ladder goes down: each step is nearer to the start than the one before it.
fn check_ladder(ladder: &[CancellationStep], field: &str) -> Result<(), ApiError> {
    for (position, pair) in ladder.windows(2).enumerate() {
        let (before, after) = (pair[0].minutes_before, pair[1].minutes_before);
        let field = format!("{field}[{}].minutes_before", position + 1);
        if after == before {
            return Err(ApiError::rule(field, "repeated", "a ladder has one step for each minutes_before"));
        }
        if after > before {
            return Err(ApiError::rule(field, "not_descending", "a ladder begins with the longest notice"));
        }
    }
    Ok(())
}

fn at(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::{BookingPolicy, CancellationPolicy, CancellationStep, check};
    use values::Percent;

    fn refusal(policy: &BookingPolicy, prefix: &str) -> String {
        let first = check(policy, prefix).err().and_then(|error| error.fields.first().cloned());
        first.map(|field| format!("{} {}", field.field, field.reason)).unwrap_or_default()
    }

    #[test]
    fn the_shortest_the_longest_and_the_step_leave_a_length_to_book() {
        for (step, min, max, expected) in [
            (None, None, None, ""),
            (Some(30), Some(60), Some(60), ""),
            (None, Some(60), Some(30), "p.max_minutes less_than_min_minutes"),
            (Some(30), None, Some(20), "p.step_minutes no_length_fits"),
            (Some(60), Some(70), Some(110), "p.step_minutes no_length_fits"),
            (Some(60), Some(70), Some(120), ""),
            (Some(1440), Some(1441), None, ""),
        ] {
            let policy =
                BookingPolicy { step_minutes: step, min_minutes: min, max_minutes: max, ..BookingPolicy::default() };
            assert_eq!(refusal(&policy, "p"), expected, "{policy:?}");
        }
    }

    #[test]
    fn the_lead_time_ends_within_the_days_that_can_be_booked() {
        for (lead, ahead, expected) in [
            (Some(1439), Some(0), ""),
            (Some(1440), Some(0), "lead_time_minutes beyond_book_ahead_days"),
            (Some(525_600), None, ""),
            (None, Some(0), ""),
        ] {
            let policy = BookingPolicy { lead_time_minutes: lead, book_ahead_days: ahead, ..BookingPolicy::default() };
            assert_eq!(refusal(&policy, ""), expected, "{policy:?}");
        }
    }

    #[test]
    fn a_ladder_begins_with_the_longest_notice_and_has_each_step_once() {
        for (minutes, expected) in [
            (&[][..], ""),
            (&[2880, 1440, 0], ""),
            (&[60, 60], "p.cancellation_policy.public_ladder[1].minutes_before repeated"),
            (&[90, 30, 60], "p.cancellation_policy.public_ladder[2].minutes_before not_descending"),
        ] {
            let step = |&minutes_before| CancellationStep { minutes_before, fee_percent: Percent::HUNDRED };
            let ladder = minutes.iter().map(step).collect();
            let cancellation_policy = CancellationPolicy { public_ladder: ladder, ..CancellationPolicy::default() };
            let policy = BookingPolicy { cancellation_policy, ..BookingPolicy::default() };
            assert_eq!(refusal(&policy, "p"), expected, "{minutes:?}");
        }
    }
}
