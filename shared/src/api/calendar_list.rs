//! Pages of lists by time that are asked for by something that is not counted, too
//! (`docs/decisions/0046-calendar-counts.md`).

use super::{Call, Lists};
use store::{Entity, List, Paging, TimeList};
use values::ApiError;

/// Records that are looked through for a filter that is not counted.
const READ_MAX: u64 = 1_000;

/// A filter that is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UncountedFilter {
    /// Name of the query parameter that filters.
    pub field: &'static str,
    /// What is looked through for it, such as `bookings`.
    pub records: &'static str,
    /// By what else the list can be asked for, so that less is.
    pub narrowing: &'static str,
}

impl Call {
    /// One page of those records of a list by time that `filter` leaves: `list` is [`TimeList::whole`] with it. All of
    /// the list is looked through, so that there may be no more than a thousand; not so where the list was never
    /// counted.
    ///
    /// # Errors
    /// 422 `too_many_to_read` on the filter, and 400 for a cursor that is not of this list.
    pub async fn page_through<E: Entity>(
        &self,
        query: &TimeList<E>,
        list: List<E>,
        UncountedFilter { field, records, narrowing }: UncountedFilter,
        paging: Paging,
    ) -> Lists<E> {
        if self.asked.ids.is_some() {
            return self.page(list, paging).await;
        }
        let total = self.store.count_by_time(self.tenant(), query).await?;
        if total.is_some_and(|total| total > READ_MAX) {
            let message =
                format!("at most {READ_MAX} {records} are looked through for it; narrow the list by {narrowing}");
            return Err(ApiError::rule(field, "too_many_to_read", message));
        }
        self.page(list, paging).await
    }
}
