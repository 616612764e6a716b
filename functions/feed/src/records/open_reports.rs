//! The open reports of one post or comment, decided on together: one item for each, written under its version, so that
//! whether they are enough to hide it depends on no index.

use serde::{Deserialize, Serialize};
use shared::api::Call;
use store::{Expression, Key, Transaction, transaction::version_conflict};
use values::{ApiError, Id};

use super::{report::FeedReport, target::TargetId};

/// Space of the items' keys.
const SPACE: &str = "feed_open_reports";

/// The open reports of a post or a comment, as they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenReports {
    version: i64,
    /// Identifiers of the open reports, oldest first.
    pub reports: Vec<Id<FeedReport>>,
}

impl OpenReports {
    /// Reads them.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(call: &Call, target: TargetId) -> Result<Self, ApiError> {
        Ok(call.store.read_value(&key_of(call, target)).await?.unwrap_or_default())
    }

    /// Makes `transaction` write others in their place.
    pub fn replace(&self, call: &Call, transaction: &mut Transaction, target: TargetId, by: Vec<Id<FeedReport>>) {
        let condition = match self.version {
            0 => Expression::absent(),
            version => Expression::version(version),
        };
        let next = Self { version: self.version + 1, reports: by };
        transaction.put_encoded(&key_of(call, target), &next, condition, version_conflict());
    }
}

/// Forgets those of what is removed.
pub fn forget(call: &Call, transaction: &mut Transaction, target: TargetId) {
    transaction.remove_value(&key_of(call, target));
}

fn key_of(call: &Call, target: TargetId) -> Key {
    Key::single(call.tenant(), SPACE, &target.to_string())
}
