//! Lists of records, with exact totals, page numbers and cursors. DynamoDB can neither count nor skip: both read
//! everything. So a list is counted before it is asked for, and a page costs the same however long its list is.
//!
//! # What callers say
//!
//! *Which list, with which filters:* a [`List`] of a kind, whole, by an index or by values of its fields; several of
//! them as one, which have no record in common; or a [`TimeList`], of which days are asked for. Each becomes a
//! [`ListQuery`]. *Which page:* a [`Paging`], by number or by cursor. *What they get* of `Store::page` is a [`Listed`]:
//! the records, the exact total, and where it goes on. `Call::page` is the same for an operation, with sealed cursors.
//! Who wants records and no total asks `Store::all`. Nothing outside of this folder knows how a list is counted.
//!
//! # Two engines
//!
//! *Segments* (`segments`) count what is sorted by ids that grow with time: all records of a kind, and its lists by
//! values of fields (`filter_lists`). New rows come at the end only, so that the older part can be divided into
//! segments of 200 rows whose numbers are stored. Readers do that on the way; a record that leaves a segment changes
//! its number in its own transaction (decisions 3 and 49). The total is the sum of the segments and of the open end; a
//! page begins in one segment. Several lists are read as one by the counts of all of them.
//!
//! *Buckets* (`buckets`) count what is sorted by an instant, into whose midst records come: how many rows begin in each
//! ten minutes, by state. A page begins in one bucket. Who writes such a record beside others leaves a *change*, an
//! item of its own, and later changes are counted in a row for each list and month: by the consumer of the table's
//! stream and by the sweep, never by a request (`list_counting`, decision 46). Who writes alone, as the consumer writes
//! events, adds to a row for each list and day at once (decision 41). A reader adds what is not counted yet.
//!
//! What has neither, such as a filter by a field that is not listed, is counted by reading it, in the narrowest index,
//! within a bound (`reading`).
//!
//! # What it costs
//!
//! | | writing | reading a page |
//! |---|---|---|
//! | whole list, list by fields | nothing; two units for each row of a list by fields | 1 round trip for the first page and cursors, 2 to 4 for others |
//! | list by time | two units for each change of a record, three to five more when it is counted | 1 or 2 round trips, by a rare state 3; 18 units at a million |
//! | what is read to be counted | nothing | half a unit for 4 KB of all that is looked through, 2,000 units at most |
//!
//! # What lags
//!
//! Nothing of a whole list or of a list by fields. Indexes, and counts that are read beside them, lag by a moment, as
//! DynamoDB's eventually consistent reads do. That changes are counted late changes what a page costs, and not what it
//! says.

pub(crate) mod buckets;
pub mod filter_lists;
pub(crate) mod list;
mod list_query;
pub(crate) mod listed;
pub(crate) mod query;
pub(crate) mod reading;
pub(crate) mod segments;
pub(crate) mod word_rows;
pub(crate) mod words;

pub use self::{
    buckets::{AddedRows, DayList, StoredCalendar, TimeList},
    list::{List, Order, Paging, Scheme, earliest_id, just_after},
    list_query::ListQuery,
    listed::{AtMost, Listed},
};
