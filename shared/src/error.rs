//! What an operation answers when it refuses or fails. Each code has one status.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};

/// Machine-readable code of an error answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// 400: judged from the request and the published schema alone.
    ValidationError,
    /// 401: credentials missing, wrong, revoked or expired; which of them is never told.
    InvalidToken,
    /// 402: credits or passes do not suffice.
    InsufficientBalance,
    /// 403: the client's scopes do not allow the operation.
    Forbidden,
    /// 404: no such record for this merchant, or no such path.
    NotFound,
    /// 405: the path exists, the method does not.
    MethodNotAllowed,
    /// 409: the slot is taken.
    BookingConflict,
    /// 409: the record's state does not allow it.
    InvalidState,
    /// 409: something unique exists already.
    AlreadyExists,
    /// 409: something else still needs the record.
    InUse,
    /// 409: a limit on how many is reached.
    CapacityExceeded,
    /// 409: not enough stock.
    OutOfStock,
    /// 409: somebody else changed the record at the same moment.
    VersionConflict,
    /// 409: a request with the same idempotency key is still running.
    IdempotencyInProgress,
    /// 409: the price or the slot is no longer what was quoted.
    QuoteStale,
    /// 412: `If-Match` names another version.
    VersionMismatch,
    /// 413: body over 256 KB.
    PayloadTooLarge,
    /// 415: body is not `application/json`.
    UnsupportedMediaType,
    /// 422: well-formed, but breaks a rule.
    RuleViolation,
    /// 422: the idempotency key was used with another body.
    IdempotencyMismatch,
    /// 429: too many requests.
    RateLimited,
    /// 500: our fault.
    InternalError,
    /// 503: the store is unreachable or throttling; nothing is half-written.
    ServiceUnavailable,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 23] = [
        Self::ValidationError,
        Self::InvalidToken,
        Self::InsufficientBalance,
        Self::Forbidden,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::BookingConflict,
        Self::InvalidState,
        Self::AlreadyExists,
        Self::InUse,
        Self::CapacityExceeded,
        Self::OutOfStock,
        Self::VersionConflict,
        Self::IdempotencyInProgress,
        Self::QuoteStale,
        Self::VersionMismatch,
        Self::PayloadTooLarge,
        Self::UnsupportedMediaType,
        Self::RuleViolation,
        Self::IdempotencyMismatch,
        Self::RateLimited,
        Self::InternalError,
        Self::ServiceUnavailable,
    ];

    /// The code on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ValidationError => "validation_error",
            Self::InvalidToken => "invalid_token",
            Self::InsufficientBalance => "insufficient_balance",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::BookingConflict => "booking_conflict",
            Self::InvalidState => "invalid_state",
            Self::AlreadyExists => "already_exists",
            Self::InUse => "in_use",
            Self::CapacityExceeded => "capacity_exceeded",
            Self::OutOfStock => "out_of_stock",
            Self::VersionConflict => "version_conflict",
            Self::IdempotencyInProgress => "idempotency_in_progress",
            Self::QuoteStale => "quote_stale",
            Self::VersionMismatch => "version_mismatch",
            Self::PayloadTooLarge => "payload_too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::RuleViolation => "rule_violation",
            Self::IdempotencyMismatch => "idempotency_mismatch",
            Self::RateLimited => "rate_limited",
            Self::InternalError => "internal_error",
            Self::ServiceUnavailable => "service_unavailable",
        }
    }

    /// The one status of this code.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::ValidationError => 400,
            Self::InvalidToken => 401,
            Self::InsufficientBalance => 402,
            Self::Forbidden => 403,
            Self::NotFound => 404,
            Self::MethodNotAllowed => 405,
            Self::BookingConflict
            | Self::InvalidState
            | Self::AlreadyExists
            | Self::InUse
            | Self::CapacityExceeded
            | Self::OutOfStock
            | Self::VersionConflict
            | Self::IdempotencyInProgress
            | Self::QuoteStale => 409,
            Self::VersionMismatch => 412,
            Self::PayloadTooLarge => 413,
            Self::UnsupportedMediaType => 415,
            Self::RuleViolation | Self::IdempotencyMismatch => 422,
            Self::RateLimited => 429,
            Self::InternalError => 500,
            Self::ServiceUnavailable => 503,
        }
    }
}

/// The reasons for which the published schema refuses a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It must be given.
    Required,
    /// It has another JSON type.
    InvalidType,
    /// Its type is right, its value is not one of those allowed.
    InvalidValue,
    /// It is not written as its format asks.
    InvalidFormat,
    /// The number is too small or too large.
    OutOfRange,
    /// The string has too many characters.
    TooLong,
    /// The array or object has too many members.
    TooMany,
    /// The body has no such field.
    UnknownField,
    /// The operation has no such query parameter.
    UnknownParameter,
    /// It is given twice.
    Repeated,
    /// The body is not JSON.
    MalformedJson,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 11] = [
        Self::Required,
        Self::InvalidType,
        Self::InvalidValue,
        Self::InvalidFormat,
        Self::OutOfRange,
        Self::TooLong,
        Self::TooMany,
        Self::UnknownField,
        Self::UnknownParameter,
        Self::Repeated,
        Self::MalformedJson,
    ];

    /// The reason on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::InvalidType => "invalid_type",
            Self::InvalidValue => "invalid_value",
            Self::InvalidFormat => "invalid_format",
            Self::OutOfRange => "out_of_range",
            Self::TooLong => "too_long",
            Self::TooMany => "too_many",
            Self::UnknownField => "unknown_field",
            Self::UnknownParameter => "unknown_parameter",
            Self::Repeated => "repeated",
            Self::MalformedJson => "malformed_json",
        }
    }

    /// What is said of a field where no schema says more.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Required => "is required",
            Self::InvalidType => "is of another type",
            Self::InvalidValue => "has a value that is not allowed",
            Self::InvalidFormat => "is not written as it must be",
            Self::OutOfRange => "is too small or too large",
            Self::TooLong => "is too long",
            Self::TooMany => "has too many members",
            Self::UnknownField => "is not a field of this request",
            Self::UnknownParameter => "is not a parameter of this operation",
            Self::Repeated => "is given more than once",
            Self::MalformedJson => "is not well-formed JSON",
        }
    }
}

/// An offending field: its path, such as `items[1].quantity`, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// Path of the field, parameter or header.
    pub field: String,
    /// Machine-readable reason: a [`Reason`], or the name of the broken rule.
    pub reason: Cow<'static, str>,
    /// The sentence about this field, for people: `page must be between 1 and 100`. Where there is none, the error's own message says it.
    pub message: Option<Cow<'static, str>>,
}

impl FieldError {
    /// `field` was refused for `reason`.
    #[must_use]
    pub fn new(field: impl Into<String>, reason: Reason) -> Self {
        Self::because(field, reason, reason.in_words())
    }

    /// `field` was refused for `reason`, and must be what `rule` says.
    #[must_use]
    pub fn because(field: impl Into<String>, reason: Reason, rule: impl Into<Cow<'static, str>>) -> Self {
        let (field, rule) = (field.into(), rule.into());
        Self { message: Some(format!("{field} {rule}").into()), ..Self::named(field, reason.as_str()) }
    }

    /// `field` breaks the rule of this name.
    #[must_use]
    pub fn named(field: impl Into<String>, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { field: field.into(), reason: reason.into(), message: None }
    }
}

/// An interval that stands in the way of what was asked for. Whose it is, is not told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct TimeConflict {
    /// The resource that is taken.
    #[schemars(extend("format" = "uuid"))]
    resource_id: String,
    /// First instant that is taken.
    #[schemars(extend("format" = "date-time"))]
    start_time: String,
    /// First instant after it.
    #[schemars(extend("format" = "date-time"))]
    end_time: String,
}

impl TimeConflict {
    /// A resource's id, the first instant that is taken, and the first instant after it.
    #[must_use]
    pub fn new(resource_id: impl fmt::Display, start_time: impl fmt::Display, end_time: impl fmt::Display) -> Self {
        Self {
            resource_id: resource_id.to_string(),
            start_time: start_time.to_string(),
            end_time: end_time.to_string(),
        }
    }
}

/// Something that stands in the way of what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Obstacle {
    /// What it is, such as `booking`.
    pub kind: String,
    /// Its identifier.
    #[schemars(extend("format" = "uuid"))]
    pub id: String,
    /// Its first instant.
    #[schemars(extend("format" = "date-time"))]
    pub start_time: String,
    /// First instant after it; left out when it has no end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(extend("format" = "date-time"))]
    pub end_time: String,
}

/// The first few of what stands in the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Obstacles(pub Vec<Obstacle>);

/// An error answer. What the client reads and the cause, which only the log shows, are separate fields, so that the
/// cause cannot leak.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiError {
    /// Code, and with it the status.
    pub code: ErrorCode,
    /// A sentence for people: lower case, names the rule.
    pub message: Cow<'static, str>,
    /// Offending fields.
    pub fields: Vec<FieldError>,
    /// Intervals in the way, of a `booking_conflict`.
    pub conflicts: Box<[TimeConflict]>,
    /// What stands in the way, of an `in_use`.
    pub in_use: Option<Box<Obstacles>>,
    /// What happened, for the log only.
    pub cause: Option<String>,
    /// `Allow` of a 405.
    pub allow: Option<Box<str>>,
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
            in_use: None,
            cause: None,
            allow: None,
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
    pub fn internal(cause: impl Into<String>) -> Self {
        Self { cause: Some(cause.into()), ..Self::new(ErrorCode::InternalError, "something went wrong on our side") }
    }

    /// 503 with its cause, which only the log shows.
    #[must_use]
    pub fn unavailable(cause: impl Into<String>) -> Self {
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
