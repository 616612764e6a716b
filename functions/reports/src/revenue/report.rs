//! Report revenue.

use billing::ledger::DocumentKind;
use figures::{complete, place::Place, revenue::journal_days};
use records::{Location, merchant::Merchant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, Plain, Query};
use store::Record;
use values::{ApiError, Currency, Day, Id, TimeZone, Timestamp};

use super::summing::{Days, Earned};
use crate::{
    range::{self, first_of_month},
    rule::{Rule, rules},
};
use values::total::Total;

/// How each figure is made (`docs/areas/reports.md`, 8 and 9).
const RULES: [(&str, &str); 3] = [
    (
        "revenue",
        "What entries of the journal that hold within the time book on the account `revenue`, credits less debits, without tax and \
         deposits. So it is what the trial balance shows on that account at the end of the time, less what it shows at its start. Days \
         begin at midnight in the time zone of the merchant.",
    ),
    (
        "by_document_type",
        "The same by what an entry was made of: an invoice that is issued or voided, a credit note, credits and day passes that are \
         used, expire or come back, an invoice item below zero that is booked without a note, or a balance that the customer gave up or \
         the merchant kept. Credits that were sold are earned when they are used or expire.",
    ),
    (
        "bad_debt",
        "What customers owed on invoices and was given up within the time, less what was paid of it later.",
    ),
];

/// By what the time is divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ReportInterval")]
pub enum Interval {
    /// A period for each day.
    #[default]
    Day,
    /// A period for each month.
    Month,
}

/// Of which days, where, and in which currency.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RevenueQuery {
    /// First day, in the time zone of the merchant.
    from: Day,
    /// Last day; at most 366 days together.
    to: Day,
    /// By what the time is divided.
    #[serde(default)]
    interval: Interval,
    /// Only what is booked at this location.
    location_id: Option<Id<Location>>,
    /// Currency of the figures; the merchant's when left out.
    currency: Option<Currency>,
}

/// What was earned within some days.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RevenueReport {
    /// First day.
    from: Day,
    /// Last day, included.
    to: Day,
    /// Zone in which the days are.
    time_zone: TimeZone,
    /// By what the time is divided.
    interval: Interval,
    /// Where; null for all locations and for what is of none.
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
    /// All together.
    total: RevenueFigures,
    /// Each day or month, in order.
    periods: Vec<RevenuePeriod>,
}

/// What was earned and given up.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RevenueFigures {
    /// What was earned, in major units without tax.
    revenue: Total,
    /// What customers owed and was given up.
    bad_debt: Total,
    /// What was earned by what it was booked with.
    by_document_type: Vec<DocumentRevenue>,
}

/// What was earned with one kind of document.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DocumentRevenue {
    /// What the entries were made of.
    document_type: DocumentKind,
    /// What they earned.
    revenue: Total,
}

/// What was earned in a period.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RevenuePeriod {
    /// First day of the period that is within the time of the report.
    date: Day,
    /// What was earned and given up.
    #[serde(flatten)]
    figures: RevenueFigures,
}

/// What is read for a report.
pub struct RevenueRead {
    /// Currency of the figures.
    pub currency: Currency,
    /// First days of periods, with what was earned.
    pub periods: Vec<(Day, Earned)>,
    other_currencies: Vec<Currency>,
    time_zone: TimeZone,
    is_whole: bool,
}

/// Report revenue
pub async fn get(call: Call, Query(query): Query<RevenueQuery>) -> Result<Data<Plain<RevenueReport>>, ApiError> {
    let found = read(&call, &query).await?;
    let mut total = Earned::default();
    for (_, earned) in &found.periods {
        total.add(earned);
    }
    let figures = |earned: &Earned| shown(earned, found.currency);
    let periods = found.periods.iter().map(|(date, earned)| RevenuePeriod { date: *date, figures: figures(earned) });
    Ok(Data(Plain(RevenueReport {
        from: query.from,
        to: query.to,
        time_zone: found.time_zone,
        interval: query.interval,
        location_id: query.location_id,
        currency: found.currency,
        as_of: call.now,
        is_complete: found.is_whole && complete::is_complete(&call).await?,
        rules: rules(&RULES),
        total: figures(&total),
        periods: periods.collect(),
        other_currencies: found.other_currencies,
    })))
}

/// The figures of what is asked.
pub async fn read(call: &Call, query: &RevenueQuery) -> Result<RevenueRead, ApiError> {
    let days = range::days(query.from, query.to)?;
    if let Some(location) = query.location_id {
        call.require_reference(location, "location_id").await?;
    }
    let currency = currency(call, query.currency).await?;
    let place = Place::of(query.location_id);
    let (from, to) = (query.from.to_string(), query.to.to_string());
    let read = journal_days::read(call, place, &from, &to).await?;
    let booked = Days::of(&read, &place.to_string(), (query.from, query.to));
    let mut periods: Vec<(Day, Earned)> = Vec::new();
    for day in days {
        let earned = Earned::of(&booked, day, currency);
        match periods.last_mut() {
            Some((date, sum)) if query.interval == Interval::Month && first_of_month(*date) == first_of_month(day) => {
                sum.add(&earned);
            }
            _ => periods.push((day, earned)),
        }
    }
    Ok(RevenueRead {
        currency,
        periods,
        other_currencies: booked.other_currencies(currency),
        time_zone: read.zone,
        is_whole: read.is_whole,
    })
}

/// The currency that is asked for, or the merchant's.
pub async fn currency(call: &Call, asked: Option<Currency>) -> Result<Currency, ApiError> {
    if let Some(currency) = asked {
        return Ok(currency);
    }
    let merchant: Id<Merchant> = call.tenant().merchant().cast();
    let merchant: Option<Record<Merchant>> = call.store.find(call.tenant(), merchant).await?;
    merchant.map(|merchant| merchant.body.default_currency).ok_or_else(ApiError::not_found)
}

fn shown(earned: &Earned, currency: Currency) -> RevenueFigures {
    RevenueFigures {
        revenue: Total::of(earned.revenue(), currency),
        bad_debt: Total::of(earned.bad_debt, currency),
        by_document_type: earned
            .documents()
            .map(|(document_type, minor)| DocumentRevenue { document_type, revenue: Total::of(minor, currency) })
            .collect(),
    }
}
