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

/// The member's place in the company, with the member; 404 when the member has none.
async fn find(call: &Call, path: &PlacePath) -> Result<(Record<CompanyMember>, Record<Member>), ApiError> {
    let member = call.get(path.member_id).await?;
    let place = member.body.companies.place(path.id).ok_or_else(ApiError::not_found)?;
    Ok((call.get(place.cast()).await?, member))
}
