//! Failures of calls to DynamoDB, of three kinds: those that may work later, those that name something that
//! cannot be, and those that are our mistake.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use values::ApiError;

/// Failure of a call to the store. That a record does not exist or a condition is not met is no failure and is not
/// here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Unreachable, too slow or throttling after retries.
    Unavailable(String),
    /// DynamoDB does not take the request, because of what stands in it.
    Refused(String),
    /// A request or an item that cannot be right.
    Internal(String),
    /// More would have to be read than one request reads.
    TooMany,
    /// A record was changed between two reads of it; the read is repeated.
    Moved,
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(cause) => Self::unavailable(cause),
            StoreError::Refused(cause) | StoreError::Internal(cause) => Self::internal(cause),
            StoreError::TooMany => Self::rule("filter", "too_many_to_read", TOO_MANY),
            StoreError::Moved => Self::unavailable("records of a list changed while it was read"),
        }
    }
}

/// What a client can do about it.
const TOO_MANY: &str = "there is more in this list than one request looks through: narrow it by whose or where the records are, or by dates";

/// Error codes that mean that a later attempt may work: throttling and DynamoDB's own faults. The SDK has repeated the
/// call already.
const TRANSIENT: [&str; 9] = [
    "InternalServerError",
    "InternalFailure",
    "ServiceUnavailable",
    "LimitExceededException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ThrottlingException",
    "TransactionConflictException",
    "TransactionInProgressException",
];

/// Error code of a request that DynamoDB does not take.
const REFUSED: &str = "ValidationException";

/// Sorts an SDK error into one of the kinds.
#[expect(clippy::needless_pass_by_value, reason = "so that it can stand alone in `map_err`")]
pub fn from_sdk<E>(error: SdkError<E>) -> StoreError
where
    E: ProvideErrorMetadata + std::error::Error + 'static,
{
    let cause = describe(&error);
    let transient = match &error {
        // A 5xx without an error code comes from something in front of DynamoDB.
        SdkError::ServiceError(service) => {
            service.raw().status().as_u16() >= 500 || service.err().code().is_some_and(|code| TRANSIENT.contains(&code))
        }
        SdkError::ConstructionFailure(_) => false,
        _ => true,
    };
    let refused = matches!(&error, SdkError::ServiceError(service) if service.err().code() == Some(REFUSED));
    match (transient, refused) {
        (true, _) => StoreError::Unavailable(cause),
        (false, true) => StoreError::Refused(cause),
        (false, false) => StoreError::Internal(cause),
    }
}

/// The error with its whole chain of sources, for the log.
fn describe<E>(error: &SdkError<E>) -> String
where
    E: ProvideErrorMetadata + std::error::Error + 'static,
{
    if let SdkError::ServiceError(service) = error {
        let code = service.err().code().unwrap_or("no code");
        return format!("dynamodb: {code}: {}", service.err().message().unwrap_or("no message"));
    }
    let sources = std::iter::successors(std::error::Error::source(error), |error| error.source());
    sources.fold(format!("dynamodb: {error}"), |text, source| format!("{text}: {source}"))
}
