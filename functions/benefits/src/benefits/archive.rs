//! Archive a benefit: what DELETE does here, because applications still name it.

use shared::{
    api::{Call, Changes, Data, PathId},
    domain::{Location, RecordSet},
};

use crate::{records::benefit::Benefit, rules::category_membership};

/// Archive benefit
pub async fn archive(call: Call, PathId(id): PathId<Benefit>) -> Changes<Benefit> {
    let before = call.get_for_change(id).await?;
    let after = call.moved(&before, before.body.clone(), RecordSet::Archived);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    let location = Location::uses(before.body.location_id);
    transaction.add(&location, -1);
    if let Some(category) = before.body.category_id {
        category_membership::leave(&mut transaction, category);
    }
    call.commit(transaction, Data(after)).await
}
