//! Deletes rows of transitions that have no entries any more, so that a list by status reads only the rows of what is
//! about to change.

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::{
    counts::{TransitionRow, transitions_until},
    keys::transitions_key,
};
use crate::{Store, expression::Expression, key::Key};
use values::{ApiError, KindName, Timestamp, tenant::Tenant};

/// For so long after its instant a row is left alone, in milliseconds: the state of its entries is being written down.
const LEFT_ALONE_MS: i64 = 10 * 60_000;
/// Rows that are looked at each time.
const LOOKED_AT_MAX: usize = 400;
/// Rows that are deleted side by side.
const SIDE_BY_SIDE: usize = 16;

impl Store {
    /// Deletes rows whose instant has passed and that have no entries, where all changes in them are up to `deletable`:
    /// none of these is counted again, so that a row that is not there and one that is empty say the same.
    pub(super) async fn delete_empty_rows(
        &self,
        tenant: &Tenant,
        kind: KindName,
        deletable: &str,
    ) -> Result<(), ApiError> {
        let Some(passed) = Timestamp::from_millis(self.ids.now().millis() - LEFT_ALONE_MS) else { return Ok(()) };
        let first = transitions_key(tenant, kind, "0");
        let rows =
            self.read_between::<TransitionRow>(&first, &transitions_until(passed), true, Some(LOOKED_AT_MAX)).await?;
        let is_of_no_use = |row: &TransitionRow| row.entries.is_empty() && *row.through <= *deletable;
        let deletes: Vec<_> = rows
            .into_iter()
            .filter(|(_, row)| is_of_no_use(row))
            .map(|(key, row)| async move { self.delete_row(&key, &row.through).await })
            .collect();
        stream::iter(deletes).buffer_unordered(SIDE_BY_SIDE).try_collect::<Vec<()>>().await?;
        Ok(())
    }

    async fn delete_row(&self, key: &Key, through: &str) -> Result<(), ApiError> {
        let unchanged = Expression::new("#through = :through").name("#through", "through").string(":through", through);
        // Where something was counted in it meanwhile, it stays.
        self.delete_if(key, unchanged).await?;
        Ok(())
    }
}
