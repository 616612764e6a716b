//! A page of what is numbered from 1 without a gap and kept by its numbers, such as the rows of an import: which numbers
//! stand on it follows from how many there are, so nothing is counted.

use std::ops::Range;

use platform::secrets::Purpose;
use sha2::{Digest as _, Sha256};
use store::{Order, Paging, Scheme};
use values::ApiError;

use super::{
    call::Call,
    cursor::{self, Fingerprint},
    page_of_list::bad_cursor,
    paging::Pagination,
};

/// The numbers of a page, from 0, in their order, and where it lies in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// From which number up to which, without the last.
    pub range: Range<usize>,
    /// Whether they are shown from the last to the first.
    pub is_reversed: bool,
    /// What the answer says of the page.
    pub pagination: Pagination,
}

impl Call {
    /// Which of `total` numbers stand on the page that is asked for, first to last unless it says otherwise. `name` is
    /// that of the list, with its filters: cursors of another one are refused.
    ///
    /// # Errors
    /// 400 for a cursor of another list.
    pub async fn page_of_numbers(&self, name: &str, total: usize, paging: &Paging) -> Result<Numbers, ApiError> {
        let is_reversed = paging.order == Some(Order::Descending);
        let print = self.print_of(name, is_reversed);
        let size = usize::try_from(paging.size).unwrap_or(1);
        let skipped = match &paging.scheme {
            Scheme::Page(page) => usize::try_from(page.saturating_sub(1)).unwrap_or(usize::MAX).saturating_mul(size),
            Scheme::Cursor(None) => 0,
            Scheme::Cursor(Some(text)) => {
                let versions =
                    self.secrets.find_checked(Purpose::Cursors, |it| cursor::decode(it, print, text)).await?;
                versions.and_then(|sort| sort.parse().ok()).ok_or_else(bad_cursor)?
            }
        };
        let (from, to) = (skipped.min(total), skipped.saturating_add(size).min(total));
        let count = u64::try_from(total).unwrap_or(u64::MAX);
        let pagination = match paging.scheme {
            Scheme::Page(page) => Pagination::page(page, paging.size, count),
            Scheme::Cursor(_) => {
                let has_more = to < total;
                let next_cursor = if has_more { self.cursor_at(print, to).await? } else { String::new() };
                Pagination::Cursor { has_more, next_cursor, total_count: count }
            }
        };
        let range = if is_reversed { total - to..total - from } else { from..to };
        Ok(Numbers { range, is_reversed, pagination })
    }

    async fn cursor_at(&self, print: Fingerprint, number: usize) -> Result<String, ApiError> {
        let versions = self.secrets.read_once(Purpose::Cursors).await?;
        cursor::encode(&versions, print, &number.to_string())
            .ok_or_else(|| ApiError::internal("no cursor is long enough for a number"))
    }

    /// What cursors are bound to: the merchant, the list and the direction.
    fn print_of(&self, name: &str, is_reversed: bool) -> Fingerprint {
        let text = format!("{}\n{name}\n{is_reversed}", self.tenant().merchant());
        let digest = Sha256::digest(text.as_bytes());
        let mut print = Fingerprint::default();
        print.copy_from_slice(&digest[..size_of::<Fingerprint>()]);
        print
    }
}
