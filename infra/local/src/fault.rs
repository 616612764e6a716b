//! Why a command cannot go on: one sentence for people.

use std::{fmt, io, path::Path};

use shared::{ApiError, store::StoreError};

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
        // The cause is for operators, and here the operator is who reads it.
        Self(error.cause.map_or_else(|| error.message.to_string(), |cause| format!("{}: {cause}", error.message)))
    }
}
