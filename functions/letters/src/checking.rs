//! What a wording of a letter must be, and whose it is.

use mailing::LetterType;
use values::{ApiError, ErrorCode};
use work::auth::Caller;

/// Refuses a subject and a body that are no wording of a letter.
///
/// # Errors
/// 422 with the field and the reason.
pub fn check_wording(letter: LetterType, subject: &str, body: &str) -> Result<(), ApiError> {
    wording::check(letter, subject).map_err(|refusal| refusal.of_field("subject"))?;
    let used = wording::check(letter, body).map_err(|refusal| refusal.of_field("body"))?;
    wording::check_needed(letter, &used).map_err(|refusal| refusal.of_field("body"))
}

/// Refuses whoever does not act as an owner the wording of a letter by which people sign in or sign.
///
/// # Errors
/// 403.
pub fn check_may_word(caller: &Caller, letter: LetterType) -> Result<(), ApiError> {
    if letter.carries_credential() && !caller.acts_as_owner() {
        let message = format!("the wording of {} is the owners', or needs merchant:admin", letter.name());
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    Ok(())
}
