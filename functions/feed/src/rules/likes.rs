//! Takes a like back: the like and its count together, in one transaction.

use shared::api::{Call, Changes, Data, retry};
use values::Id;

use crate::records::{
    counts::{CountChanges, Counted},
    like::FeedLike,
};

/// Takes a like back.
///
/// # Errors
/// 404 when there is none, 412 when it is in another version.
pub async fn remove(call: &Call, id: Id<FeedLike>) -> Changes<FeedLike> {
    retry(call, || async {
        let like = call.get_for_change(id).await?;
        let mut transaction = call.transaction();
        transaction.remove(&like);
        let mut changes = CountChanges::default();
        changes.add(like.body.target_id, Counted::Likes, -1);
        changes.write(&mut transaction);
        call.commit(transaction, Data(like)).await
    })
    .await
}
