//! Secrets of API clients: 256 random bits, of which only a SHA-256 digest is stored.

use std::fmt;

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;

const SECRET_PREFIX: &str = "cols_";
/// What the secrets of webhook endpoints begin with (Standard Webhooks).
const WEBHOOK_SECRET_PREFIX: &str = "whsec_";
/// Random bytes of a secret.
pub const SECRET_BYTES: usize = 32;
/// Checksum bytes of a secret, so that secret scanners can tell a real one from a look-alike.
const CHECK_BYTES: usize = 4;

/// A client's secret. It is shown once; `Debug` prints nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The secret made of these random bytes.
    #[must_use]
    pub fn new(random: [u8; SECRET_BYTES]) -> Self {
        let check = Sha256::digest(random);
        let bytes = [&random[..], &check[..CHECK_BYTES]].concat();
        Self(format!("{SECRET_PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// The secret of a webhook endpoint made of these random bytes, as Standard Webhooks writes it.
    #[must_use]
    pub fn of_webhook(random: [u8; SECRET_BYTES]) -> Self {
        Self(format!("{WEBHOOK_SECRET_PREFIX}{}", STANDARD.encode(random)))
    }

    /// A secret as a client sent it.
    #[must_use]
    pub fn received(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The random bytes it was made of; `None` when it is not one of ours.
    #[must_use]
    pub fn random(&self) -> Option<[u8; SECRET_BYTES]> {
        if let Some(encoded) = self.0.strip_prefix(WEBHOOK_SECRET_PREFIX) {
            return STANDARD.decode(encoded).ok()?.try_into().ok();
        }
        let bytes = URL_SAFE_NO_PAD.decode(self.0.strip_prefix(SECRET_PREFIX)?).ok()?;
        let random = bytes.get(..SECRET_BYTES)?.try_into().ok()?;
        (Self::new(random) == *self).then_some(random)
    }

    /// The text, to be shown once.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Last four characters, by which people tell secrets apart.
    #[must_use]
    pub fn last4(&self) -> String {
        self.0.chars().skip(self.0.chars().count().saturating_sub(4)).collect()
    }

    /// What is stored of it. The secret has 256 random bits, so a plain digest is as good as a slow one.
    #[must_use]
    pub fn digest(&self) -> SecretDigest {
        SecretDigest(URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.as_bytes())))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("secret")
    }
}

/// SHA-256 of a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretDigest(String);

impl SecretDigest {
    /// The digest's text, for the process's own memory only.
    #[must_use]
    pub fn as_key(&self) -> &str {
        &self.0
    }

    /// Compares in constant time.
    #[must_use]
    pub fn matches(&self, other: &Self) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl fmt::Debug for SecretDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("digest")
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn only_the_right_secret_matches_and_debug_shows_none_of_it() {
        let secret = Secret::new([7; 32]);
        assert!(secret.digest().matches(&Secret::received(secret.reveal()).digest()));
        assert!(!secret.digest().matches(&Secret::new([8; 32]).digest()));
        assert_eq!(format!("{secret:?} {:?}", secret.digest()), "secret digest");
    }
}
