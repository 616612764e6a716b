//! Update a member's place in a company.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Body, Call, Changes, Data, Nullable, Path},
    company_membership::last_manager,
    domain::{Company, CompanyMember, Metadata, company::CompanyRole},
};

use super::{PlacePath, find};

/// What may change of a member's place; a field that is left out stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompanyMemberPatch {
    /// What the member may do for the company.
    role: Option<CompanyRole>,
    /// Whether the member may spend the company's credits.
    may_use_company_credits: Option<bool>,
    /// Most of the company's credits the member may spend in a calendar month; null for no limit.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    monthly_credit_limit: Nullable<i64>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update company member
pub async fn update(
    call: Call,
    Path(path): Path<PlacePath>,
    Body(mut patch): Body<CompanyMemberPatch>,
) -> Changes<CompanyMember> {
    let (before, _) = find(&call, &path).await?;
    call.check_version(&before)?;
    let metadata = patch.metadata.take();
    let body = patch.applied_to(before.body.clone());
    if body == before.body && metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    let after = call.next_version(&before, body, metadata);
    let managers = Company::managers(path.id);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    match (before.body.role, after.body.role) {
        (CompanyRole::Manager, CompanyRole::Member) => transaction.subtract_down_to(&managers, 1, 1, last_manager()),
        (CompanyRole::Member, CompanyRole::Manager) => transaction.add(&managers, 1),
        (CompanyRole::Manager, CompanyRole::Manager) | (CompanyRole::Member, CompanyRole::Member) => {}
    }
    call.commit(transaction, Data(after)).await
}

impl CompanyMemberPatch {
    fn applied_to(self, mut place: CompanyMember) -> CompanyMember {
        place.role = self.role.unwrap_or(place.role);
        place.may_use_company_credits = self.may_use_company_credits.unwrap_or(place.may_use_company_credits);
        self.monthly_credit_limit.apply(&mut place.monthly_credit_limit);
        place
    }
}
