use records::Company;
use shared::api::{Body, Call, Changes, Patch, PathId};

use crate::tax_id;

/// Changes fields of a company, and checks its tax number again.
pub async fn update(call: Call, PathId(id): PathId<Company>, Body(patch): Body<Patch<Company>>) -> Changes<Company> {
    let mut update = call.update(id).await?.patched(&patch)?;
    update.after.tax_id_status = tax_id::status(&update.after);
    update.commit().await
}
