//! New recovery codes, and the randomness of which they and keys are made.

use records::Authenticator;
use shared::api::Call;
use values::{ApiError, Id};

use super::judge::{RECOVERY_BYTES, RECOVERY_CODES, recovery_code, recovery_digest};

/// The authenticator with new recovery codes, and these as people write them down.
///
/// # Errors
/// 500 when the system has no randomness to give.
pub fn with_new_codes(
    call: &Call,
    id: Id<Authenticator>,
    before: Authenticator,
) -> Result<(Authenticator, Vec<String>), ApiError> {
    let draw = |_| random::<RECOVERY_BYTES>(call).map(recovery_code);
    let codes = (0..RECOVERY_CODES).map(draw).collect::<Result<Vec<_>, _>>()?;
    let digests = codes.iter().map(|code| recovery_digest(id, code)).collect();
    Ok((Authenticator { recovery_codes: digests, ..before }, codes))
}

/// Random bytes.
///
/// # Errors
/// 500 when the system has none to give.
pub fn random<const N: usize>(call: &Call) -> Result<[u8; N], ApiError> {
    call.ids.random().map_err(|error| ApiError::internal(format!("no randomness: {error}")))
}
