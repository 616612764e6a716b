//! The photograph of a member is an upload of the merchant.

use records::Member;
use values::ApiError;
use work::UnitOfWork;

/// Refuses a photograph that the member did not have before and that is no completed upload
/// (`docs/areas/members.md`, 29).
pub async fn require_new(work: &UnitOfWork, member: &Member, before: Option<&Member>) -> Result<(), ApiError> {
    let had = before.and_then(|before| before.photo_key.key());
    let key = member.photo_key.key().filter(|key| Some(key) != had.as_ref());
    work.require_files(key.as_slice(), |_| "photo_key".to_owned()).await
}
