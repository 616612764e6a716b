//! The versions of a secret.

use std::fmt;

/// The versions of a secret that are kept: the first signs and encrypts, any of them verifies and decrypts, so that one
/// can take the place of another.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretVersions {
    first: String,
    former: Vec<String>,
}

impl SecretVersions {
    /// Versions that stand with commas between them, the newest first; `None` when there is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut versions = text.split(',').map(str::trim).filter(|version| !version.is_empty()).map(str::to_owned);
        Some(Self { first: versions.next()?, former: versions.collect() })
    }

    /// The one that signs.
    #[must_use]
    pub fn first(&self) -> &str {
        &self.first
    }

    /// All that are accepted.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.first()).chain(self.former.iter().map(String::as_str))
    }
}

impl Default for SecretVersions {
    /// The secret of tests and of a service in memory, which protects nothing.
    fn default() -> Self {
        Self { first: "local".to_owned(), former: Vec::new() }
    }
}

impl fmt::Debug for SecretVersions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("versions of a secret")
    }
}
