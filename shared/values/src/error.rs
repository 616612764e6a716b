//! What an operation answers when it refuses or fails. Each code has one status.

mod code;
mod field;
mod obstacle;

use std::{borrow::Cow, fmt};

use uuid::Uuid;

pub use self::{
    code::ErrorCode,
    field::{FieldError, Reason},
    obstacle::{Obstacle, Obstacles, TimeConflict},
};

/// An error answer. What the client reads and the cause, which only the log shows, are separate fields, so that the
/// cause cannot leak.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiError {
    /// Code, and with it the status.
    pub code: ErrorCode,
    /// A sentence for people: lower case, names the rule.
    pub message: Cow<'static, str>,
    /// Fields of the request that are wrong, each with its reason; may be empty.
    pub fields: Vec<FieldError>,
    /// Intervals in the way, of a `booking_conflict`.
    pub conflicts: Box<[TimeConflict]>,
    /// The record that has the value, of an `already_exists`, where the client may know.
    pub existing_id: Option<Box<Uuid>>,
    /// What stands in the way, of an `in_use`.
    pub in_use: Option<Box<Obstacles>>,
    /// What happened, for the log only.
    pub cause: Option<Box<str>>,
    /// `Allow` of a 405.
    pub allow: Option<Box<str>>,
    /// `Retry-After` of a 429 that knows it.
    pub retry_after_seconds: Option<u16>,
}

impl ApiError {
    /// An error without fields.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            fields: Vec::new(),
            conflicts: Box::default(),
            existing_id: None,
            in_use: None,
            cause: None,
            allow: None,
            retry_after_seconds: None,
        }
    }

    /// The same error naming a field and a reason.
    #[must_use]
    pub fn at(mut self, field: impl Into<String>, reason: impl Into<Cow<'static, str>>) -> Self {
        self.fields.push(FieldError::named(field, reason));
        self
    }

    /// The same error naming another field, with the reason and the sentence of its own rule.
    #[must_use]
    pub fn and(mut self, field: impl Into<String>, reason: &'static str, message: Cow<'static, str>) -> Self {
        self.fields.push(FieldError { message: Some(message), ..FieldError::named(field, reason) });
        self
    }

    /// 400 with every offending field.
    #[must_use]
    pub fn validation(fields: Vec<FieldError>) -> Self {
        let message = match fields.first() {
            Some(first) => {
                let said =
                    first.message.clone().unwrap_or_else(|| format!("{} ({})", first.field, first.reason).into());
                format!("the request is not valid: {said}")
            }
            None => "the request is not valid".to_owned(),
        };
        Self { fields, ..Self::new(ErrorCode::ValidationError, message) }
    }

    /// 404 for a record of this merchant that does not exist.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(ErrorCode::NotFound, "no such record")
    }

    /// 409: a rule about the record's state.
    #[must_use]
    pub fn conflict(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(code, message)
    }

    /// 409 for a value that must be unique.
    #[must_use]
    pub fn already_exists(field: &'static str) -> Self {
        Self::new(ErrorCode::AlreadyExists, format!("{field} is already in use")).at(field, "already_exists")
    }

    /// 409: the time is taken.
    #[must_use]
    pub fn booking_conflict(conflict: TimeConflict) -> Self {
        let message = format!("the resource is taken from {} to {}", conflict.start_time, conflict.end_time);
        let error = Self::new(ErrorCode::BookingConflict, message).at("start_time", "booking_conflict");
        Self { conflicts: Box::new([conflict]), ..error }
    }

    /// 409: these still need what is to go.
    #[must_use]
    pub fn in_use(message: impl Into<Cow<'static, str>>, obstacles: Vec<Obstacle>) -> Self {
        let in_use = (!obstacles.is_empty()).then(|| Box::new(Obstacles(obstacles)));
        Self { in_use, ..Self::new(ErrorCode::InUse, message) }
    }

    /// 422: `field` breaks the rule named `reason`.
    #[must_use]
    pub fn rule(field: impl Into<String>, reason: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::RuleViolation, message).at(field, reason)
    }

    /// 422: `field` names a record that this merchant does not have.
    #[must_use]
    pub fn reference_not_found(field: impl Into<String>) -> Self {
        let field = field.into();
        let message = format!("{field} names no record of this merchant");
        Self::rule(field, "reference_not_found", message)
    }

    /// 422: `field` names a record that was archived.
    #[must_use]
    pub fn reference_archived(field: impl Into<String>) -> Self {
        let field = field.into();
        let message = format!("{field} names a record that was archived");
        Self::rule(field, "reference_archived", message)
    }

    /// 500 with its cause, which only the log shows.
    #[must_use]
    pub fn internal(cause: impl Into<Box<str>>) -> Self {
        Self { cause: Some(cause.into()), ..Self::new(ErrorCode::InternalError, "something went wrong on our side") }
    }

    /// 503 with its cause, which only the log shows.
    #[must_use]
    pub fn unavailable(cause: impl Into<Box<str>>) -> Self {
        Self {
            cause: Some(cause.into()),
            ..Self::new(
                ErrorCode::ServiceUnavailable,
                "the service could not do it in time; send the same request again",
            )
        }
    }

    /// Status of the answer.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.code.status()
    }
}

impl fmt::Debug for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}: {}", self.status(), self.code.as_str(), self.message)?;
        for field in &self.fields {
            write!(formatter, " [{} {}]", field.field, field.reason)?;
        }
        self.cause.iter().try_for_each(|cause| write!(formatter, " (cause: {cause})"))
    }
}
