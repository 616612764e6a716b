//! Get a member's place in a company.

use records::CompanyMember;
use shared::api::{Call, Data, Path, Shows};

use super::{PlacePath, find};

/// Shows a member's place in a company.
pub async fn get(call: Call, Path(path): Path<PlacePath>) -> Shows<CompanyMember> {
    find(&call, &path).await.map(|(place, _)| Data(place))
}
