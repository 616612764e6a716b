//! Report and export churn.

use figures::{complete, recurring::customer_sums::MonthCell};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Csv, Data, Plain, Query, csv::Cell};
use values::{ApiError, Day, Id, Timestamp};

use super::query::{MonthRows, bounds};
use crate::{
    percentage::Percentage,
    rule::{Rule, rules},
};

/// How each figure is made (`docs/areas/reports.md`, 12).
const RULES: [(&str, &str); 4] = [
    (
        "customers_at_start",
        "Members and companies with a subscription on the last day before the month. A subscription counts from its first day that is \
         paid for to its last day, in the time zone of its location: trials and first payments that are awaited do not count, pauses and \
         overdue invoices do. At one location, only subscriptions there.",
    ),
    (
        "lost_customers",
        "Those of them who have none on the last day of the month. Who leaves and comes back within the month is not lost. Of a month \
         that is not over it is what is agreed until its end.",
    ),
    (
        "new_customers",
        "Customers who have one on the last day of the month and had none on the last day before it.",
    ),
    ("churn_percent", "Lost customers in percent of customers at the start; null when there were none."),
];

const COLUMNS: [&str; 6] =
    ["month", "customers_at_start", "lost_customers", "new_customers", "customers_at_end", "churn_percent"];

/// Of which months, and where.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChurnQuery {
    /// A day of the first month.
    from: Day,
    /// A day of the last month; at most 60 months together.
    to: Day,
    /// Only subscriptions at this location.
    location_id: Option<Id<Location>>,
}

/// Customers who came and went, by month.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChurnReport {
    /// First day of the first month.
    from: Day,
    /// Last day of the last month.
    to: Day,
    /// Where; null for all locations.
    location_id: Option<Id<Location>>,
    /// When it was read.
    as_of: Timestamp,
    /// Whether everything is counted; false while figures of before an update are still to be built.
    is_complete: bool,
    /// How each figure is made.
    rules: Vec<Rule>,
    /// Each month, in order.
    months: Vec<ChurnMonth>,
}

/// Customers who came and went in a month.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChurnMonth {
    /// First day of the month.
    month: Day,
    /// Customers with a subscription at its start.
    customers_at_start: i64,
    /// Those of them without one at its end.
    lost_customers: i64,
    /// Customers with one at its end who had none at its start.
    new_customers: i64,
    /// Customers with one at its end.
    customers_at_end: i64,
    /// Lost customers in percent of customers at the start; null when there were none.
    churn_percent: Option<Percentage>,
}

/// Report churn
pub async fn get(call: Call, Query(query): Query<ChurnQuery>) -> Result<Data<Plain<ChurnReport>>, ApiError> {
    let rows = MonthRows::read(&call, (query.from, query.to), query.location_id).await?;
    let (from, to) = bounds((query.from, query.to));
    Ok(Data(Plain(ChurnReport {
        from,
        to,
        location_id: query.location_id,
        as_of: call.now,
        is_complete: complete::is_complete(&call).await?,
        rules: rules(&RULES),
        months: months(&rows),
    })))
}

/// Export churn
pub async fn export(call: Call, Query(query): Query<ChurnQuery>) -> Result<Csv, ApiError> {
    let rows = MonthRows::read(&call, (query.from, query.to), query.location_id).await?;
    let lines = months(&rows).into_iter().map(|month| {
        [
            Cell::value(month.month),
            Cell::value(month.customers_at_start),
            Cell::value(month.lost_customers),
            Cell::value(month.new_customers),
            Cell::value(month.customers_at_end),
            month.churn_percent.map_or_else(|| Cell::value(""), Cell::value),
        ]
    });
    Ok(Csv::of(COLUMNS, lines))
}

fn months(rows: &MonthRows) -> Vec<ChurnMonth> {
    let [came, went] = [MonthCell::NewCustomers, MonthCell::LostCustomers].map(|cell| cell.letter().to_string());
    let of_month = |month: &Day| {
        let customers_at_start = rows.before(*month, &came) - rows.before(*month, &went);
        let (new_customers, lost_customers) = (rows.number(*month, &came), rows.number(*month, &went));
        ChurnMonth {
            month: *month,
            customers_at_start,
            lost_customers,
            new_customers,
            customers_at_end: customers_at_start + new_customers - lost_customers,
            churn_percent: Percentage::of(lost_customers, customers_at_start),
        }
    };
    rows.months.iter().map(of_month).collect()
}
