//! Get a company.

use shared::{
    api::{Call, Data, PathId, Shows},
    domain::Company,
};

/// Get company
pub async fn get(call: Call, PathId(id): PathId<Company>) -> Shows<Company> {
    call.get(id).await.map(Data)
}
