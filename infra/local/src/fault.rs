//! Why a command cannot go on: one sentence for people.

use std::{fmt, io, path::Path};

use store::StoreError;
use values::ApiError;

/// The SDK's own words for it list every place where it looked.
const NO_CREDENTIALS: &str = "there are no AWS credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE and \
    AWS_REGION after `aws configure`";

/// A sentence that says what is wrong, and what to do about it where that is known.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl Fault {
    /// A file or folder that cannot be used.
    #[must_use]
    pub fn file(path: &Path, error: &io::Error) -> Self {
        Self(format!("{} cannot be used: {error}", path.display()))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl From<String> for Fault {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        ApiError::from(error).into()
    }
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Self {
        let cause = error.cause.as_deref().unwrap_or_default();
        if cause.contains("loading credentials") || cause.contains("no credentials found") {
            return Self(NO_CREDENTIALS.to_owned());
        }
        // The cause is for operators, and here the operator is who reads it.
        Self(error.cause.map_or_else(|| error.message.to_string(), |cause| format!("{}: {cause}", error.message)))
    }
}
