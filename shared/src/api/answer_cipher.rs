//! A stored answer is encrypted under the idempotency key, which is stored nowhere: only who sends the key again reads it. So no copy of
//! personal data stays readable in the table after the record itself was anonymised.
//!
//! The answer is combined with SHA-256 of key, place and the number of each block (a cipher in counter mode). The place is that of one
//! answer: two answers never have the same one.

use sha2::{Digest, Sha256};

/// Makes the cipher's key different from every other digest of the same text.
const LABEL: &[u8] = b"colonnade stored answer\n";
/// Bytes of one block.
const BLOCK_BYTES: usize = 32;

/// Encrypts and decrypts the answers of one idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerCipher([u8; BLOCK_BYTES]);

impl AnswerCipher {
    /// The cipher of a key that a client sent.
    #[must_use]
    pub fn new(key: &str) -> Self {
        Self(Sha256::new().chain_update(LABEL).chain_update(key).finalize().into())
    }

    /// Encrypts `bytes`, or decrypts what was encrypted at the same place.
    #[must_use]
    pub fn apply(&self, place: &str, bytes: &[u8]) -> Vec<u8> {
        let start = Sha256::new().chain_update(self.0).chain_update(place);
        let block = |(number, block): (u64, &[u8])| {
            let pad = start.clone().chain_update(number.to_be_bytes()).finalize();
            block.iter().zip(pad).map(|(byte, pad)| byte ^ pad).collect::<Vec<u8>>()
        };
        (0_u64..).zip(bytes.chunks(BLOCK_BYTES)).flat_map(block).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::AnswerCipher;

    #[test]
    fn only_the_same_key_at_the_same_place_reads_an_answer() {
        let answer = "Ann Bakker lives at the canal. ".repeat(5);
        let cipher = AnswerCipher::new("order-17");
        let stored = cipher.apply("place", answer.as_bytes());
        assert!(!String::from_utf8_lossy(&stored).contains("Ann"));
        assert_eq!(cipher.apply("place", &stored), answer.as_bytes());
        assert_ne!(cipher.apply("elsewhere", &stored), answer.as_bytes());
        assert_ne!(AnswerCipher::new("order-18").apply("place", &stored), answer.as_bytes());
        // No two blocks of it are encrypted alike.
        let alike = cipher.apply("place", &[7; 64]);
        assert_ne!(alike[..32], alike[32..]);
    }
}
