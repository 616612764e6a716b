//! Instants at which the state of a subscription changes: stored beside it, so that a list can be narrowed to a state.

use billing::{
    cycles::ScheduleError,
    period::{plus_days, start_of},
    subscription_status::{FIRST_PAYMENT_HOURS, SubscriptionStatus},
};
use chrono::Duration;
use store::{Expression, expression::NOW};
use values::{ApiError, Day, TimeZone, Timestamp};

use super::record::{Moments, Subscription};

/// When a subscription ends, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubscriptionEnd {
    /// By agreement, or at once.
    Final(Timestamp),
    /// By notice, which may be taken back.
    ByNotice(Timestamp),
}

impl Subscription {
    /// When it ends, as its moments have it.
    #[must_use]
    pub fn end(&self) -> Option<SubscriptionEnd> {
        let may_be_withdrawn = self.notice_given_at.is_some() && !self.is_ended_early && !self.is_over;
        self.moments.ends_at.map(if may_be_withdrawn { SubscriptionEnd::ByNotice } else { SubscriptionEnd::Final })
    }

    /// Since when it is past due, while that is not written down yet.
    #[must_use]
    pub fn past_due_to_write(&self) -> Option<Timestamp> {
        self.moments.past_due_at.filter(|at| self.past_due_written != Some(*at))
    }

    /// The same with its moments as they follow from everything else.
    ///
    /// # Errors
    /// 422 when one of them lies beyond the calendar.
    pub fn dated(mut self, now: Timestamp) -> Result<Self, ApiError> {
        let pause = self.pauses.last();
        let ends_at = match self.ends {
            // One that is called off before it begins has ended when it was called off.
            Some(ends) if ends <= self.first => Some(self.moments.ends_at.unwrap_or(now).min(now)),
            Some(ends) => Some(instant(ends, self.zone)?),
            None => None,
        };
        self.moments = Moments {
            starts_at: Some(instant(self.first, self.zone)?),
            ends_at,
            past_due_at: self.facts().past_due_since.map(|day| instant(day, self.zone)).transpose()?,
            paused_from: pause.map(|pause| instant(pause.from, self.zone)).transpose()?,
            paused_until: pause.and_then(|pause| pause.until).map(|day| instant(day, self.zone)).transpose()?,
            awaited_until: self.incomplete_since.map(|since| since.plus(Duration::hours(FIRST_PAYMENT_HOURS))),
            due_at: None,
        };
        self.moments.due_at = self.due_at()?;
        Ok(self)
    }

    /// When there is something to do: a period begins or is invoiced, it ends, or its first payment did not come.
    fn due_at(&self) -> Result<Option<Timestamp>, ApiError> {
        if self.is_over {
            return Ok(None);
        }
        if self.moments.awaited_until.is_some() {
            return Ok(self.moments.awaited_until);
        }
        let next = self.next_step_on().ok().flatten().map(|day| instant(day, self.zone)).transpose()?;
        Ok([next, self.moments.ends_at, self.past_due_to_write()].into_iter().flatten().min())
    }

    /// The day on which the next period begins, or is invoiced; none when it ends before.
    ///
    /// # Errors
    /// [`ScheduleError::BeyondCalendar`].
    pub fn next_step_on(&self) -> Result<Option<Day>, ScheduleError> {
        let number = self.next_number();
        let period = self.schedule.period(number)?;
        if self.ends.is_some_and(|ends| ends <= period.first()) {
            return Ok(None);
        }
        let lead = if self.is_invoiced(number) { 0 } else { self.invoice_days_in_advance };
        plus_days(period.first(), -i64::from(lead)).map(Some).ok_or(ScheduleError::BeyondCalendar)
    }
}

/// The first instant of a day.
pub fn instant(day: Day, zone: TimeZone) -> Result<Timestamp, ApiError> {
    start_of(day, zone).ok_or_else(|| ScheduleError::BeyondCalendar.into())
}

/// The condition of what has not ended at an instant.
#[must_use]
pub fn live(now: Timestamp) -> Expression {
    Expression::new("NOT #body.#ends <= :now AND NOT #body.#awaited <= :now")
        .name("#body", "body")
        .name("#ends", "ends_at")
        .name("#awaited", "awaited_until")
        .string(NOW, now.to_string())
}

/// The condition of a state at an instant, as [`billing::subscription_status::SubscriptionFacts::status_at`] has it.
#[must_use]
pub fn of_status(status: SubscriptionStatus, now: Timestamp) -> Expression {
    const AWAITED: &str = "attribute_type(#body.#awaited, :string)";
    const OVER: &str = "#body.#ends <= :now";
    const PAUSED: &str = "(#body.#paused <= :now AND NOT #body.#resumed <= :now)";
    const OVERDUE: &str = "#body.#overdue <= :now";
    let begun = format!("NOT {AWAITED} AND NOT {OVER} AND #body.#starts <= :now");
    let (text, names): (String, &[&str]) = match status {
        SubscriptionStatus::Incomplete => ("#body.#awaited > :now".to_owned(), &["#awaited"]),
        SubscriptionStatus::IncompleteExpired => ("#body.#awaited <= :now".to_owned(), &["#awaited"]),
        SubscriptionStatus::Cancelled => (format!("NOT {AWAITED} AND {OVER}"), &["#awaited", "#ends"]),
        SubscriptionStatus::Scheduled => {
            (format!("NOT {AWAITED} AND NOT {OVER} AND #body.#starts > :now"), &["#awaited", "#ends", "#starts"])
        }
        SubscriptionStatus::Paused => {
            (format!("{begun} AND {PAUSED}"), &["#awaited", "#ends", "#starts", "#paused", "#resumed"])
        }
        SubscriptionStatus::PastDue => (
            format!("{begun} AND NOT {PAUSED} AND {OVERDUE}"),
            &["#awaited", "#ends", "#starts", "#paused", "#resumed", "#overdue"],
        ),
        SubscriptionStatus::Active => (
            format!("{begun} AND NOT {PAUSED} AND NOT {OVERDUE}"),
            &["#awaited", "#ends", "#starts", "#paused", "#resumed", "#overdue"],
        ),
    };
    let needs_type = text.contains(":string");
    let mut condition = Expression::new(text).name("#body", "body");
    for name in names {
        condition = condition.name(name, field(name));
    }
    if needs_type {
        condition = condition.string(":string", "S");
    }
    condition.string(NOW, now.to_string())
}

/// The stored field of a placeholder.
fn field(placeholder: &str) -> &'static str {
    match placeholder {
        "#awaited" => "awaited_until",
        "#ends" => "ends_at",
        "#starts" => "starts_at",
        "#paused" => "paused_from",
        "#resumed" => "paused_until",
        _ => "past_due_at",
    }
}
