//! A secret as it may stand in a stored answer: only who sent the request that made it can open it again.
//!
//! An idempotent repeat must show the same secret, but no secret is stored in clear. So it is stored under a pad that
//! is made of the calling client's own secret, 256 random bits that are stored nowhere. Each new secret has a pad of
//! its own, and its digest tells whether it was opened rightly.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::domain::secret::{Secret, SecretDigest};

/// Sets the pad apart from the digests that are stored of secrets.
const LABEL: &[u8] = b"colonnade sealed secret\n";

/// A secret that its opener's secret opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedSecret {
    text: String,
    digest: SecretDigest,
}

impl SealedSecret {
    /// Seals a secret of ours; `None` when it is not one.
    #[must_use]
    pub fn new(secret: &Secret, opener: &Secret) -> Option<Self> {
        let digest = secret.digest();
        let bytes = padded(secret.random()?, opener, &digest);
        Some(Self { text: URL_SAFE_NO_PAD.encode(bytes), digest })
    }

    /// What stands in the stored answer instead of the secret: as random as the secret itself.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The secret; `None` with any other opener.
    #[must_use]
    pub fn open(&self, opener: &Secret) -> Option<Secret> {
        let bytes = URL_SAFE_NO_PAD.decode(&self.text).ok()?.try_into().ok()?;
        let secret = Secret::new(padded(bytes, opener, &self.digest));
        secret.digest().matches(&self.digest).then_some(secret)
    }
}

/// `bytes` under the pad, or out of it again.
fn padded(bytes: [u8; 32], opener: &Secret, digest: &SecretDigest) -> [u8; 32] {
    let pad = Sha256::new().chain_update(LABEL).chain_update(digest.as_key()).chain_update(opener.reveal()).finalize();
    std::array::from_fn(|position| bytes[position] ^ pad[position])
}

#[cfg(test)]
mod tests {
    use super::SealedSecret;
    use crate::domain::secret::Secret;

    #[test]
    fn only_the_openers_secret_opens() {
        let (secret, opener) = (Secret::new([7; 32]), Secret::new([8; 32]));
        let sealed = SealedSecret::new(&secret, &opener).expect("a secret of ours");
        assert_eq!(sealed.open(&opener), Some(secret.clone()));
        assert_eq!(sealed.open(&Secret::new([9; 32])), None);
        assert!(!serde_json::to_string(&sealed).expect("JSON").contains(&secret.reveal()[5..]));
        assert_eq!(SealedSecret::new(&Secret::received("cols_"), &opener), None);
    }
}
