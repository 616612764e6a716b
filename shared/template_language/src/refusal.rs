//! Why a text is no template, or cannot be filled in.

use values::ApiError;

/// Why a text is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that it breaks, for programs.
    pub reason: &'static str,
    /// What is wrong with it, for people.
    pub message: String,
}

impl Refusal {
    /// A refusal by this rule.
    #[must_use]
    pub fn new(reason: &'static str, message: impl Into<String>) -> Self {
        Self { reason, message: message.into() }
    }

    /// The refusal of a request whose field has the text.
    #[must_use]
    pub fn of_field(self, field: &str) -> ApiError {
        ApiError::rule(field, self.reason, self.message)
    }
}
