//! Whether a code is one of an authenticator.

use records::Authenticator;
use values::{ApiError, ErrorCode, Id, Secret, SecretDigest, Timestamp};

use super::totp;

/// How many recovery codes an authenticator has.
pub const RECOVERY_CODES: usize = 10;
/// How many random bytes a recovery code is made of: 80 bits, so that nobody who reads a digest finds the code.
pub const RECOVERY_BYTES: usize = 10;
/// After how many letters a recovery code has a hyphen.
const LETTERS_TOGETHER: usize = 4;

/// What a code came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It was right, and is used up: what the authenticator is then.
    Right(Authenticator),
    /// It was wrong: what the authenticator is then.
    Wrong(Authenticator),
}

/// Judges a code: one that the app shows, or a recovery code.
///
/// # Errors
/// 429 while too many wrong codes keep the authenticator closed.
pub fn judge(
    (id, before): (Id<Authenticator>, &Authenticator),
    key: &[u8],
    given: &str,
    now: Timestamp,
) -> Result<Judged, ApiError> {
    if let Some(seconds) = before.closed_seconds(now) {
        let refusal = ApiError::new(ErrorCode::RateLimited, "too many wrong codes of the authenticator");
        return Err(ApiError { retry_after_seconds: Some(seconds), ..refusal });
    }
    let open = Authenticator { wrong_tries: 0, closed_until: None, ..before.clone() };
    let given: String = given.chars().filter(|letter| !matches!(letter, ' ' | '-')).collect();
    if let Some(step) = totp::step_of(key, &given, now, before.last_step) {
        return Ok(Judged::Right(Authenticator { last_step: step, ..open }));
    }
    let digest = recovery_digest(id, &given);
    let left: Vec<SecretDigest> = before.recovery_codes.iter().filter(|code| !code.matches(&digest)).cloned().collect();
    if left.len() < before.recovery_codes.len() {
        return Ok(Judged::Right(Authenticator { recovery_codes: left, ..open }));
    }
    Ok(Judged::Wrong(before.clone().after_wrong_code(now)))
}

/// A recovery code as a person writes it down.
#[must_use]
pub fn recovery_code(random: [u8; RECOVERY_BYTES]) -> String {
    let letters = totp::base32(&random);
    let parts: Vec<&str> = (0..letters.len()).step_by(LETTERS_TOGETHER).map(|start| part(&letters, start)).collect();
    parts.join("-")
}

fn part(letters: &str, start: usize) -> &str {
    letters.get(start..letters.len().min(start + LETTERS_TOGETHER)).unwrap_or_default()
}

/// What is stored of a recovery code, whatever its case and its hyphens.
#[must_use]
pub fn recovery_digest(id: Id<Authenticator>, code: &str) -> SecretDigest {
    let letters: String = code.chars().filter(|letter| !matches!(letter, ' ' | '-')).collect();
    Secret::received(&format!("{id} {}", letters.to_ascii_uppercase())).digest()
}
