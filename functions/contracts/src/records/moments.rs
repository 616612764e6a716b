//! Instants at which the state or the stage of a contract changes, as they are stored for lists and for the sweep.

use billing::period::{plus_days, start_of};
use serde::{Deserialize, Serialize};
use store::{Expression, expression::NOW};
use values::{Day, TimeZone, Timestamp};

use super::{
    contract_state::ContractStatus,
    days::{ContractDays, Stage},
};

/// When something changes by time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// It can be signed no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signable_until: Option<Timestamp>,
    /// Its first day begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<Timestamp>,
    /// It is up for renewal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renewable_from: Option<Timestamp>,
    /// Notice ends its present term no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notice_until: Option<Timestamp>,
    /// Its last day is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// It is longer than now, because it renews by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extends_at: Option<Timestamp>,
    /// There is something to be written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_at: Option<Timestamp>,
}

impl Moments {
    /// Those of a contract's days, as they are on a day.
    #[must_use]
    pub fn of(days: &ContractDays, today: Day, zone: TimeZone) -> Self {
        let end = days.end_on(today);
        let after = |day: Day| plus_days(day, 1).and_then(|next| start_of(next, zone));
        Self {
            starts_at: start_of(days.start, zone),
            renewable_from: end.and_then(|end| start_of(days.renewal_from(end), zone)),
            notice_until: end.and_then(|end| after(days.notice_until(end))),
            ends_at: end.and_then(after),
            extends_at: days.extends_on(today).and_then(|day| start_of(day, zone)),
            ..Self::default()
        }
    }
}

/// The condition of a state at an instant.
#[must_use]
pub fn of_status(status: ContractStatus, now: Timestamp) -> Expression {
    let over = "#body.#moments.#signable <= :now";
    let (text, has_time) = match status {
        ContractStatus::Issued => (format!("#body.#status = :status AND NOT {over}"), true),
        ContractStatus::Expired => (format!("#body.#status = :status OR (#body.#status = :issued AND {over})"), true),
        ContractStatus::Draft
        | ContractStatus::Signed
        | ContractStatus::Declined
        | ContractStatus::Cancelled
        | ContractStatus::Terminated => ("#body.#status = :status".to_owned(), false),
    };
    let expression =
        Expression::new(text).name("#body", "body").name("#status", "status").string(":status", status.as_str());
    let expression = if status == ContractStatus::Expired {
        expression.string(":issued", ContractStatus::Issued.as_str())
    } else {
        expression
    };
    if has_time {
        expression.name("#moments", "moments").name("#signable", "signable_until").string(NOW, now.to_string())
    } else {
        expression
    }
}

/// The condition of a stage at an instant, as [`ContractDays::stage`] has it, as far as further terms were written
/// down.
#[must_use]
pub fn of_stage(stage: Stage, now: Timestamp) -> Expression {
    const OVER: &str = "#body.#moments.#ends <= :now";
    const BEGUN: &str = "#body.#moments.#starts <= :now";
    const RENEWABLE: &str = "#body.#moments.#renewable <= :now";
    const LATE: &str = "#body.#moments.#notice_until <= :now";
    const EXTENDS: &str = "attribute_exists(#body.#moments.#extends)";
    const SERVED: &str = "attribute_exists(#body.#notice)";
    let running = format!("#body.#status = :signed AND NOT {SERVED} AND NOT {OVER}");
    let text = match stage {
        Stage::Terminated => format!("#body.#status = :terminated AND {OVER}"),
        Stage::Expired => format!("#body.#status = :signed AND {OVER}"),
        Stage::NoticeServed => {
            format!("(#body.#status = :terminated OR (#body.#status = :signed AND {SERVED})) AND NOT {OVER}")
        }
        Stage::Upcoming => format!("{running} AND NOT {BEGUN}"),
        Stage::NotRenewed => format!("{running} AND {BEGUN} AND {LATE} AND NOT {EXTENDS}"),
        Stage::UpForRenewal => format!("{running} AND {BEGUN} AND {RENEWABLE} AND NOT {LATE}"),
        Stage::Active => {
            format!("{running} AND {BEGUN} AND (NOT {RENEWABLE} OR ({LATE} AND {EXTENDS}))")
        }
    };
    let mut expression = Expression::new(text.clone())
        .name("#body", "body")
        .name("#status", "status")
        .name("#moments", "moments")
        .name("#ends", "ends_at")
        .string(NOW, now.to_string());
    for (placeholder, name) in [
        ("#starts", "starts_at"),
        ("#renewable", "renewable_from"),
        ("#notice_until", "notice_until"),
        ("#extends", "extends_at"),
    ] {
        if text.contains(placeholder) {
            expression = expression.name(placeholder, name);
        }
    }
    if text.contains(SERVED) {
        expression = expression.name("#notice", "notice");
    }
    for (placeholder, status) in [(":signed", ContractStatus::Signed), (":terminated", ContractStatus::Terminated)] {
        if text.contains(placeholder) {
            expression = expression.string(placeholder, status.as_str());
        }
    }
    expression
}
