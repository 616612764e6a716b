//! Codes of error answers. Each has one status.

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
    /// 500: the service failed, and only its log says why.
    InternalError,
    /// 503: the store is unreachable or throttling; nothing is half-written.
    ServiceUnavailable,
}

impl ErrorCode {
    /// Every code there is, in the order of their status.
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
