//! `Idempotency-Key`: the first answer is stored in the effect's own transaction, so that neither exists without the
//! other, and repeated byte for byte for 24 hours.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use super::{answer_cipher::AnswerCipher, reply::Answer};
use crate::{
    auth::{Caller, SealedSecret, Secret},
    domain::Timestamp,
    error::{ApiError, ErrorCode},
    store::{Store, StoreError, Transaction, expression::Expression, item, key::Key, table},
};

/// How long an answer is repeated, in hours.
const KEPT_HOURS: i64 = 24;
/// Longest key, in characters.
const KEY_CHARACTERS_MAX: usize = 255;

const FINGERPRINT: &str = "fingerprint";
const ANSWER: &str = "answer";
const SEALED: &str = "sealed";

/// A request's idempotency key, with what it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    name: String,
    fingerprint: String,
    /// The caller's own secret, with which the secret in a stored answer is decrypted.
    opener: Secret,
    /// Encrypts the stored answer.
    cipher: AnswerCipher,
}

impl IdempotencyKey {
    /// The key of a request; `None` unless it is 1 to 255 visible ASCII characters.
    #[must_use]
    pub fn new(
        key: &str,
        caller: &Caller,
        opener: Secret,
        method: &str,
        path: &str,
        query: &[(String, String)],
        body: &[u8],
    ) -> Option<Self> {
        let valid = (1..=KEY_CHARACTERS_MAX).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
        let hash = |parts: &[&[u8]]| {
            let mut hasher = Sha256::new();
            for part in parts {
                hasher.update(part.len().to_be_bytes());
                hasher.update(part);
            }
            URL_SAFE_NO_PAD.encode(hasher.finalize())
        };
        valid.then(|| Self {
            name: format!("{}#{}", caller.client, hash(&[method.as_bytes(), path.as_bytes(), key.as_bytes()])),
            fingerprint: hash(&[format!("{query:?}").as_bytes(), body]),
            opener,
            cipher: AnswerCipher::new(key),
        })
    }

    fn key(&self, caller: &Caller) -> Key {
        Key::single(&caller.tenant, "idempotency", &self.name)
    }

    /// Where an answer is stored, as its cipher knows it: one key has another answer only after the first has expired.
    fn place(&self, expires_at: i64) -> String {
        format!("{}\n{expires_at}", self.name)
    }

    /// The answer that this key got before, if any.
    ///
    /// # Errors
    /// 422 `idempotency_mismatch` when it was got with another body; 503 when the store cannot be read.
    pub async fn earlier(&self, store: &Store, caller: &Caller, now: Timestamp) -> Result<Option<Answer>, ApiError> {
        let Some(stored) = store.get_item(&self.key(caller)).await? else { return Ok(None) };
        // DynamoDB deletes expired items late, so an answer whose time is over may still be found; it does not count.
        if item::integer(&stored, table::EXPIRES_AT).is_none_or(|expires_at| expires_at <= now.seconds()) {
            return Ok(None);
        }
        if item::text(&stored, FINGERPRINT) != Some(&self.fingerprint) {
            return Err(ApiError::new(
                ErrorCode::IdempotencyMismatch,
                "the idempotency key was used with another request body",
            )
            .at("Idempotency-Key", "idempotency_mismatch"));
        }
        let expires_at = item::integer(&stored, table::EXPIRES_AT).unwrap_or_default();
        let encrypted = stored.get(ANSWER).and_then(|answer| answer.as_b().ok());
        let answer = encrypted.map(|answer| self.cipher.apply(&self.place(expires_at), answer.as_ref()));
        let answer = answer.and_then(|answer| serde_json::from_slice::<Answer>(&answer).ok());
        let answer = answer.ok_or_else(|| StoreError::Internal("a stored answer does not decode".to_owned()))?;
        let sealed = item::text(&stored, SEALED).and_then(|sealed| serde_json::from_str(sealed).ok());
        let body = match sealed {
            Some(sealed) => self.unsealed(&answer.body, &sealed),
            None => answer.body,
        };
        Ok(Some(Answer { body, replayed: true, stored: true, ..answer }))
    }

    /// The stored body with its secret decrypted. For a caller whose own secret has changed since, the secret stays
    /// empty.
    fn unsealed(&self, body: &str, sealed: &SealedSecret) -> String {
        body.replace(sealed.text(), sealed.open(&self.opener).as_ref().map_or("", Secret::reveal))
    }

    /// Answers for an operation that ran under a key. If it failed, an earlier request with the same key may be the
    /// reason; then that request's stored answer is given.
    ///
    /// # Errors
    /// The outcome's own, when there is no earlier answer.
    pub async fn settle(
        &self,
        outcome: Result<Answer, ApiError>,
        mut transaction: Transaction,
        (store, caller, now): (&Store, &Caller, Timestamp),
    ) -> Result<Answer, ApiError> {
        let error = match outcome {
            Ok(answer) if answer.stored => return Ok(answer),
            // Stores an answer of an operation that changed nothing, so that a repeat changes nothing either.
            Ok(mut answer) => {
                self.store(&mut transaction, caller, &answer, now);
                match store.commit(transaction).await {
                    Ok(()) => {
                        answer.stored = true;
                        return Ok(answer);
                    }
                    Err(error) => error,
                }
            }
            Err(error) => error,
        };
        self.earlier(store, caller, now).await?.ok_or(error)
    }

    /// Adds the answer to the transaction of its effect; the transaction fails when another request with this key was
    /// stored first.
    pub fn store(&self, transaction: &mut Transaction, caller: &Caller, answer: &Answer, now: Timestamp) {
        let mut item = self.key(caller).attributes();
        let expires_at = now.seconds() + KEPT_HOURS * 3_600;
        let sealed = answer.secret.as_ref().and_then(|secret| SealedSecret::new(secret, &self.opener));
        let mut stored = answer.clone();
        if let Some(secret) = &answer.secret {
            stored.body = answer.body.replace(secret.reveal(), sealed.as_ref().map_or("", SealedSecret::text));
            item.insert(SEALED.to_owned(), AttributeValue::S(serde_json::to_string(&sealed).unwrap_or_default()));
        }
        let text = serde_json::to_string(&stored).unwrap_or_default();
        item.insert(FINGERPRINT.to_owned(), AttributeValue::S(self.fingerprint.clone()));
        let encrypted = self.cipher.apply(&self.place(expires_at), text.as_bytes());
        item.insert(ANSWER.to_owned(), AttributeValue::B(Blob::new(encrypted)));
        item.insert(table::EXPIRES_AT.to_owned(), AttributeValue::N(expires_at.to_string()));
        let unused = Expression::new("attribute_not_exists(#pk) OR #expiry <= :now")
            .name("#pk", table::PARTITION_KEY)
            .name("#expiry", table::EXPIRES_AT)
            .number(":now", now.seconds());
        let taken =
            ApiError::conflict(ErrorCode::IdempotencyInProgress, "a request with the same idempotency key is running");
        transaction.put_item(item, unused, taken);
    }
}
