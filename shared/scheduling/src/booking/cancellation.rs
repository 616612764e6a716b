//! What a cancellation costs, by the policy that the booking was made under (`docs/areas/bookings.md`, 22).
//!
//! - A cancellation by the operator, and one of a pending booking, cost nothing.
//! - Until `free_minutes` before the start it is free. With 0 minutes and a ladder there is no free time.
//! - Then the ladder of members or of everybody else decides: of the steps whose `minutes_before` the notice does not
//!   exceed, the one nearest to the start. Earlier than every step nothing is charged.
//! - Without a ladder, after the free time, it is the whole price.
//! - A no-show costs what the policy says, or else what a cancellation at the start would.
//! - Of several resources each has its own policy, for its own share of the price.
//! - What it cost when a booking was moved late, it costs at least from then on.
//!
//! Notice counts from the start of the booking, also for bookings of whole days: opening hours are not part of the
//! stored policy, and later changes of them must not change what was agreed.

use chrono::Duration;
use records::booking_policy::CancellationPolicy;
use values::{Money, Percent, Timestamp};

use crate::booking::{
    Booking, BookingState, Cancellation, CancellationReason, Part,
    fee_percent::{fee_percent, ladder},
};

/// What a cancellation at the instant `at` costs, in minor units.
#[must_use]
pub fn fee_minor(booking: &Booking, at: Timestamp, by_operator: bool) -> i64 {
    if by_operator || booking.state == BookingState::Pending {
        return 0;
    }
    let fee = fees(booking, |policy| fee_percent(policy, booking.is_member, booking.start, at));
    fee.max(late_fee_minor(booking))
}

impl Booking {
    /// What it costs that nobody came, in minor units: of each part what its policy says, or else what a cancellation
    /// at the start would.
    #[must_use]
    pub fn no_show_fee_minor(&self) -> i64 {
        let at_the_start = |policy: &CancellationPolicy| fee_percent(policy, self.is_member, self.start, self.start);
        let fee = fees(self, |policy| policy.no_show_fee_percent.unwrap_or_else(|| at_the_start(policy)));
        let is_said = self.parts().iter().any(|part| part.policy.cancellation_policy.no_show_fee_percent.is_some());
        if is_said { fee } else { fee.max(late_fee_minor(self)) }
    }
}

/// What part of a booking a cancellation costs, whose fee is this: of its price, or where it has no price in money, of
/// its resource's part in everything else.
#[must_use]
pub fn fee_share(before: &Booking, cancellation: &Cancellation) -> (i64, i64) {
    let total_minor = before.price.total_minor;
    if total_minor > 0 {
        return (cancellation.fee_minor.clamp(0, total_minor), total_minor);
    }
    let percent = units_percent(before, cancellation.reason, cancellation.at);
    (percent.ten_thousandths(), Percent::HUNDRED.ten_thousandths())
}

/// What part of the credits or day passes of a booking without a price in money a cancellation at the instant `at`
/// costs.
#[must_use]
pub fn units_percent(booking: &Booking, reason: CancellationReason, at: Timestamp) -> Percent {
    let policy = &booking.policy.cancellation_policy;
    let late = booking.late_fee.map_or(Percent::ZERO, |late| late.units_percent);
    let at_instant = |at| fee_percent(policy, booking.is_member, booking.start, at).max(late);
    match reason {
        CancellationReason::Customer if booking.state == BookingState::Pending => Percent::ZERO,
        CancellationReason::Customer => at_instant(at),
        CancellationReason::NoShow => policy.no_show_fee_percent.unwrap_or_else(|| at_instant(booking.start)),
        CancellationReason::Operator | CancellationReason::Declined | CancellationReason::Expired => Percent::ZERO,
    }
}

/// Of each part a percentage of its share, together never more than the price.
fn fees(booking: &Booking, percent: impl Fn(&CancellationPolicy) -> Percent) -> i64 {
    let fee = |part: &Part<'_>| {
        let share = Money::new(part.share_minor, booking.currency);
        share.percent(percent(&part.policy.cancellation_policy)).map_or(part.share_minor, Money::minor)
    };
    booking.parts().iter().map(fee).sum()
}

/// What a cancellation cost when the booking was moved late; never more than the price.
fn late_fee_minor(booking: &Booking) -> i64 {
    booking.late_fee.map_or(0, |late| late.fee_minor.min(booking.price.total_minor))
}

/// Whether the customer would pay for a cancellation at the instant `at`: in money, or in the credits or day passes
/// that pay for a booking without a price in money.
#[must_use]
pub fn fee_window_open(booking: &Booking, at: Timestamp) -> bool {
    if booking.price.total_minor > 0 {
        return fee_minor(booking, at, false) > 0;
    }
    let units = booking.payment.as_ref().filter(|payment| payment.account.uses_wallet());
    let costs_units = units.is_some_and(|payment| payment.price.credits.max(payment.price.day_passes) > Some(0));
    costs_units && units_percent(booking, CancellationReason::Customer, at) > Percent::ZERO
}

/// Until when the customer cancels at no fee; `None` when it never costs anything.
#[must_use]
pub fn free_until(booking: &Booking) -> Option<Timestamp> {
    if let Some(late) = booking.late_fee
        && late_fee_minor(booking) > 0
    {
        return Some(late.at);
    }
    let before = |minutes: u32| booking.start.plus(-Duration::minutes(minutes.into()));
    let minutes_of = |part: &Part<'_>| {
        let policy = &part.policy.cancellation_policy;
        let steps = ladder(policy, booking.is_member).iter().map(|step| step.minutes_before);
        steps.chain([0, policy.free_minutes]).collect::<Vec<u32>>()
    };
    let mut moments: Vec<Timestamp> = booking.parts().iter().flat_map(minutes_of).map(before).collect();
    moments.sort_unstable();
    moments.into_iter().find(|moment| fee_window_open(booking, moment.plus(Duration::milliseconds(1))))
}

#[cfg(test)]
mod tests {
    use crate::{Booking, booking::BookingState};
    use chrono::Duration;
    use records::booking_policy::{CancellationPolicy, CancellationStep};
    use values::{Decimal, Percent};

    use super::{fee_minor, fee_window_open, free_until};
    use crate::booking::sample::{at, booking};

    fn percent(rate: i64) -> Percent {
        Percent::from_decimal(Decimal::new(rate, 0)).expect("a percentage")
    }

    fn ladder(steps: &[(u32, i64)]) -> Vec<CancellationStep> {
        let step =
            |&(minutes_before, rate): &(u32, i64)| CancellationStep { minutes_before, fee_percent: percent(rate) };
        steps.iter().map(step).collect()
    }

    /// A booking of 100.01 at 12:00 with this policy for members.
    fn booked(free_minutes: u32, steps: &[(u32, i64)]) -> Booking {
        let mut booking = booking(at("2026-11-22T12:00"), at("2026-11-22T14:00"), 10_001);
        booking.policy.cancellation_policy =
            CancellationPolicy { free_minutes, member_ladder: ladder(steps), ..CancellationPolicy::default() };
        booking
    }

    /// Fees at so many minutes before the start.
    fn check(booking: &Booking, cases: &[(i64, i64)]) {
        for &(notice, fee) in cases {
            let at = booking.start.plus(-Duration::minutes(notice));
            assert_eq!(fee_minor(booking, at, false), fee, "{notice} minutes before");
            assert_eq!(fee_window_open(booking, at), fee > 0, "{notice} minutes before");
        }
    }

    #[test]
    fn without_a_policy_it_is_free_until_the_start_and_then_the_whole_price() {
        check(&booked(0, &[]), &[(1_000, 0), (0, 0), (-1, 10_001)]);
    }

    #[test]
    fn free_minutes_alone_leave_the_whole_price_after_them() {
        check(&booked(1_440, &[]), &[(1_441, 0), (1_440, 0), (1_439, 10_001), (-10, 10_001)]);
    }

    #[test]
    fn the_step_nearest_to_the_start_applies() {
        let steps = &[(1_440, 50), (120, 100)];
        let cases = &[(1_440, 0), (1_439, 5_001), (121, 5_001), (120, 10_001), (0, 10_001), (-10, 10_001)];
        check(&booked(1_440, steps), cases);
        check(&booked(1_440, &[(120, 100), (1_440, 50)]), cases);
        // Without free minutes the ladder alone decides, from the instant its first step names.
        check(&booked(0, steps), &[(1_441, 0), (1_440, 5_001), (120, 10_001)]);
        // What is free is free also where a step would reach.
        check(&booked(60, steps), &[(1_000, 0), (60, 0), (59, 10_001)]);
        // Between free and the first step nobody named a fee.
        check(&booked(2_880, steps), &[(2_000, 0), (1_440, 5_001)]);
    }

    #[test]
    fn members_and_others_have_their_own_ladders() {
        let mut booking = booked(0, &[(60, 10)]);
        booking.policy.cancellation_policy.public_ladder = ladder(&[(60, 90)]);
        check(&booking, &[(30, 1_000)]);
        booking.is_member = false;
        check(&booking, &[(30, 9_001)]);
    }

    #[test]
    fn the_operator_and_what_nobody_approved_pay_nothing() {
        let mut booking = booked(1_440, &[]);
        assert_eq!(fee_minor(&booking, booking.start, true), 0);
        booking.state = BookingState::Pending;
        check(&booking, &[(0, 0), (-10, 0)]);
    }

    #[test]
    fn a_no_show_costs_what_a_cancellation_at_the_start_does_unless_the_policy_says_otherwise() {
        for (free_minutes, steps, said, fee) in [
            (0, &[][..], None, 0),
            (60, &[][..], None, 10_001),
            (0, &[(1_440, 20), (120, 50)][..], None, 5_001),
            (0, &[(1_440, 20), (120, 50)][..], Some(10), 1_000),
            (60, &[][..], Some(0), 0),
            (0, &[][..], Some(100), 10_001),
        ] {
            let mut booking = booked(free_minutes, steps);
            booking.policy.cancellation_policy.no_show_fee_percent = said.map(percent);
            assert_eq!(booking.no_show_fee_minor(), fee, "{free_minutes} {steps:?} {said:?}");
        }
    }

    #[test]
    fn free_until_is_where_the_first_fee_begins() {
        for (booking, minutes) in [
            (booked(0, &[]), Some(0)),
            (booked(1_440, &[]), Some(1_440)),
            (booked(60, &[(1_440, 50), (120, 100)]), Some(60)),
            (booked(0, &[(2_880, 0), (1_440, 50)]), Some(1_440)),
            (booked(0, &[(1_440, 0)]), None),
            (Booking { price: crate::booking_price::PriceBreakdown::default(), ..booked(60, &[]) }, None),
        ] {
            let expected = minutes.map(|minutes| booking.start.plus(-Duration::minutes(minutes)));
            assert_eq!(free_until(&booking), expected, "{minutes:?}");
        }
    }
}
