use billing::documents::{InvoiceStatus, creditor_reference::parse_creditor_reference};
use money_documents::Invoice;
use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::{Expression, List, expression::NOW};
use values::{ApiError, Customer, Day, Id, ShortText, Timestamp, UniqueKey};

use super::by_days::{Counted, Days};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvoiceFilter {
    /// Only invoices of this state.
    status: Option<InvoiceStatus>,
    /// Only invoices of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only invoices of this location.
    location_id: Option<Id<Location>>,
    /// Only invoices of this subscription.
    subscription_id: Option<Id<()>>,
    /// Only the invoice with this number.
    number: Option<ShortText>,
    /// Only the invoice that is paid by this reference, in groups or not; a mistyped one has none.
    payment_reference: Option<ShortText>,
    /// Only invoices that are unpaid after their due date, or only those that are not.
    overdue: Option<bool>,
    /// Only invoices that were issued on this local day or later.
    issued_from: Option<Day>,
    /// Only invoices that were issued on this local day or earlier.
    issued_to: Option<Day>,
}

/// Lists invoices, newest first, or in order of issue when days of issue are given.
pub async fn list(call: Call, Listing { filter, paging }: Listing<InvoiceFilter>) -> Lists<Invoice> {
    let days = Days::of(filter.issued_from, filter.issued_to)?;
    if !days.is_unbounded() && filter.is_counted() {
        let counted = Counted { location_id: filter.location_id.as_ref(), status: filter.status };
        return call.page(days.counted(counted, call.now), paging).await;
    }
    let invoices = choose_list(&call, &filter, days)
        .await?
        .only("status", filter.status.as_ref())
        .only("customer_id", filter.customer_id.as_ref())
        .only("location_id", filter.location_id.as_ref())
        .only("subscription_id", filter.subscription_id.as_ref())
        .only("number", filter.number.as_ref());
    call.page(by_overdue(&invoices, &filter, call.now), paging).await
}

/// The narrowest list that has what is asked for; what it does not tell is filtered.
async fn choose_list(call: &Call, filter: &InvoiceFilter, days: Days) -> Result<List<Invoice>, ApiError> {
    if let Some(keys) = filter.unique_keys() {
        let mut holder = None;
        for key in &keys {
            holder = match holder {
                None => call.store.find_holder(call.tenant(), key).await?,
                found => found,
            };
        }
        // Nothing has this for an id.
        let id = holder.unwrap_or_else(|| "none".to_owned());
        let issued = issued_between(filter.issued_from, filter.issued_to);
        return Ok(List::live().between(Some(id.clone()), Some(format!("{id}~"))).matching(issued));
    }
    let by_record = [
        Invoice::BY_SUBSCRIPTION.asked(filter.subscription_id.as_ref()),
        Invoice::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
    ];
    if !days.is_unbounded() && by_record.iter().all(Option::is_none) {
        return Ok(days.issued());
    }
    Ok(List::first_of(by_record).matching(issued_between(filter.issued_from, filter.issued_to)))
}

impl InvoiceFilter {
    /// The number or references that one document alone has: the first that is there counts.
    fn unique_keys(&self) -> Option<Vec<UniqueKey>> {
        let by_number = |number: &ShortText| Invoice::number_key(number.as_str());
        let by_reference = |text: &ShortText| {
            let reference = parse_creditor_reference(text.as_str());
            reference.map(|reference| Invoice::reference_key(&reference)).into_iter().chain([by_number(text)]).collect()
        };
        let numbered = || self.number.as_ref().map(|number| vec![by_number(number)]);
        self.payment_reference.as_ref().map(by_reference).or_else(numbered)
    }

    /// Whether all that is asked for besides days is counted.
    const fn is_counted(&self) -> bool {
        self.customer_id.is_none()
            && self.subscription_id.is_none()
            && self.number.is_none()
            && self.payment_reference.is_none()
            && self.overdue.is_none()
    }
}

/// The list narrowed to what is overdue, or to all others: what is not awaiting payment is a list for each state.
fn by_overdue(invoices: &List<Invoice>, filter: &InvoiceFilter, now: Timestamp) -> Vec<List<Invoice>> {
    let is = |status: InvoiceStatus| invoices.clone().only("status", Some(&status));
    let awaited = |overdue: bool| is(InvoiceStatus::Issued).matching(Some(is_overdue(overdue, now)));
    match (filter.overdue, filter.status) {
        (None, _) => vec![invoices.clone()],
        (Some(true), _) => vec![awaited(true)],
        (Some(false), None) if invoices.is_without_index() && filter.unique_keys().is_none() => {
            let others =
                [InvoiceStatus::Draft, InvoiceStatus::Paid, InvoiceStatus::Voided, InvoiceStatus::Uncollectible];
            others.into_iter().map(is).chain([awaited(false)]).collect()
        }
        (Some(false), _) => vec![invoices.clone().matching(Some(is_overdue(false, now)))],
    }
}

/// The condition of an issue on these days; none without any.
fn issued_between(from: Option<Day>, to: Option<Day>) -> Option<Expression> {
    let tests = [("#body.#issue.#date >= :issued_from", from), ("#body.#issue.#date <= :issued_to", to)];
    let given: Vec<&str> = tests.iter().filter(|(_, day)| day.is_some()).map(|(test, _)| *test).collect();
    let mut condition =
        Expression::new(given.join(" AND ")).name("#body", "body").name("#issue", "issue").name("#date", "date");
    for (placeholder, day) in [(":issued_from", from), (":issued_to", to)] {
        if let Some(day) = day {
            condition = condition.string(placeholder, day.to_string());
        }
    }
    (!given.is_empty()).then_some(condition)
}

/// The condition of being unpaid after the due date, or of not being so, at this instant.
pub fn is_overdue(overdue: bool, now: Timestamp) -> Expression {
    let test = if overdue {
        "#body.#status = :unpaid AND #body.#issue.#overdue <= :now"
    } else {
        "#body.#status <> :unpaid OR #body.#issue.#overdue > :now"
    };
    Expression::new(test)
        .name("#body", "body")
        .name("#status", "status")
        .name("#issue", "issue")
        .name("#overdue", "overdue_at")
        .string(":unpaid", "issued")
        // By this name a cursor knows what passes, and outlives it.
        .string(NOW, now.to_string())
}
