//! A page of the journal as every export of it takes it: entries with what is read beside them.

use records::merchant::Merchant;
use shared::api::{Call, PartOfList};
use store::{List, Record};
use values::{ApiError, TimeZone};
use wallets_and_journal::{Books, PostedEntry, books};

use super::{documents::Documents, query::ExportQuery};

/// A page of the journal.
pub struct JournalPage {
    /// The merchant's books, by whose chart accounts have numbers.
    pub books: Books,
    /// The merchant, in whose zone days are.
    pub merchant: Merchant,
    /// Entries, in the order in which they hold.
    pub entries: Vec<Record<PostedEntry>>,
    /// What they were made of.
    pub documents: Documents,
    /// Where the file goes on; none at its end.
    pub next: Option<String>,
}

impl JournalPage {
    /// Reads a page.
    ///
    /// # Errors
    /// 422 naming `to`; 400 for a cursor of another file, or of another version of the books; 503 when the store cannot
    /// be read.
    pub async fn read(call: &Call, query: &ExportQuery) -> Result<Self, ApiError> {
        let (merchant, books) = tokio::join!(call.read_merchant(), books::find(call));
        let (merchant, books) = (merchant?.body, books?);
        let bound_to = books.as_ref().map_or(0, |books| books.version);
        let (from, before) = query.instants(&merchant)?;
        let range = (from.to_string(), before.to_string());
        let part = PartOfList { list: List::by(&PostedEntry::BY_TIME, &()), range, bound_to };
        let sort_of = |entry: &Record<PostedEntry>| format!("{}#{}", entry.body.at(), entry.id);
        let (entries, next) = call.page_of_file(part, query.page(), sort_of).await?;
        let documents = Documents::read(call, &entries).await?;
        let books = books.map(|books| books.body).unwrap_or_default();
        Ok(Self { books, merchant, entries, documents, next })
    }

    /// The zone in which days are.
    #[must_use]
    pub const fn zone(&self) -> TimeZone {
        self.merchant.default_time_zone
    }
}
