//! Who has an e-mail address.

use records::{Member, member::MemberStatus};
use store::{Record, Store};
use values::{ApiError, EmailAddress, Id, Tenant};

/// The active member with this address. As much is read where there is none: then `nobody` is looked for, an id that no
/// record has.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find_active(
    store: &Store,
    tenant: &Tenant,
    email: &EmailAddress,
    nobody: Id<Member>,
) -> Result<Option<Record<Member>>, ApiError> {
    let holder = store.find_holder(tenant, &Member::email_key(email)).await?;
    let id = holder.as_deref().and_then(Id::<Member>::parse).unwrap_or(nobody);
    let found = store.find(tenant, id).await?;
    Ok(found.filter(|member: &Record<Member>| member.body.status == MemberStatus::Active))
}
