use records::Company;
use shared::api::{Body, Call, Changes, Patch, PathId};

use crate::tax;

/// Changes fields of a company, and checks its tax number again.
pub async fn update(call: Call, PathId(id): PathId<Company>, Body(patch): Body<Patch<Company>>) -> Changes<Company> {
    let mut update = call.update(id).await?.patched(&patch)?;
    update.after.tax_id_status = tax::id_status(&update.after);
    tax::check(&call, &update.after).await?;
    update.commit().await
}
