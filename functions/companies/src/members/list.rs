//! List a company's members.

use records::{Company, CompanyMember, company_member::CompanyRole};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, PathId};
use store::List;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompanyMemberFilter {
    /// Only managers, or only plain members.
    role: Option<CompanyRole>,
}

/// Lists the places of a company's members, newest first.
pub async fn list(
    call: Call,
    PathId(id): PathId<Company>,
    Listing { filter, paging }: Listing<CompanyMemberFilter>,
) -> Lists<CompanyMember> {
    let call = call.within(&call.get(id).await?)?;
    let places = List::by(&CompanyMember::BY_COMPANY, &id).only("role", filter.role.as_ref());
    call.page(places, paging).await
}
