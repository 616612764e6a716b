//! The key of an AWS account's role, with which requests are signed.

use std::fmt;

/// A key as Lambda puts it into the environment of a function.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountKey {
    id: String,
    secret: String,
    token: Option<String>,
}

impl AccountKey {
    /// The key of these parts; `None` unless both of the first are there.
    #[must_use]
    pub fn new(id: Option<String>, secret: Option<String>, token: Option<String>) -> Option<Self> {
        Some(Self { id: id?, secret: secret?, token })
    }

    /// Id, secret, and session token.
    #[must_use]
    pub fn parts(&self) -> (String, String, Option<String>) {
        (self.id.clone(), self.secret.clone(), self.token.clone())
    }
}

impl fmt::Debug for AccountKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("account key")
    }
}

#[cfg(test)]
mod tests {
    use super::AccountKey;

    #[test]
    fn a_key_has_an_id_and_a_secret_and_is_never_shown() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(AccountKey::new(some("id"), None, some("token")), None);
        assert_eq!(AccountKey::new(None, some("secret"), None), None);
        let key = AccountKey::new(some("id"), some("secret"), None).expect("a key");
        assert_eq!(format!("{key:?}"), "account key");
    }
}
