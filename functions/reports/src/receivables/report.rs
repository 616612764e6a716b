//! Report receivables.

use billing::documents::InvoiceStatus;
use money_documents::Invoice;
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, Plain, Query, paging::Pagination};
use store::{List, Paging, Scheme};
use values::{ApiError, Currency, Customer, Id, Timestamp};

use super::summing::{Aged, ByCustomer, add};
use crate::{
    revenue::report::currency,
    rule::{Rule, rules},
};
use values::total::Total;

/// Pages of a hundred invoices that are read.
const PAGES_MAX: u64 = 20;

/// How each figure is made (`docs/areas/reports.md`, 15).
const RULES: [(&str, &str); 3] = [
    (
        "total",
        "What is due of issued invoices that are not paid, voided or given up: what the trial balance shows on \
         `accounts_receivable`. What a customer has in the balance is not taken off.",
    ),
    ("not_due", "What is due on the present local day of the location or later."),
    (
        "overdue_1_to_30",
        "What was due so many local days before the present one, likewise for the other ages: the whole of what is left of an invoice \
         has the age of its due date.",
    ),
];

/// Where, and in which currency.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReceivablesQuery {
    /// Only invoices of this location.
    location_id: Option<Id<Location>>,
    /// Currency of the figures; the merchant's when left out.
    currency: Option<Currency>,
}

/// What customers owe at the moment.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReceivablesReport {
    /// Where; null for all locations.
    location_id: Option<Id<Location>>,
    /// Currency of the figures.
    currency: Currency,
    /// When it was read.
    as_of: Timestamp,
    /// How each figure is made.
    rules: Vec<Rule>,
    /// What all owe.
    total: ReceivablesByAge,
    /// What each customer owes, the largest sum first.
    by_customer: Vec<CustomerReceivables>,
}

/// What is owed, by age.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReceivablesByAge {
    /// Invoices of which something is due.
    invoices: i64,
    /// All that is due.
    total: Total,
    /// What is not overdue.
    not_due: Total,
    /// What is overdue for 1 to 30 days.
    overdue_1_to_30: Total,
    /// What is overdue for 31 to 60 days.
    overdue_31_to_60: Total,
    /// What is overdue for 61 to 90 days.
    overdue_61_to_90: Total,
    /// What is overdue for more than 90 days.
    overdue_over_90: Total,
}

/// What a customer owes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CustomerReceivables {
    /// Who: a member or a company.
    customer_id: Id<Customer>,
    /// Name on the latest of the invoices.
    customer_name: String,
    /// How much, by age.
    #[serde(flatten)]
    receivables: ReceivablesByAge,
}

/// What is read for a report.
pub struct ReceivablesRead {
    /// Currency of the figures.
    pub currency: Currency,
    /// What each customer owes, the largest sum first.
    pub customers: Vec<(Id<Customer>, String, Aged)>,
}

/// Report receivables
pub async fn get(
    call: Call,
    Query(query): Query<ReceivablesQuery>,
) -> Result<Data<Plain<ReceivablesReport>>, ApiError> {
    let found = read(&call, &query).await?;
    let mut total = Aged::default();
    for (.., aged) in &found.customers {
        total.add(aged);
    }
    let of_customer = |(customer_id, name, aged): &(Id<Customer>, String, Aged)| CustomerReceivables {
        customer_id: *customer_id,
        customer_name: name.clone(),
        receivables: shown(aged, found.currency),
    };
    Ok(Data(Plain(ReceivablesReport {
        location_id: query.location_id,
        currency: found.currency,
        as_of: call.now,
        rules: rules(&RULES),
        total: shown(&total, found.currency),
        by_customer: found.customers.iter().map(of_customer).collect(),
    })))
}

/// The figures of what is asked.
///
/// # Errors
/// 422 `too_many_to_read` on `location_id` for more than 2,000 invoices; 503 when the store cannot be read.
pub async fn read(call: &Call, query: &ReceivablesQuery) -> Result<ReceivablesRead, ApiError> {
    if let Some(location) = query.location_id {
        call.require_reference(location, "location_id").await?;
    }
    let currency = currency(call, query.currency).await?;
    let list = List::<Invoice>::live()
        .only("location_id", query.location_id.as_ref())
        .only("status", Some(&InvoiceStatus::Issued));
    let mut customers = ByCustomer::new();
    for page in 1..=PAGES_MAX {
        let paging = Paging { scheme: Scheme::Page(page), size: 100, order: None };
        let page = call.page(list.clone(), paging).await?;
        for invoice in page.data.iter().filter(|invoice| invoice.body.currency == currency) {
            add(&mut customers, &invoice.body, call.now);
        }
        if !matches!(page.pagination, Pagination::Page { has_more: true, .. }) {
            let mut customers: Vec<_> = customers.into_iter().map(|(id, (name, aged))| (id, name, aged)).collect();
            customers.sort_by_key(|(id, _, aged)| (-aged.total(), *id));
            return Ok(ReceivablesRead { currency, customers });
        }
    }
    let message = "more than 2,000 invoices are open: ask for one location";
    Err(ApiError::rule("location_id", "too_many_to_read", message))
}

fn shown(aged: &Aged, currency: Currency) -> ReceivablesByAge {
    let [not_due, to_30, to_60, to_90, over_90] = aged.by_age.map(|minor| Total::of(minor, currency));
    ReceivablesByAge {
        invoices: aged.invoices,
        total: Total::of(aged.total(), currency),
        not_due,
        overdue_1_to_30: to_30,
        overdue_31_to_60: to_60,
        overdue_61_to_90: to_90,
        overdue_over_90: over_90,
    }
}
