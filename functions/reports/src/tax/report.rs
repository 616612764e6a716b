//! Report tax.

use std::collections::BTreeMap;

use billing::ledger::Account;
use chrono::Duration;
use figures::{
    place::Place,
    revenue::{entry_sums::TaxCell, journal_days},
    sums::Cells,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, Plain, Query, retry};
use store::transaction::version_conflict;
use values::{ApiError, Currency, Day, Percent, TimeZone, Timestamp, tax::TaxCategory};
use wallets_and_journal::trial_balance::read_trial_balance;

use crate::{
    range::{self, first_of_month},
    revenue::report::currency,
    rule::{Rule, rules},
};
use values::total::Total;

/// How each figure is made (`docs/areas/reports.md`, 14).
const RULES: [(&str, &str); 4] = [
    (
        "tax",
        "What entries of the journal that hold within the time book on the account `tax`, credits less debits: what the trial balance \
         shows there at the end of the time, less what it shows at its start. Days begin at midnight in the time zone of the merchant. \
         An invoice counts on the day of its issue, a credit note on its own, a voided invoice is taken off on the day of the voiding.",
    ),
    (
        "taxable",
        "What lines at the rate bring without tax, less what was credited of them. Deposits are not in it, nor credits and day passes \
         that are used: they were taxed when they were sold.",
    ),
    (
        "by_rate",
        "The same by the tax rate and the category (EN 16931) of the lines of invoices and credit notes. The category is null for what was \
         booked at 0 % before this service kept it.",
    ),
    (
        "unassigned_tax",
        "Tax of entries that were written before this service kept tax by rate. All rates and it together are `tax`.",
    ),
];

/// Of which days, and in which currency.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaxQuery {
    /// First day, in the time zone of the merchant.
    pub from: Day,
    /// Last day; at most 366 days together.
    to: Day,
    /// Currency of the figures; the merchant's when left out.
    currency: Option<Currency>,
}

/// Tax of some days.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TaxReport {
    /// First day.
    from: Day,
    /// Last day, included.
    to: Day,
    /// Zone in which the days are.
    time_zone: TimeZone,
    /// Currency of the figures.
    currency: Currency,
    /// When it was read.
    as_of: Timestamp,
    /// How each figure is made.
    rules: Vec<Rule>,
    /// All tax of the days.
    tax: Total,
    /// What of it is by no rate.
    unassigned_tax: Total,
    /// The rest by rate.
    by_rate: Vec<RateTax>,
    /// Each month in which days lie, in order.
    periods: Vec<TaxPeriod>,
}

/// What was taxed at a rate, in a category.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RateTax {
    /// The rate in percent.
    tax_rate: Percent,
    /// Category of EN 16931; null for what was booked at 0 % before categories were kept.
    category: Option<TaxCategory>,
    /// What was taxed, without the tax.
    taxable: Total,
    /// The tax.
    tax: Total,
}

/// Tax of a month.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TaxPeriod {
    /// First day of the month that is within the time of the report.
    date: Day,
    /// What was taxed at each rate.
    by_rate: Vec<RateTax>,
}

/// Sums of a rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RateSum {
    /// What was taxed.
    pub taxable_minor: i64,
    /// The tax.
    pub tax_minor: i64,
}

/// A rate with its category, as far as that is known.
pub type Taxed = (Percent, Option<TaxCategory>);

/// Sums by rate and category.
pub type Rates = BTreeMap<Taxed, RateSum>;

/// What is read for a report.
pub struct TaxRead {
    /// Currency of the figures.
    pub currency: Currency,
    /// First days of months, with what was taxed.
    pub periods: Vec<(Day, Rates)>,
    /// All tax that the journal has.
    tax_minor: i64,
    zone: TimeZone,
}

impl TaxRead {
    /// What of the tax is by no rate.
    #[must_use]
    pub fn unassigned_minor(&self) -> i64 {
        let by_rate = self.periods.iter().flat_map(|(_, rates)| rates.values());
        self.tax_minor - by_rate.map(|sum| sum.tax_minor).sum::<i64>()
    }

    fn all(&self) -> Rates {
        let mut all = Rates::new();
        for (rate, sum) in self.periods.iter().flat_map(|(_, rates)| rates) {
            add(&mut all, *rate, *sum);
        }
        all
    }
}

/// Report tax
pub async fn get(call: Call, Query(query): Query<TaxQuery>) -> Result<Data<Plain<TaxReport>>, ApiError> {
    let found = read(&call, &query).await?;
    let shown = |rates: &Rates| -> Vec<RateTax> {
        let of_rate = |((rate, category), sum): (&Taxed, &RateSum)| RateTax {
            tax_rate: *rate,
            category: *category,
            taxable: Total::of(sum.taxable_minor, found.currency),
            tax: Total::of(sum.tax_minor, found.currency),
        };
        rates.iter().filter(|(_, sum)| **sum != RateSum::default()).map(of_rate).collect()
    };
    let periods = found.periods.iter().map(|(date, rates)| TaxPeriod { date: *date, by_rate: shown(rates) });
    Ok(Data(Plain(TaxReport {
        from: query.from,
        to: query.to,
        time_zone: found.zone,
        currency: found.currency,
        as_of: call.now,
        rules: rules(&RULES),
        tax: Total::of(found.tax_minor, found.currency),
        unassigned_tax: Total::of(found.unassigned_minor(), found.currency),
        by_rate: shown(&found.all()),
        periods: periods.collect(),
    })))
}

/// The figures of what is asked.
///
/// # Errors
/// 422 for a time that is none or too long; 503 when the store cannot be read.
pub async fn read(call: &Call, query: &TaxQuery) -> Result<TaxRead, ApiError> {
    let days = range::days(query.from, query.to)?;
    let currency = currency(call, query.currency).await?;
    retry(call, || read_once(call, query, &days, currency)).await
}

/// Fails when something was booked between the sums by rate and those of the journal.
async fn read_once(call: &Call, query: &TaxQuery, days: &[Day], currency: Currency) -> Result<TaxRead, ApiError> {
    let zone = journal_days::read_counted(call).await?.zone;
    let last = query.to.end_in(zone).map(|end| end.plus(Duration::milliseconds(-1)));
    let before = query.from.start_in(zone).map(|start| start.plus(Duration::milliseconds(-1)));
    let at_end = tax_until(call, last, currency).await?;
    let (from, to) = (query.from.to_string(), query.to.to_string());
    let read = journal_days::read(call, Place::All, &from, &to).await?;
    if tax_until(call, last, currency).await? != at_end {
        return Err(version_conflict());
    }
    let tax_minor = at_end - tax_until(call, before, currency).await?;
    let mut periods: Vec<(Day, Rates)> = Vec::new();
    for day in days {
        let same = |date: Day| first_of_month(date) == first_of_month(*day);
        if !periods.last().is_some_and(|(date, _)| same(*date)) {
            periods.push((*day, Rates::new()));
        }
    }
    let open = read.uncounted.rows().filter(|(place, ..)| *place == Place::All.to_string());
    let open = open.map(|(_, day, cells)| (day, cells));
    let rows = read.rows.iter().map(|row| (row.sort.as_str(), &row.cells));
    for (day, cells) in rows.chain(open) {
        let Some(day) = Day::parse(day).filter(|day| (query.from..=query.to).contains(day)) else { continue };
        let period = periods.iter_mut().find(|(date, _)| first_of_month(*date) == first_of_month(day));
        if let Some((_, rates)) = period {
            add_cells(rates, cells, currency);
        }
    }
    Ok(TaxRead { currency, periods, tax_minor, zone })
}

/// What stands on the account of tax at an instant; nothing before the first.
async fn tax_until(call: &Call, at: Option<Timestamp>, currency: Currency) -> Result<i64, ApiError> {
    match at {
        None => Ok(0),
        Some(at) => Ok(read_trial_balance(call, at).await?.balance_minor(Account::Tax, currency)),
    }
}

fn add_cells(rates: &mut Rates, cells: &Cells, currency: Currency) {
    for (name, minor) in cells {
        if let Some(taxed) = TaxCell::Taxable.taxed_in(name, currency) {
            add(rates, taxed, RateSum { taxable_minor: *minor, tax_minor: 0 });
        }
        if let Some(taxed) = TaxCell::Tax.taxed_in(name, currency) {
            add(rates, taxed, RateSum { taxable_minor: 0, tax_minor: *minor });
        }
    }
}

fn add(rates: &mut Rates, taxed: Taxed, more: RateSum) {
    let sum = rates.entry(taxed).or_default();
    sum.taxable_minor += more.taxable_minor;
    sum.tax_minor += more.tax_minor;
}
