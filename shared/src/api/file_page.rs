//! A file that is longer than an answer: it is read page by page, and the pages one after another are the file. Each but
//! the last says where the file goes on in its header `Link`.

use platform::secrets::Purpose;
use serde_json::Value;
use store::{Entity, List, Order, Record};
use values::{
    ApiError,
    error::{FieldError, Reason},
};

use super::{
    call::Call,
    cursor,
    reply::{Answer, Meta, Reply},
};

/// Records that a page is made of when the request does not say.
const RECORDS_DEFAULT: u32 = 100;

/// Which page of a file is asked for.
#[derive(Clone, Copy, Debug)]
pub struct PageQuery<'a> {
    /// Most records that the page is made of.
    pub limit: Option<u32>,
    /// The cursor in the `Link` of the page before; the file begins without it.
    pub cursor: Option<&'a str>,
}

impl PageQuery<'_> {
    fn size(&self) -> usize {
        usize::try_from(self.limit.unwrap_or(RECORDS_DEFAULT)).unwrap_or(1)
    }
}

/// A range of a list, oldest first, of which files are made.
#[derive(Clone, Debug)]
pub struct PartOfList<E> {
    /// The list, without its range.
    pub list: List<E>,
    /// Its range: sort keys that are at least the first, and less than the second.
    pub range: (String, String),
    /// What else a cursor is bound to, such as the version of settings: with others the file is begun anew.
    pub bound_to: i64,
}

impl Call {
    /// The records of a page, and the cursor of the page that follows; `sort_of` is what the list sorts them by.
    ///
    /// # Errors
    /// 400 for a cursor of another file; 503 when the store cannot be read.
    pub async fn page_of_file<E: Entity>(
        &self,
        part: PartOfList<E>,
        page: PageQuery<'_>,
        sort_of: impl Fn(&Record<E>) -> String,
    ) -> Result<(Vec<Record<E>>, Option<String>), ApiError> {
        let PartOfList { list, range: (from, before), bound_to } = part;
        let list = list.ordered(Order::Ascending);
        let whole = list.clone().between(Some(from.clone()), Some(before.clone()));
        let mut print = whole.fingerprint(self.tenant(), Order::Ascending);
        for (byte, bound) in print.iter_mut().zip(bound_to.to_be_bytes()) {
            *byte ^= bound;
        }
        let from = match page.cursor {
            None => from,
            Some(text) => {
                let sort =
                    self.secrets.find_checked(Purpose::Cursors, |versions| cursor::decode(versions, print, text));
                store::lists::just_after(&sort.await?.ok_or_else(bad_cursor)?)
            }
        };
        let found = self.store.all(self.tenant(), &list.between(Some(from), Some(before)), page.size()).await?;
        let last = found.records.last().filter(|_| found.has_more);
        let next = match last.map(sort_of) {
            None => None,
            Some(sort) => {
                let versions = self.secrets.read_once(Purpose::Cursors).await?;
                let too_long = || ApiError::internal("no cursor is long enough");
                Some(cursor::encode(&versions, print, &sort).ok_or_else(too_long)?)
            }
        };
        Ok((found.records, next))
    }
}

fn bad_cursor() -> ApiError {
    let message = "is not a cursor of this file, or its settings have changed: begin it again";
    ApiError::validation(vec![FieldError::because("cursor", Reason::InvalidValue, message)])
}

/// A page of a file, with where the file goes on.
#[derive(Clone, Debug)]
pub struct FilePage<R> {
    page: R,
    link: Option<String>,
}

impl<R> FilePage<R> {
    /// A page. What follows is asked for with these parameters, which need no escapes, and the cursor.
    #[must_use]
    pub fn new(page: R, parameters: &[(&str, String)], next: Option<String>) -> Self {
        let link = next.map(|cursor| {
            let mut query: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
            query.push(format!("cursor={cursor}"));
            format!("<?{}>; rel=\"next\"", query.join("&"))
        });
        Self { page, link }
    }
}

impl<R: Reply> Reply for FilePage<R> {
    const STATUS: u16 = R::STATUS;
    const MEDIA_TYPE: &'static str = R::MEDIA_TYPE;

    fn schema() -> (String, Value) {
        R::schema()
    }

    fn render(self, meta: &Meta) -> Result<Answer, ApiError> {
        Ok(Answer { link: self.link, ..self.page.render(meta)? })
    }
}
