//! A company's members and the places they hold.

pub mod add;
pub mod get;
pub mod list;
pub mod remove;
pub mod update;

use records::{Company, CompanyMember, Member};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::Call;
use store::Record;
use values::{ApiError, Id};

/// Path of a place.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacePath {
    /// Identifier of the company.
    id: Id<Company>,
    /// Identifier of the member.
    member_id: Id<Member>,
}

/// The member's place in the company, with the member; 404 when the member has none. Whoever sees the place need not see
/// the member: one who runs its location alone does not, where the member belongs to another.
async fn find(call: &Call, path: &PlacePath) -> Result<(Record<CompanyMember>, Record<Member>), ApiError> {
    let member = call.store.find(call.tenant(), path.member_id).await?.ok_or_else(ApiError::not_found)?;
    let place = member.body.companies.place(path.id).ok_or_else(ApiError::not_found)?;
    Ok((call.get(place.cast()).await?, member))
}

/// The same of a place that is about to be changed.
async fn find_for_change(call: &Call, path: &PlacePath) -> Result<(Record<CompanyMember>, Record<Member>), ApiError> {
    let (place, member) = find(call, path).await?;
    call.require_own(&place).await?;
    call.check_version(&place)?;
    Ok((place, member))
}
