//! What a subscription is at an instant, derived from what is stored: no sweep needs to have run.

use chrono::Duration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, Day, ErrorCode, TimeZone, Timestamp};

use crate::{
    pause::Pause,
    period::{local_day, plus_days},
};

/// Hours in which the first payment of a subscription must be made.
pub const FIRST_PAYMENT_HOURS: i64 = 23;
/// Days for which benefits are kept when an invoice is overdue, unless the plan says otherwise.
pub const GRACE_DAYS: u32 = 7;

/// State of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionStatus {
    /// It has not begun.
    Scheduled,
    /// Its first payment is awaited.
    Incomplete,
    /// Its first payment did not come; it never began.
    IncompleteExpired,
    /// It has begun, is not paused, and no invoice of it is overdue.
    Active,
    /// It runs, and an invoice of it is overdue.
    PastDue,
    /// It is paused for whole periods, without benefits.
    Paused,
    /// It has ended, by notice or at once.
    Cancelled,
}

/// What the state of a subscription is derived from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriptionFacts {
    /// Its first local day, trial included.
    pub first: Day,
    /// First local day without it.
    pub ends: Option<Day>,
    /// Since when the first payment is awaited.
    pub incomplete_since: Option<Timestamp>,
    /// First local day on which an invoice of it was overdue.
    pub past_due_since: Option<Day>,
    /// Its pauses, in order.
    pub pauses: Vec<Pause>,
    /// Days for which benefits are kept when an invoice is overdue.
    pub grace_days: u32,
}

/// What a subscriber gets at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Benefits {
    /// Everything: discounts, access, exclusive resources.
    Full,
    /// Everything, until this day.
    Grace {
        /// First local day without benefits.
        until: Day,
    },
    /// Nothing: the subscription gives no benefits now.
    None,
}

impl SubscriptionFacts {
    /// The state at an instant in a zone.
    #[must_use]
    pub fn status_at(&self, now: Timestamp, zone: TimeZone) -> SubscriptionStatus {
        let Some(today) = local_day(now, zone) else { return SubscriptionStatus::Cancelled };
        if let Some(since) = self.incomplete_since {
            let expires = since.plus(Duration::hours(FIRST_PAYMENT_HOURS));
            let expired = now >= expires;
            return if expired { SubscriptionStatus::IncompleteExpired } else { SubscriptionStatus::Incomplete };
        }
        if self.ends.is_some_and(|ends| ends <= today) {
            SubscriptionStatus::Cancelled
        } else if today < self.first {
            // One that is called off before it begins has ended already.
            if self.ends.is_some_and(|ends| ends <= self.first) {
                SubscriptionStatus::Cancelled
            } else {
                SubscriptionStatus::Scheduled
            }
        } else if self.pauses.iter().any(|pause| pause.covers_day(today)) {
            SubscriptionStatus::Paused
        } else if self.past_due_since.is_some_and(|since| since <= today) {
            SubscriptionStatus::PastDue
        } else {
            SubscriptionStatus::Active
        }
    }

    /// What the subscriber gets at an instant. An invoice overdue takes benefits away after `grace_days`, and the
    /// subscription is still charged for.
    #[must_use]
    pub fn benefits_at(&self, now: Timestamp, zone: TimeZone) -> Benefits {
        match self.status_at(now, zone) {
            SubscriptionStatus::Active => Benefits::Full,
            SubscriptionStatus::PastDue => {
                let until = self.past_due_since.and_then(|since| plus_days(since, i64::from(self.grace_days)));
                match (until, local_day(now, zone)) {
                    (Some(until), Some(today)) if today < until => Benefits::Grace { until },
                    _ => Benefits::None,
                }
            }
            SubscriptionStatus::Scheduled
            | SubscriptionStatus::Incomplete
            | SubscriptionStatus::IncompleteExpired
            | SubscriptionStatus::Paused
            | SubscriptionStatus::Cancelled => Benefits::None,
        }
    }
}

/// What can be done with a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubscriptionAction {
    /// Give notice, or end it at once.
    Cancel,
    /// Take back a notice that has not taken effect.
    Uncancel,
    /// Pause it for whole periods.
    Pause,
    /// End its pause before the last paused period.
    Resume,
    /// Change plan or quantity.
    Change,
    /// Renew it before its period ends.
    RenewNow,
}

/// The state does not allow the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidTransition {
    /// State in which the action is refused.
    pub status: SubscriptionStatus,
}

impl From<InvalidTransition> for ApiError {
    /// 409 `invalid_state`, naming the state of the subscription.
    fn from(error: InvalidTransition) -> Self {
        Self::conflict(
            ErrorCode::InvalidState,
            format!("a subscription that is {} does not allow it", error.status.name()),
        )
    }
}

impl SubscriptionStatus {
    /// The state in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheduled => "scheduled",
            Self::Incomplete => "incomplete",
            Self::IncompleteExpired => "expired before its first payment",
            Self::Active => "active",
            Self::PastDue => "past due",
            Self::Paused => "paused",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether it counts among the subscribers of its plan, and keeps its customer from being deleted.
    #[must_use]
    pub const fn is_live(self) -> bool {
        !matches!(self, Self::Cancelled | Self::IncompleteExpired)
    }

    /// Whether the state allows an action.
    ///
    /// # Errors
    /// [`InvalidTransition`].
    pub const fn allows(self, action: SubscriptionAction) -> Result<(), InvalidTransition> {
        let allowed = match self {
            Self::Active | Self::PastDue => !matches!(action, SubscriptionAction::Resume),
            Self::Scheduled => !matches!(action, SubscriptionAction::Resume | SubscriptionAction::RenewNow),
            Self::Paused => !matches!(action, SubscriptionAction::Pause | SubscriptionAction::RenewNow),
            Self::Incomplete => matches!(action, SubscriptionAction::Cancel),
            Self::IncompleteExpired | Self::Cancelled => false,
        };
        if allowed { Ok(()) } else { Err(InvalidTransition { status: self }) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Benefits, Day, SubscriptionAction, SubscriptionFacts, SubscriptionStatus, TimeZone, Timestamp};
    use crate::pause::{Pause, PauseBehaviour};

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    fn instant(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("an instant")
    }

    fn facts() -> SubscriptionFacts {
        SubscriptionFacts {
            first: day("2026-02-01"),
            ends: Some(day("2027-02-01")),
            incomplete_since: None,
            past_due_since: Some(day("2026-09-15")),
            pauses: vec![Pause {
                first_period: 3,
                after_period: Some(5),
                from: day("2026-05-01"),
                until: Some(day("2026-07-01")),
                behaviour: PauseBehaviour::Void,
            }],
            grace_days: 7,
        }
    }

    #[test]
    fn a_state_is_derived_from_local_days() {
        let zone = TimeZone::parse("Europe/Amsterdam").expect("a zone");
        for (now, expected) in [
            ("2026-01-31T22:59:59Z", SubscriptionStatus::Scheduled),
            ("2026-01-31T23:00:00Z", SubscriptionStatus::Active),
            ("2026-04-30T21:59:59Z", SubscriptionStatus::Active),
            ("2026-04-30T22:00:00Z", SubscriptionStatus::Paused),
            ("2026-06-30T22:00:00Z", SubscriptionStatus::Active),
            ("2026-09-14T22:00:00Z", SubscriptionStatus::PastDue),
            ("2027-01-31T22:59:59Z", SubscriptionStatus::PastDue),
            ("2027-01-31T23:00:00Z", SubscriptionStatus::Cancelled),
        ] {
            assert_eq!(facts().status_at(instant(now), zone), expected, "{now}");
        }
    }

    #[test]
    fn benefits_are_kept_for_the_grace_days_and_then_suspended() {
        for (now, expected) in [
            ("2026-09-14T12:00:00Z", Benefits::Full),
            ("2026-09-21T23:59:59Z", Benefits::Grace { until: day("2026-09-22") }),
            ("2026-09-22T00:00:00Z", Benefits::None),
            ("2026-05-10T00:00:00Z", Benefits::None),
        ] {
            assert_eq!(facts().benefits_at(instant(now), TimeZone::UTC), expected, "{now}");
        }
    }

    #[test]
    fn a_first_payment_is_awaited_for_23_hours() {
        let waiting = SubscriptionFacts { incomplete_since: Some(instant("2026-02-01T10:00:00Z")), ..facts() };
        let status = |now| waiting.status_at(instant(now), TimeZone::UTC);
        assert_eq!(status("2026-02-02T08:59:59.999Z"), SubscriptionStatus::Incomplete);
        assert_eq!(status("2026-02-02T09:00:00Z"), SubscriptionStatus::IncompleteExpired);
        assert!(!SubscriptionStatus::IncompleteExpired.is_live());
    }

    #[test]
    fn called_off_before_it_begins_it_is_cancelled_at_once() {
        let off = SubscriptionFacts { ends: Some(day("2026-02-01")), ..facts() };
        assert_eq!(off.status_at(instant("2026-01-10T00:00:00Z"), TimeZone::UTC), SubscriptionStatus::Cancelled);
    }

    #[test]
    fn what_has_ended_allows_nothing() {
        for status in [SubscriptionStatus::Cancelled, SubscriptionStatus::IncompleteExpired] {
            for action in [SubscriptionAction::Cancel, SubscriptionAction::Uncancel, SubscriptionAction::Change] {
                assert!(status.allows(action).is_err(), "{status:?} {action:?}");
            }
        }
        assert!(SubscriptionStatus::Paused.allows(SubscriptionAction::Resume).is_ok());
        assert!(SubscriptionStatus::Active.allows(SubscriptionAction::Resume).is_err());
    }
}
