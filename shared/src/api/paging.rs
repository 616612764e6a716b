//! The two pagination schemes of the interface: by page number, and by cursor.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::validate::Validator;
use store::{Order, Paging, Scheme};
use values::error::Reason;

/// Records in a page when the request does not say.
const SIZE_DEFAULT: u32 = 20;

/// Names of the query parameters that every list takes.
pub const PARAMETERS: [&str; 5] = ["page", "per_page", "limit", "cursor", "order"];

/// Query parameters that every list takes. `cursor` or `limit` choose the cursor scheme.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PagingQuery {
    /// Page number, from 1 (page scheme, the default).
    #[schemars(range(min = 1))]
    page: Option<i64>,
    /// Records in a page; 20 when absent (page scheme).
    #[schemars(range(min = 1, max = 100))]
    per_page: Option<u32>,
    /// Most records in the answer; 20 when absent (cursor scheme).
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `next_cursor` of the answer before, as it was given (cursor scheme).
    #[schemars(length(min = 1, max = 512))]
    cursor: Option<String>,
    /// Direction of the list; lists by creation are `desc` by default, bookings `asc`.
    order: Option<OrderName>,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "SortOrder")]
enum OrderName {
    Asc,
    Desc,
}

impl PagingQuery {
    /// The page that is asked for; a request that mixes the schemes is refused.
    pub fn into_paging(self, validator: &mut Validator) -> Option<Paging> {
        let by_page = [("page", self.page.is_some()), ("per_page", self.per_page.is_some())];
        let by_cursor = self.cursor.is_some() || self.limit.is_some();
        let order = self.order.map(|order| match order {
            OrderName::Asc => Order::Ascending,
            OrderName::Desc => Order::Descending,
        });
        if !by_cursor {
            let page = self.page.and_then(|page| u64::try_from(page).ok()).unwrap_or(1);
            return Some(Paging { scheme: Scheme::Page(page), size: self.per_page.unwrap_or(SIZE_DEFAULT), order });
        }
        for (name, given) in by_page {
            if given {
                validator.refuse_because(name, Reason::InvalidValue, "cannot be given together with cursor or limit");
            }
        }
        let size = self.limit.unwrap_or(SIZE_DEFAULT);
        (!validator.has_errors()).then_some(Paging { scheme: Scheme::Cursor(self.cursor), size, order })
    }
}

/// Pagination of a list's answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Pagination {
    /// Page scheme: pages by number, counted to the end.
    Page {
        /// Page number, from 1.
        page: u64,
        /// Records in a full page.
        per_page: u32,
        /// Records in the whole list.
        total: u64,
        /// Pages in the whole list; 0 when it is empty.
        total_pages: u64,
        /// Whether a page follows.
        has_more: bool,
    },
    /// Cursor scheme: each page says where the next begins.
    Cursor {
        /// Whether more records follow this page.
        has_more: bool,
        /// What to send as `cursor` for them; empty when none follow.
        next_cursor: String,
        /// Records in the whole list.
        total_count: u64,
    },
}

impl Pagination {
    /// Pagination of page `page`.
    #[must_use]
    pub fn page(page: u64, per_page: u32, total: u64) -> Self {
        let total_pages = total.div_ceil(u64::from(per_page));
        Self::Page { page, per_page, total, total_pages, has_more: page < total_pages }
    }
}
