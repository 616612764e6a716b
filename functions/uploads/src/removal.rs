//! Removes the content of a deleted upload: by the request as far as it can, and for good by the sweep, when nothing can be on its way to
//! complete the upload any more.

use chrono::Duration;
use serde::{Deserialize, Serialize};
use shared::{
    ApiError,
    api::Call,
    domain::{Entity, Id, Indexes, Kind, KindName, Timestamp, Upload},
    due::DueWork,
};

/// After how many seconds the sweep looks: a request lasts at most 8.
const LOOK_AFTER_SECONDS: i64 = 60;

/// The content of a deleted upload, whose id it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRemoval {
    due_at: Timestamp,
}

impl FileRemoval {
    /// Of an upload that is deleted now.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        Self { due_at: now.plus(Duration::seconds(LOOK_AFTER_SECONDS)) }
    }
}

impl Kind for FileRemoval {
    const KIND: KindName = KindName::FileRemoval;
}

impl Entity for FileRemoval {
    const PATH: &'static str = "/file-removals";
    type View = ();

    /// No operation shows it.
    fn view(&self, _now: Timestamp) {}

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(Some(self.due_at))
    }
}

/// What the sweep does with deleted uploads.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(finish)]
}

async fn finish(call: Call, id: Id<FileRemoval>) -> Result<bool, ApiError> {
    let Some(job) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    call.files.delete(call.tenant(), id.cast::<Upload>()).await?;
    let mut transaction = call.transaction();
    transaction.remove(&job);
    call.store.commit(transaction).await?;
    Ok(true)
}
