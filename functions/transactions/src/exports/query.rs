//! Which days are exported, and which page of the file.

use records::merchant::Merchant;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{FilePage, PageQuery};
use values::{ApiError, Day, Timestamp};

/// Days that are exported.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportQuery {
    /// First day.
    pub from: Day,
    /// Last day, included.
    pub to: Day,
    /// Most records that a page is made of; 100 when left out.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<u32>,
    /// The `cursor` in the `Link` of the page before; the file begins without it.
    #[schemars(length(min = 1, max = 512))]
    cursor: Option<String>,
}

impl ExportQuery {
    /// Refuses days that end before they begin.
    ///
    /// # Errors
    /// 422 `end_before_start` on `to`.
    pub fn check(&self) -> Result<(), ApiError> {
        if self.to < self.from {
            return Err(ApiError::rule("to", "end_before_start", "to must not be before from"));
        }
        Ok(())
    }

    /// The first instant of the days where the merchant is, and the first after them.
    ///
    /// # Errors
    /// 422 naming `to`.
    pub fn instants(&self, merchant: &Merchant) -> Result<(Timestamp, Timestamp), ApiError> {
        self.check()?;
        let zone = merchant.default_time_zone;
        let both = self.from.start_in(zone).zip(self.to.end_in(zone));
        both.ok_or_else(|| ApiError::rule("to", "out_of_range", "the day lies after the year 9999"))
    }

    /// Which page is asked for.
    #[must_use]
    pub fn page(&self) -> PageQuery<'_> {
        PageQuery { limit: self.limit, cursor: self.cursor.as_deref() }
    }

    /// Whether it is the page with which the file begins.
    #[must_use]
    pub const fn is_first(&self) -> bool {
        self.cursor.is_none()
    }

    /// A page of the file, which goes on where `next` says.
    #[must_use]
    pub fn answer<R>(&self, page: R, next: Option<String>) -> FilePage<R> {
        let mut parameters = vec![("from", self.from.to_string()), ("to", self.to.to_string())];
        parameters.extend(self.limit.map(|limit| ("limit", limit.to_string())));
        FilePage::new(page, &parameters, next)
    }
}
