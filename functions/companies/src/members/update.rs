//! Update a member's place in a company.

use records::{Company, CompanyMember, company_member::CompanyRole};
use shared::api::{Body, Call, Changes, Patch, Path};
use work::company_membership::last_manager;

use super::{PlacePath, find_for_change};

/// Changes a member's role or limits in a company; the last manager stays one.
pub async fn update(
    call: Call,
    Path(path): Path<PlacePath>,
    Body(patch): Body<Patch<CompanyMember>>,
) -> Changes<CompanyMember> {
    let (place, _) = find_for_change(&call, &path).await?;
    let mut update = call.update_of(place)?.patched(&patch)?;
    let managers = Company::managers(path.id);
    match (update.present.role, update.after.role) {
        (CompanyRole::Manager, CompanyRole::Member) => {
            update.transaction.subtract_down_to(&managers, 1, 1, last_manager());
        }
        (CompanyRole::Member, CompanyRole::Manager) => update.transaction.add(&managers, 1),
        (CompanyRole::Manager, CompanyRole::Manager) | (CompanyRole::Member, CompanyRole::Member) => {}
    }
    update.commit().await
}
