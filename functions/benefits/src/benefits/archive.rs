//! Archive a benefit: what DELETE does here, because applications still name it.

use shared::{
    ApiError,
    api::{Call, Changes, Data, PathId},
    domain::{Location, RecordSet},
};

use super::Benefit;
use crate::categories;

/// Archive benefit
pub async fn archive(call: Call, PathId(id): PathId<Benefit>) -> Changes<Benefit> {
    let before = call.get_for_change(id).await?;
    let after = call.moved(&before, before.body.clone(), RecordSet::Archived);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    let location = Location::uses(before.body.location_id);
    transaction.count(&location, -1, None, ApiError::internal("a counter without condition"));
    if let Some(category) = before.body.category_id {
        categories::leave(&mut transaction, category);
    }
    call.commit(transaction, Data(after)).await
}
