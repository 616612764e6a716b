//! A letter that no event tells: it is stored by whoever asks for it, in the same transaction as what it is about, with
//! what it says encrypted until it is sent.

use std::collections::BTreeMap;

use platform::secrets::Purpose;
use records::LetterType;
use store::Record;
use values::{ApiError, Id, SALT_BYTES};
use work::{UnitOfWork, secrets::Secrets};

use crate::{
    draft::Recipient,
    letter::{Kept, Letter},
};

/// What a sealed letter tells: texts by the names that templates have for them.
pub type SealedFacts = BTreeMap<String, String>;

/// A letter that tells this; whoever stores it hands it over afterwards.
///
/// # Errors
/// 500 when the system has no randomness to give; 503 when the deployment's secret cannot be read.
pub async fn letter_sealed(
    (work, secrets): (&UnitOfWork, &Secrets),
    (letter, to, kept): (LetterType, &Recipient, Kept),
    facts: &SealedFacts,
) -> Result<Record<Letter>, ApiError> {
    let id: Id<Letter> = work.ids.next();
    let salt: [u8; SALT_BYTES] =
        work.ids.random().map_err(|error| ApiError::internal(format!("no randomness: {error}")))?;
    let text = serde_json::to_string(facts).map_err(|error| ApiError::internal(error.to_string()))?;
    let sealed = secrets.read_once(Purpose::Sealing).await?.sealed(&id.to_string(), salt, &text);
    let sealed_facts = Some(sealed.ok_or_else(|| ApiError::internal("the letter cannot be encrypted"))?);
    let body = Letter { sealed_facts, ..Letter::new(letter, to, kept) };
    Ok(work.new_record_of(id, body.waiting_until(work.now, work.now), None))
}

/// What a sealed letter tells.
///
/// # Errors
/// 500 when no key that is kept encrypted it; 503 when the deployment's secret cannot be read.
pub async fn open(secrets: &Secrets, letter: &Record<Letter>) -> Result<SealedFacts, ApiError> {
    let Some(sealed) = &letter.body.sealed_facts else { return Ok(SealedFacts::new()) };
    let place = letter.id.to_string();
    let opened = secrets.find_checked(Purpose::Sealing, |keys| keys.opened(&place, sealed)).await?;
    let text = opened.ok_or_else(|| ApiError::internal("no key that is kept opens the letter"))?;
    serde_json::from_str(&text).map_err(|error| ApiError::internal(error.to_string()))
}
