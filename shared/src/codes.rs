//! Codes that people show at a door: random, of which one live record has each, and contents of QR codes, which are
//! signed.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use uuid::Uuid;

use crate::api::{Call, signature::SIGNATURE_BYTES};
use platform::ids::Ids;
use store::transaction::version_conflict;
use values::{ApiError, ErrorCode, Id};

/// Bytes of an id.
const ID_BYTES: usize = 16;
/// Letters and digits that nobody takes for another one.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// What a kind of QR code says: which record it is, signed. One that nobody here made is refused without a look into
/// the table.
#[derive(Clone, Copy, Debug)]
pub struct SignedPayload {
    /// In front of every payload; another version would have another.
    pub prefix: &'static str,
    /// What the signature is made for, so that one kind's is none of another's.
    pub purpose: &'static str,
}

impl SignedPayload {
    /// The payload of a record.
    ///
    /// # Errors
    /// 500 when no signature can be made; 503 when the secret cannot be read.
    pub async fn sign<K>(&self, call: &Call, id: Id<K>) -> Result<String, ApiError> {
        let id = id.uuid().into_bytes();
        let signature = call.signature(self.purpose, &id).await?;
        let signature = signature.ok_or_else(|| ApiError::internal("no signature can be made"))?;
        Ok(format!("{}{}", self.prefix, URL_SAFE_NO_PAD.encode([id, signature].concat())))
    }

    /// The record that a payload names; `None` when it was not made here for this merchant.
    ///
    /// # Errors
    /// 503 when the secret cannot be read.
    pub async fn verify<K>(&self, call: &Call, payload: &str) -> Result<Option<Id<K>>, ApiError> {
        let encoded = payload.strip_prefix(self.prefix).unwrap_or_default();
        let bytes = URL_SAFE_NO_PAD.decode(encoded).unwrap_or_default();
        if bytes.len() != ID_BYTES + SIGNATURE_BYTES {
            return Ok(None);
        }
        let (id, signature) = bytes.split_at(ID_BYTES);
        let is_ours = call.is_signature(self.purpose, id, signature).await?;
        Ok(is_ours.then(|| Uuid::from_slice(id).ok().map(Id::new)).flatten())
    }
}

/// A random number in `0..limit`, each as likely as any other: what would make the first ones more likely is drawn
/// again.
///
/// # Errors
/// 500 when the system has no randomness to give.
pub fn random_below(ids: &Ids, limit: u32) -> Result<u32, ApiError> {
    let fair = u32::MAX - u32::MAX % limit;
    loop {
        let number = u32::from_be_bytes(random(ids)?);
        if number < fair {
            return Ok(number % limit);
        }
    }
}

/// So many random letters and digits, of 32 each as likely as any other.
///
/// # Errors
/// 500 when the system has no randomness to give.
pub fn random_letters<const N: usize>(ids: &Ids) -> Result<String, ApiError> {
    let bytes: [u8; N] = random(ids)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

fn random<const N: usize>(ids: &Ids) -> Result<[u8; N], ApiError> {
    ids.random().map_err(|error| ApiError::internal(format!("no randomness: {error}")))
}

/// What a commit came to; a code that another record has is drawn anew by who tries again.
///
/// # Errors
/// 409 `version_conflict` instead of `already_exists`.
pub fn taken_anew<T>(committed: Result<T, ApiError>) -> Result<T, ApiError> {
    committed.map_err(|error| match error.code {
        ErrorCode::AlreadyExists => version_conflict(),
        _ => error,
    })
}
