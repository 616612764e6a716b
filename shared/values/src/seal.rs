//! A secret in the encrypted form in which a stored answer contains it. Only the caller that sent the request can
//! decrypt it.
//!
//! A repeat under an idempotency key must show the same secret, but no secret is stored in the clear. It is therefore
//! combined with a pad that is derived from the caller's own secret: 256 random bits that are stored nowhere. Each new
//! secret has a pad of its own, and the secret's digest tells whether the decryption was right.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::secret::{Secret, SecretDigest};

/// Makes the pad different from the stored digest of the same secret.
const LABEL: &[u8] = b"colonnade sealed secret\n";

/// An encrypted secret; the caller's own secret decrypts it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedSecret {
    text: String,
    digest: SecretDigest,
}

impl SealedSecret {
    /// Encrypts a secret; `None` when it is not a secret that this service made.
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

    /// The decrypted secret; `None` when `opener` is not the secret it was encrypted under.
    #[must_use]
    pub fn open(&self, opener: &Secret) -> Option<Secret> {
        let bytes = URL_SAFE_NO_PAD.decode(&self.text).ok()?.try_into().ok()?;
        let random = padded(bytes, opener, &self.digest);
        let secrets = [Secret::new(random), Secret::of_webhook(random)];
        secrets.into_iter().find(|secret| secret.digest().matches(&self.digest))
    }
}

/// `bytes` combined with the pad: once to encrypt, again to decrypt.
fn padded(bytes: [u8; 32], opener: &Secret, digest: &SecretDigest) -> [u8; 32] {
    let pad = Sha256::new().chain_update(LABEL).chain_update(digest.as_key()).chain_update(opener.reveal()).finalize();
    std::array::from_fn(|position| bytes[position] ^ pad[position])
}

#[cfg(test)]
mod tests {
    use super::SealedSecret;
    use crate::secret::Secret;

    #[test]
    fn only_the_openers_secret_opens() {
        let opener = Secret::new([8; 32]);
        for secret in [Secret::new([7; 32]), Secret::of_webhook([7; 32])] {
            let sealed = SealedSecret::new(&secret, &opener).expect("a secret of ours");
            assert_eq!(sealed.open(&opener), Some(secret.clone()));
            assert_eq!(sealed.open(&Secret::new([9; 32])), None);
            assert!(!serde_json::to_string(&sealed).expect("JSON").contains(&secret.reveal()[6..]));
        }
        assert_eq!(SealedSecret::new(&Secret::received("cols_"), &opener), None);
    }
}
