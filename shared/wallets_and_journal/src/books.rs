//! The merchant's books: until when they are closed, and by which chart what is booked has numbers
//! ([decision 65](../../../docs/decisions/0065-books.md)). One record of a merchant, which there is none of before its
//! first change.

use billing::{
    ledger::{Chart, ChartAccount, ChartName},
    period::{plus_days, start_of},
};
use chrono::Duration;
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Record, Transaction, Writable};
use values::{ApiError, Day, Id, Kind, KindName, LongText, TimeZone, Timestamp};
use work::UnitOfWork;

/// A day can be closed once it has been over for so long in every time zone of the world: what is booked at the moment,
/// by whoever began a moment ago, then never holds in a closed day.
const OVER_FOR: Duration = Duration::hours(12);
/// The last place in the world where a day ends, behind UTC.
const LAST_ZONE: Duration = Duration::hours(12);

/// Until when the books are closed, and by which chart accounts have numbers. One record of a merchant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Books {
    /// Chart of accounts that holds where `accounts` says nothing.
    #[serde(default)]
    pub chart: ChartName,
    /// Accounts of the merchant's own, before those of the chart. No two have the same `account`, `kind` and `tax_rate`.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub accounts: Vec<ChartAccount>,
    /// Cost centres of locations; a location has at most one.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub cost_centres: Vec<CostCentre>,
    /// What a posting batch for DATEV says of whose it is.
    #[serde(default)]
    pub datev: DatevSettings,
    /// Last day through which the books are closed; null while none is. Nothing is booked on it or before.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub closed_through: Option<Day>,
    /// First instant that is open: the end of that day in the time zone that the merchant had when it was closed.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub open_from: Option<Timestamp>,
    /// When the books were closed last.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub closed_at: Option<Timestamp>,
    /// When days were opened again last; null when they never were.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub reopened_at: Option<Timestamp>,
    /// Why they were.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub reopening_reason: LongText,
}

/// The cost centre of a location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CostCentre {
    /// Location whose entries have it.
    pub location_id: Id<Location>,
    /// What the accountant's books call it.
    #[schemars(length(min = 1, max = 36), extend("pattern" = "^[A-Za-z0-9._-]{1,36}$"))]
    pub code: String,
}

/// What a posting batch for DATEV says of whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DatevSettings {
    /// Number of the tax adviser (Beraternummer); without it there is no batch.
    #[schemars(range(min = 1001, max = 9_999_999))]
    pub consultant_number: Option<u32>,
    /// Number of the merchant with the tax adviser (Mandantennummer); without it there is no batch.
    #[schemars(range(min = 1, max = 99_999))]
    pub client_number: Option<u32>,
    /// Month with whose first day the merchant's fiscal year begins.
    #[schemars(range(min = 1, max = 12))]
    pub fiscal_year_month: u32,
}

impl Default for DatevSettings {
    fn default() -> Self {
        Self { consultant_number: None, client_number: None, fiscal_year_month: 1 }
    }
}

impl Books {
    /// The one record's id: that of the merchant.
    #[must_use]
    pub fn id_of(work: &UnitOfWork) -> Id<Self> {
        work.tenant().merchant().cast()
    }

    /// The chart by which what is booked has numbers.
    #[must_use]
    pub fn chart(&self) -> Chart<'_> {
        Chart { own: &self.accounts, name: self.chart }
    }

    /// What the accountant's books call the cost centre of a location; empty when it has none.
    #[must_use]
    pub fn cost_centre<L>(&self, location: Option<Id<L>>) -> &str {
        let has = |centre: &&CostCentre| location.is_some_and(|location| location.uuid() == centre.location_id.uuid());
        self.cost_centres.iter().find(has).map_or("", |centre| centre.code.as_str())
    }

    /// Whether what holds at this instant would be in a closed period.
    #[must_use]
    pub fn is_closed_at(&self, at: Timestamp) -> bool {
        self.open_from.is_some_and(|open| at < open)
    }

    /// Sets through which day they are closed, of a merchant in this zone; none opens all.
    pub fn set_closed_through(&mut self, through: Option<Day>, zone: TimeZone) {
        self.closed_through = through;
        self.open_from = through.and_then(|day| plus_days(day, 1)).and_then(|day| start_of(day, zone));
    }
}

/// The last day that can be closed.
#[must_use]
pub fn last_closable_day(now: Timestamp) -> Option<Day> {
    let today_there = now.plus(-OVER_FOR - LAST_ZONE);
    Day::new(today_there.day_in(TimeZone::UTC)).and_then(|today| plus_days(today, -1))
}

/// The merchant's books, or none while nothing of them was ever changed.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find(work: &UnitOfWork) -> Result<Option<Record<Books>>, ApiError> {
    Ok(work.store.find(work.tenant(), Books::id_of(work)).await?)
}

/// The merchant's books as they are, with defaults while nothing of them was changed.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read(work: &UnitOfWork) -> Result<Record<Books>, ApiError> {
    let none = || Record { id: Books::id_of(work), ..work.new_record(Books::default(), None) };
    Ok(find(work).await?.unwrap_or_else(none))
}

/// The first instant at which something can be booked that holds at `at`, and that nobody closes it meanwhile. Only
/// what holds a good while ago is looked at: nothing later can be closed.
///
/// # Errors
/// 503 when the store cannot be read.
pub(crate) async fn first_open_instant(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    at: Timestamp,
) -> Result<Timestamp, ApiError> {
    if at.plus(OVER_FOR) > work.now {
        return Ok(at);
    }
    let found = find(work).await?;
    require_unchanged(work, transaction, found.as_ref());
    let open_from = found.and_then(|books| books.body.open_from);
    Ok(open_from.map_or(at, |open| at.max(open)))
}

/// Refuses an instant in a closed period, which `field` names, and requires that nobody closes it meanwhile.
///
/// # Errors
/// 422 `books_closed`; 503 when the store cannot be read.
pub async fn require_open(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    at: Timestamp,
    field: &'static str,
) -> Result<(), ApiError> {
    if first_open_instant(work, transaction, at).await? > at {
        let message = "the books are closed at that time: name a later one, or ask an owner to open them";
        return Err(ApiError::rule(field, "books_closed", message));
    }
    Ok(())
}

/// A transaction names an item once.
fn require_unchanged(work: &UnitOfWork, transaction: &mut Transaction, found: Option<&Record<Books>>) {
    let id = Books::id_of(work);
    if transaction.has(id) {
        return;
    }
    match found {
        Some(books) => transaction.require_unchanged(books),
        None => transaction.require_absent(id),
    }
}

impl Kind for Books {
    const KIND: KindName = KindName::Books;
}

impl Writable for Books {
    type Fields = Self;
}

impl Entity for Books {
    const PATH: &'static str = "/ledger/books";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }

    fn path(&self, _id: Id<Self>) -> String {
        Self::PATH.to_owned()
    }
}
