//! `Idempotency-Key`: the first answer is stored in the effect's own transaction, so that neither exists without the
//! other, and repeated byte for byte for 24 hours.
//!
//! An operation of several transactions stores the key with the first of them, without an answer: with what it has
//! begun, and who is at it for how long. Until then others with this key are told that it is in progress. When the
//! request is gone, the next one with this key takes over what was begun.

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{answer_cipher::AnswerCipher, reply::Answer};
use store::{Store, StoreError, Transaction, expression::Expression, item, key::Key, table};
use values::{ApiError, ErrorCode, SealedSecret, Secret, Timestamp};
use work::auth::Caller;

/// How long an answer is repeated, in hours.
const KEPT_HOURS: i64 = 24;
/// How long a request keeps others with its key away, in seconds: it has met its deadline long before.
const HELD_SECONDS: i64 = 15;
/// Longest key, in characters.
const KEY_CHARACTERS_MAX: usize = 255;

const FINGERPRINT: &str = "fingerprint";
const ANSWER: &str = "answer";
const SEALED: &str = "sealed";
const SUBJECT: &str = "subject";
const HOLDER: &str = "holder";
const HELD_UNTIL: &str = "held_until";

/// A request's idempotency key, with what it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    name: String,
    fingerprint: String,
    /// The caller's own secret, with which the secrets in a stored answer are decrypted.
    opener: Secret,
    /// The request that has the key now.
    holder: String,
    /// What an earlier request under this key has begun and not finished.
    begun: Option<Uuid>,
    /// Encrypts the stored answer.
    cipher: AnswerCipher,
}

/// What is stored under a key.
enum Stored {
    Nothing,
    Answer(Answer),
    /// Something that was begun, by whom, and until when (in seconds) that request may still be at it.
    Begun {
        subject: Uuid,
        holder: String,
        held_until: i64,
    },
}

impl IdempotencyKey {
    /// The key of a request of `owner`; `None` unless it is 1 to 255 visible ASCII characters.
    #[must_use]
    pub fn new(
        key: &str,
        owner: &str,
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
            name: format!("{owner}#{}", hash(&[method.as_bytes(), path.as_bytes(), key.as_bytes()])),
            fingerprint: hash(&[format!("{query:?}").as_bytes(), body]),
            opener,
            holder: String::new(),
            begun: None,
            cipher: AnswerCipher::new(key),
        })
    }

    /// The key as this request has it.
    #[must_use]
    pub fn held_by(self, request_id: &str) -> Self {
        Self { holder: request_id.to_owned(), ..self }
    }

    /// What an earlier request under this key has begun and not finished; this one goes on with it.
    #[must_use]
    pub const fn begun(&self) -> Option<Uuid> {
        self.begun
    }

    fn key(&self, caller: &Caller) -> Key {
        Key::single(&caller.tenant, "idempotency", &self.name)
    }

    /// Where an answer is stored, as its cipher knows it: one key has another answer only after the first has expired.
    fn place(&self, expires_at: i64) -> String {
        format!("{}\n{expires_at}", self.name)
    }

    /// The answer that this key got before, if any. What an earlier request has begun and not finished is taken over.
    ///
    /// # Errors
    /// 422 `idempotency_mismatch` when it was got with another body; 409 `idempotency_in_progress` while the earlier
    /// request may still be at it; 503 when the store cannot be read.
    pub async fn find_earlier(
        &mut self,
        store: &Store,
        caller: &Caller,
        now: Timestamp,
        transaction: impl FnOnce() -> Transaction,
    ) -> Result<Option<Answer>, ApiError> {
        match self.read_stored(store, caller, now).await? {
            Stored::Nothing => Ok(None),
            Stored::Answer(answer) => Ok(Some(answer)),
            Stored::Begun { held_until, .. } if now.seconds() < held_until => Err(in_progress()),
            Stored::Begun { subject, holder, .. } => {
                let mut transaction = transaction();
                self.put_begun(&mut transaction, caller, subject, held_by(&holder), now.seconds() + HELD_SECONDS, now);
                store.commit(transaction).await?;
                self.begun = Some(subject);
                Ok(None)
            }
        }
    }

    async fn read_stored(&self, store: &Store, caller: &Caller, now: Timestamp) -> Result<Stored, ApiError> {
        let Some(stored) = store.get_item(&self.key(caller)).await? else { return Ok(Stored::Nothing) };
        // DynamoDB deletes expired items late, so an answer whose time is over may still be found; it does not count.
        if item::integer(&stored, table::EXPIRES_AT).is_none_or(|expires_at| expires_at <= now.seconds()) {
            return Ok(Stored::Nothing);
        }
        if item::text(&stored, FINGERPRINT) != Some(&self.fingerprint) {
            return Err(ApiError::new(
                ErrorCode::IdempotencyMismatch,
                "the idempotency key was used with another request body",
            )
            .at("Idempotency-Key", "idempotency_mismatch"));
        }
        if let Some(subject) = item::text(&stored, SUBJECT).and_then(|subject| subject.parse().ok()) {
            let holder = item::text(&stored, HOLDER).unwrap_or_default().to_owned();
            let held_until = item::integer(&stored, HELD_UNTIL).unwrap_or_default();
            return Ok(Stored::Begun { subject, holder, held_until });
        }
        let expires_at = item::integer(&stored, table::EXPIRES_AT).unwrap_or_default();
        let encrypted = stored.get(ANSWER).and_then(|answer| answer.as_b().ok());
        let answer = encrypted.and_then(|answer| self.cipher.decrypted(&self.place(expires_at), answer.as_ref()));
        let answer = answer.and_then(|answer| serde_json::from_slice::<Answer>(&answer).ok());
        let answer = answer.ok_or_else(|| StoreError::Internal("a stored answer does not decode".to_owned()))?;
        let sealed: Option<Vec<SealedSecret>> =
            item::text(&stored, SEALED).and_then(|sealed| serde_json::from_str(sealed).ok());
        let unsealed = |body: String, sealed: &SealedSecret| self.unsealed(&body, sealed);
        let body = sealed.iter().flatten().fold(answer.body, unsealed);
        Ok(Stored::Answer(Answer { body, replayed: true, stored: true, ..answer }))
    }

    /// The stored body with one of its secrets decrypted. For a caller whose own secret has changed since, the secret
    /// stays empty.
    fn unsealed(&self, body: &str, sealed: &SealedSecret) -> String {
        body.replace(sealed.text(), sealed.open(&self.opener).as_ref().map_or("", Secret::reveal))
    }

    /// Answers for an operation that ran under a key. If it failed, another request with the same key may be the
    /// reason; then that request's stored answer is given.
    ///
    /// # Errors
    /// The outcome's own, when no other request has the key; 409 `idempotency_in_progress` when one has.
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
                answer.to_customer = caller.sees_as_customer();
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
        match self.read_stored(store, caller, now).await? {
            Stored::Answer(answer) => Ok(answer),
            Stored::Begun { holder, .. } if holder != self.holder => Err(in_progress()),
            Stored::Begun { .. } | Stored::Nothing => Err(error),
        }
    }

    /// Stores in `transaction`, the first of several, that this request has begun `subject`; the transaction fails when
    /// another request with this key was stored first.
    pub fn begin(&self, transaction: &mut Transaction, caller: &Caller, subject: Uuid, now: Timestamp) {
        self.put_begun(transaction, caller, subject, self.unused(now), now.seconds() + HELD_SECONDS, now);
    }

    /// Lets the next request with this key go on at once with what was begun.
    pub fn let_go(&self, transaction: &mut Transaction, caller: &Caller, subject: Uuid, now: Timestamp) {
        self.put_begun(transaction, caller, subject, held_by(&self.holder), 0, now);
    }

    /// Forgets in `transaction` what this request has begun: it is undone.
    pub fn forget(&self, transaction: &mut Transaction, caller: &Caller) {
        transaction.delete_item(self.key(caller), held_by(&self.holder), in_progress());
    }

    fn put_begun(
        &self,
        transaction: &mut Transaction,
        caller: &Caller,
        subject: Uuid,
        condition: Expression,
        held_until: i64,
        now: Timestamp,
    ) {
        let mut item = self.item(caller, now);
        item.insert(SUBJECT.to_owned(), AttributeValue::S(subject.to_string()));
        item.insert(HOLDER.to_owned(), AttributeValue::S(self.holder.clone()));
        item.insert(HELD_UNTIL.to_owned(), AttributeValue::N(held_until.to_string()));
        transaction.put_item(item, condition, in_progress());
    }

    fn item(&self, caller: &Caller, now: Timestamp) -> item::Item {
        let mut item = self.key(caller).attributes();
        item.insert(FINGERPRINT.to_owned(), AttributeValue::S(self.fingerprint.clone()));
        item.insert(table::EXPIRES_AT.to_owned(), AttributeValue::N(expires_at(now).to_string()));
        item
    }

    /// Nobody else has the key.
    fn unused(&self, now: Timestamp) -> Expression {
        Expression::new("attribute_not_exists(#pk) OR #expiry <= :now OR #holder = :holder")
            .name("#pk", table::PARTITION_KEY)
            .name("#expiry", table::EXPIRES_AT)
            .name("#holder", HOLDER)
            .string(":holder", self.holder.as_str())
            .number(":now", now.seconds())
    }

    /// Adds the answer to the transaction of its effect; the transaction fails when another request with this key was
    /// stored first.
    pub fn store(&self, transaction: &mut Transaction, caller: &Caller, answer: &Answer, now: Timestamp) {
        let mut item = self.item(caller, now);
        let mut stored = answer.clone();
        let mut sealed = Vec::new();
        for secret in &answer.secrets {
            let own = SealedSecret::new(secret, &self.opener);
            stored.body = stored.body.replace(secret.reveal(), own.as_ref().map_or("", SealedSecret::text));
            sealed.extend(own);
        }
        if !sealed.is_empty() {
            item.insert(SEALED.to_owned(), AttributeValue::S(serde_json::to_string(&sealed).unwrap_or_default()));
        }
        let text = serde_json::to_string(&stored).unwrap_or_default();
        let encrypted = self.cipher.encrypted(&self.place(expires_at(now)), text.as_bytes());
        item.insert(ANSWER.to_owned(), AttributeValue::B(Blob::new(encrypted)));
        transaction.put_item(item, self.unused(now), in_progress());
    }
}

/// When what is stored now is forgotten, in seconds.
fn expires_at(now: Timestamp) -> i64 {
    now.seconds() + KEPT_HOURS * 3_600
}

/// The request of this id has the key.
fn held_by(holder: &str) -> Expression {
    Expression::new("#holder = :holder").name("#holder", HOLDER).string(":holder", holder)
}

fn in_progress() -> ApiError {
    ApiError::conflict(ErrorCode::IdempotencyInProgress, "a request with the same idempotency key is running")
}
