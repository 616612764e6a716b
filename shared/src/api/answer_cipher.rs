//! A stored answer is encrypted under the idempotency key, which is stored nowhere: only who sends the key again reads
//! it. So no copy of personal data stays readable in the table after the record itself was anonymised.

use chacha20poly1305::{ChaCha20Poly1305, KeyInit as _, Nonce, aead::Aead as _};
use sha2::{Digest, Sha256};

/// Makes the cipher's key different from every other digest of the same text.
const LABEL: &[u8] = b"colonnade stored answer\n";
/// Bytes of a cipher's key.
const KEY_BYTES: usize = 32;

/// Encrypts and decrypts the answers of one idempotency key (ChaCha20-Poly1305, RFC 8439).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerCipher([u8; KEY_BYTES]);

impl AnswerCipher {
    /// The cipher of a key that a client sent.
    #[must_use]
    pub fn new(key: &str) -> Self {
        Self(Sha256::new().chain_update(LABEL).chain_update(key).finalize().into())
    }

    /// Encrypts `bytes` for a place, which is that of one answer: two answers never have the same one.
    #[must_use]
    pub fn encrypted(&self, place: &str, bytes: &[u8]) -> Vec<u8> {
        // It fails for more than 256 GB.
        self.at(place).encrypt(&Nonce::default(), bytes).unwrap_or_default()
    }

    /// What was encrypted for this place; `None` when it was not.
    #[must_use]
    pub fn decrypted(&self, place: &str, bytes: &[u8]) -> Option<Vec<u8>> {
        self.at(place).decrypt(&Nonce::default(), bytes).ok()
    }

    /// Each place has a key of its own, so that the nonce may be always the same.
    fn at(&self, place: &str) -> ChaCha20Poly1305 {
        ChaCha20Poly1305::new(&Sha256::new().chain_update(self.0).chain_update(place).finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::AnswerCipher;

    #[test]
    fn only_the_same_key_at_the_same_place_reads_an_answer() {
        let answer = "Ann Bakker lives at the canal. ".repeat(5);
        let cipher = AnswerCipher::new("order-17");
        let stored = cipher.encrypted("place", answer.as_bytes());
        assert!(!String::from_utf8_lossy(&stored).contains("Ann"));
        assert_eq!(cipher.decrypted("place", &stored).as_deref(), Some(answer.as_bytes()));
        assert_eq!(cipher.decrypted("elsewhere", &stored), None);
        assert_eq!(AnswerCipher::new("order-18").decrypted("place", &stored), None);
    }
}
