//! Report and export recurring revenue.

use std::collections::BTreeSet;

use figures::{complete, recurring::customer_sums::MonthCell};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Csv, Data, Plain, Query, csv::Cell};
use values::{ApiError, Currency, Day, Id, Timestamp};

use super::query::{MonthRows, bounds};
use crate::{
    revenue::{csv::amount, report::currency},
    rule::{Rule, rules},
};
use values::total::Total;

/// How each figure is made (`docs/areas/reports.md`, 10 and 11).
const RULES: [(&str, &str); 5] = [
    (
        "recurring_revenue_at_end",
        "What subscriptions that have begun and not ended on the last day of the month bring in a month of average length, without tax: \
         the price of plan and recurring items, times quantity, of a cycle. A quarter is three months, a year twelve, a day and a week \
         their part of 30.44 days. A subscription counts from its first day that is paid for: trials and first payments that are \
         awaited bring nothing; one that is paused brings nothing and has not ended; overdue invoices change nothing. Discounts by credit \
         notes, setup fees, deposits and bookings are not in it. Of a month that is not over it is what is agreed until its end.",
    ),
    ("new", "What subscriptions bring that began within the month."),
    (
        "expansion",
        "What others bring more than before, by another price, plan, quantity or item, or because a pause ended, as of the day on which it \
         holds.",
    ),
    ("contraction", "What others bring less than before, likewise, or because they were paused."),
    ("lost", "What those brought that ended within the month, with their last day before it."),
];

const COLUMNS: [&str; 12] = [
    "month",
    "currency",
    "recurring_revenue_at_start",
    "new",
    "expansion",
    "contraction",
    "lost",
    "recurring_revenue_at_end",
    "subscriptions_at_start",
    "new_subscriptions",
    "lost_subscriptions",
    "subscriptions_at_end",
];

/// Of which months, where, and in which currency.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecurringRevenueQuery {
    /// A day of the first month.
    from: Day,
    /// A day of the last month; at most 60 months together.
    to: Day,
    /// Only subscriptions at this location.
    location_id: Option<Id<Location>>,
    /// Currency of the figures; the merchant's when left out.
    currency: Option<Currency>,
}

/// What subscriptions bring, by month.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecurringRevenueReport {
    /// First day of the first month.
    from: Day,
    /// Last day of the last month.
    to: Day,
    /// Where; null for all locations.
    location_id: Option<Id<Location>>,
    /// Currency of the figures.
    currency: Currency,
    /// Other currencies in which there are figures too.
    other_currencies: Vec<Currency>,
    /// When it was read.
    as_of: Timestamp,
    /// Whether everything is counted; false while figures of before an update are still to be built.
    is_complete: bool,
    /// How each figure is made.
    rules: Vec<Rule>,
    /// Each month, in order.
    months: Vec<RecurringRevenueMonth>,
}

/// What subscriptions bring, and what came and went in a month.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecurringRevenueMonth {
    /// First day of the month.
    month: Day,
    /// What subscriptions bring in a month, at its start.
    recurring_revenue_at_start: Total,
    /// What those bring that began.
    new: Total,
    /// What others bring more.
    expansion: Total,
    /// What others bring less.
    contraction: Total,
    /// What those brought that ended.
    lost: Total,
    /// What subscriptions bring in a month, at its end.
    recurring_revenue_at_end: Total,
    /// Subscriptions at its start.
    subscriptions_at_start: i64,
    /// Subscriptions that began.
    new_subscriptions: i64,
    /// Subscriptions that ended.
    lost_subscriptions: i64,
    /// Subscriptions at its end.
    subscriptions_at_end: i64,
}

/// Numbers of a month, in minor units: at the start, new, expansion, contraction, lost, at the end; and subscriptions
/// at the start, new, lost, at the end.
struct Month {
    first: Day,
    money: [i64; 6],
    subscriptions: [i64; 4],
}

/// Report recurring revenue
pub async fn get(
    call: Call,
    Query(query): Query<RecurringRevenueQuery>,
) -> Result<Data<Plain<RecurringRevenueReport>>, ApiError> {
    let currency = currency(&call, query.currency).await?;
    let rows = MonthRows::read(&call, (query.from, query.to), query.location_id).await?;
    let (from, to) = bounds((query.from, query.to));
    Ok(Data(Plain(RecurringRevenueReport {
        from,
        to,
        location_id: query.location_id,
        currency,
        other_currencies: other_currencies(&rows, currency),
        as_of: call.now,
        is_complete: complete::is_complete(&call).await?,
        rules: rules(&RULES),
        months: months(&rows, currency).map(|month| shown(&month, currency)).collect(),
    })))
}

/// Export recurring revenue
pub async fn export(call: Call, Query(query): Query<RecurringRevenueQuery>) -> Result<Csv, ApiError> {
    let currency = currency(&call, query.currency).await?;
    let rows = MonthRows::read(&call, (query.from, query.to), query.location_id).await?;
    let lines = months(&rows, currency).map(|month| {
        let [start, new, expansion, contraction, lost, end] = month.money.map(|minor| amount(minor, currency));
        let [had, began, ended, have] = month.subscriptions.map(Cell::value);
        let of_month = (Cell::value(month.first), Cell::value(currency));
        [of_month.0, of_month.1, start, new, expansion, contraction, lost, end, had, began, ended, have]
    });
    Ok(Csv::of(COLUMNS, lines))
}

fn months(rows: &MonthRows, currency: Currency) -> impl Iterator<Item = Month> {
    let name = move |cell: MonthCell| format!("{}{}", currency.code(), cell.letter());
    let of_month = move |month: &Day| {
        let number = |cell| rows.number(*month, &name(cell));
        let before = |cell| rows.before(*month, &name(cell));
        let brought = before(MonthCell::New) + before(MonthCell::Expansion);
        let start = brought - before(MonthCell::Contraction) - before(MonthCell::Lost);
        let [new, expansion] = [MonthCell::New, MonthCell::Expansion].map(number);
        let [contraction, lost] = [MonthCell::Contraction, MonthCell::Lost].map(number);
        let [began, ended] = [MonthCell::NewSubscriptions, MonthCell::LostSubscriptions].map(number);
        let had = before(MonthCell::NewSubscriptions) - before(MonthCell::LostSubscriptions);
        let end = start + new + expansion - contraction - lost;
        Month {
            first: *month,
            money: [start, new, expansion, contraction, lost, end],
            subscriptions: [had, began, ended, had + began - ended],
        }
    };
    rows.months.iter().map(of_month)
}

fn shown(month: &Month, currency: Currency) -> RecurringRevenueMonth {
    let [start, new, expansion, contraction, lost, end] = month.money.map(|minor| Total::of(minor, currency));
    let [had, began, ended, have] = month.subscriptions;
    RecurringRevenueMonth {
        month: month.first,
        recurring_revenue_at_start: start,
        new,
        expansion,
        contraction,
        lost,
        recurring_revenue_at_end: end,
        subscriptions_at_start: had,
        new_subscriptions: began,
        lost_subscriptions: ended,
        subscriptions_at_end: have,
    }
}

/// Names of cells of money are a currency and a letter.
fn other_currencies(rows: &MonthRows, own: Currency) -> Vec<Currency> {
    let codes: BTreeSet<&str> = rows.cells().filter(|cell| cell.len() == 4).filter_map(|cell| cell.get(..3)).collect();
    codes.into_iter().filter_map(Currency::parse).filter(|currency| *currency != own).collect()
}
