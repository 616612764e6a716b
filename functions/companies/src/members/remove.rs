//! Remove a member from a company.

use records::CompanyMember;
use shared::api::{Call, Changes, Data, Path};

use super::{PlacePath, find_for_change};

/// Ends a member's place in a company; the last manager stays while others do.
pub async fn remove(call: Call, Path(path): Path<PlacePath>) -> Changes<CompanyMember> {
    let (place, before) = find_for_change(&call, &path).await?;
    let mut transaction = call.transaction();
    let mut body = before.body.clone();
    let removed = call.leave_company(&mut transaction, &place, &mut body).await?;
    transaction.replace(&before, &call.next_version(&before, body, None));
    call.commit(transaction, Data(removed)).await
}
