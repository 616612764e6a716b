//! Texts that are stored encrypted and must be read again, such as the secrets with which webhooks are signed. The key
//! is a secret of the deployment and stands nowhere in the table, so that who reads the table alone reads none of them.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{ChaCha20Poly1305, KeyInit as _, Nonce, aead::Aead as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::SecretVersions;

/// Makes a cipher's key different from every other digest of the same texts.
const LABEL: &[u8] = b"colonnade sealed text\n";
/// Random bytes of a sealed text, which make its cipher's key its own.
pub const SALT_BYTES: usize = 16;

impl SecretVersions {
    /// Encrypts a text for a place, such as the id of its record: moved elsewhere it cannot be decrypted. `None` when
    /// it cannot be encrypted.
    #[must_use]
    pub fn sealed(&self, place: &str, salt: [u8; SALT_BYTES], text: &str) -> Option<SealedText> {
        let salt = URL_SAFE_NO_PAD.encode(salt);
        // It fails for more than 256 GB.
        let bytes = cipher(self.first(), place, &salt).encrypt(&Nonce::default(), text.as_bytes()).ok()?;
        Some(SealedText { text: URL_SAFE_NO_PAD.encode(bytes), salt })
    }

    /// The decrypted text; `None` when none of the versions encrypted it for this place.
    #[must_use]
    pub fn opened(&self, place: &str, sealed: &SealedText) -> Option<String> {
        let bytes = URL_SAFE_NO_PAD.decode(&sealed.text).ok()?;
        let open = |key: &str| cipher(key, place, &sealed.salt).decrypt(&Nonce::default(), bytes.as_slice()).ok();
        self.all().find_map(open).and_then(|text| String::from_utf8(text).ok())
    }
}

/// An encrypted text, with the salt of its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedText {
    text: String,
    salt: String,
}

/// Each salt has a key of its own, so that the nonce may be always the same.
fn cipher(key: &str, place: &str, salt: &str) -> ChaCha20Poly1305 {
    let mut digest = Sha256::new().chain_update(LABEL);
    for part in [key, place, salt] {
        digest = digest.chain_update(part.len().to_be_bytes()).chain_update(part);
    }
    ChaCha20Poly1305::new(&digest.finalize())
}

#[cfg(test)]
mod tests {
    use crate::SecretVersions;

    fn versions(text: &str) -> SecretVersions {
        SecretVersions::parse(text).expect("a secret")
    }

    #[test]
    fn a_text_is_read_with_its_key_at_its_place_and_nowhere_else() {
        let keys = versions("one");
        let sealed = keys.sealed("place", [7; 16], "whsec_abc").expect("a sealed text");
        assert!(!format!("{sealed:?}").contains("whsec"));
        assert_eq!(keys.opened("place", &sealed).as_deref(), Some("whsec_abc"));
        assert_eq!(keys.opened("elsewhere", &sealed), None);
        assert_eq!(versions("two").opened("place", &sealed), None);
    }

    #[test]
    fn a_former_key_still_reads_and_the_first_writes() {
        let (before, after) = (versions("one"), versions("two, one"));
        let sealed = |keys: &SecretVersions| keys.sealed("place", [7; 16], "text").expect("a sealed text");
        assert_eq!(after.opened("place", &sealed(&before)).as_deref(), Some("text"));
        assert_eq!(before.opened("place", &sealed(&after)), None);
    }
}
