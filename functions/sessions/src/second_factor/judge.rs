//! Whether a code is one of an authenticator.

use records::Authenticator;
use values::{ApiError, ErrorCode, Id, Secret, SecretDigest, Timestamp};

use super::totp;

/// First and last characters of full width that are written as those of ASCII (Unicode, FF01 to FF5E).
const FULL_WIDTH: std::ops::RangeInclusive<char> = '\u{ff01}'..='\u{ff5e}';
/// How far these are apart.
const FULL_WIDTH_OFFSET: u32 = 0xff01 - 0x21;
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
    let open = Authenticator { wrong_tries: 0, closed_times: 0, closed_until: None, ..before.clone() };
    let given = written(given);
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
    Secret::received(&format!("{id} {}", written(code))).digest()
}

/// A code as it is compared: its letters and digits, whatever their case and width.
fn written(code: &str) -> String {
    let narrow = |letter: char| {
        let of_ascii = FULL_WIDTH.contains(&letter).then(|| char::from_u32(u32::from(letter) - FULL_WIDTH_OFFSET));
        of_ascii.flatten().unwrap_or(letter)
    };
    code.chars().map(narrow).filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase()).collect()
}
