//! `fsck`: reads a whole table and lists what disagrees in it, merchant by merchant. It repairs nothing. Tests ask the
//! same of every merchant that they used.

mod bookings;
mod calendar_counts;
mod check_ins;
mod claims;
mod contracts;
mod counters;
mod event_log;
mod events;
mod feed;
mod figures;
mod filter_lists;
mod finding;
mod invoice_items;
mod list_counts;
mod outside_calendars;
mod reservations;
mod shop;
mod table;
mod tickets;
mod unique_names;
mod visits;

use std::io::Write;

use values::{ApiError, ErrorCode, Tenant};
use work::{Context, UnitOfWork, provisioning, unit_of_work::read_merchant_time};

pub use self::finding::Finding;
use self::table::Items;
use crate::{client, fault::Fault, options::TableOptions};

/// Checks a table and writes a line for each finding.
///
/// # Errors
/// When the table cannot be read, or there is a finding.
pub async fn run(options: &TableOptions, out: &mut impl Write) -> Result<(), Fault> {
    let (context, _lock) = client::open_context(options).await?;
    let context = going_on(&context);
    let (mut merchants, mut found) = (0, 0);
    let mut items = table::read(&context.store).await?;
    let tenants = provisioning::read_tenants(&context).await?;
    for what in context.store.passed_over() {
        writeln!(out, "- {}", unreadable("-", what))?;
        found += 1;
    }
    for tenant in tenants {
        let of_merchant = items.remove(&tenant.merchant().to_string()).unwrap_or_default();
        for finding in check_tenant(&context, &tenant, &of_merchant).await? {
            writeln!(out, "{} {finding}", tenant.merchant())?;
            found += 1;
        }
        merchants += 1;
    }
    match found {
        0 => Ok(writeln!(out, "{merchants} merchants, nothing disagrees")?),
        _ => Err(Fault(format!("{found} findings in the records of {merchants} merchants"))),
    }
}

/// What disagrees in the records of these merchants; nothing else may write them meanwhile.
///
/// # Errors
/// When the table cannot be read.
pub async fn find_all(context: &Context, tenants: &[Tenant]) -> Result<Vec<Finding>, Fault> {
    let context = going_on(context);
    let mut items = table::read(&context.store).await?;
    let mut findings = Vec::new();
    for tenant in tenants {
        let of_merchant = items.remove(&tenant.merchant().to_string()).unwrap_or_default();
        findings.extend(check_tenant(&context, tenant, &of_merchant).await?);
    }
    Ok(findings)
}

/// The same context, in which a record that cannot be read ends no check: it is a finding of its own, and what else is
/// found stands beside it.
fn going_on(context: &Context) -> Context {
    Context { store: context.store.passing_over(), ..context.clone() }
}

fn unreadable(id: &str, what: String) -> Finding {
    Finding { kind: "unreadable", id: id.to_owned(), what }
}

/// What a check found; that a record cannot be read is something that is found.
///
/// # Errors
/// When the table cannot be read.
fn found(outcome: Result<Vec<Finding>, ApiError>) -> Result<Vec<Finding>, Fault> {
    match outcome {
        Err(error) if error.code == ErrorCode::InternalError => {
            Ok(vec![unreadable("-", error.cause.unwrap_or_default().into_string())])
        }
        outcome => Ok(outcome?),
    }
}

async fn check_tenant(context: &Context, tenant: &Tenant, items: &Items) -> Result<Vec<Finding>, Fault> {
    let real = context.clock.now();
    let now = read_merchant_time(&context.store, tenant, real).await;
    let mut findings = found(now.as_ref().map(|_| Vec::new()).map_err(Clone::clone))?;
    let work = UnitOfWork::scheduled_at(context, tenant.clone(), "fsck", now.unwrap_or(real));
    findings.extend(items.unreadable.iter().map(|(id, what)| unreadable(id, what.clone())));
    // A merchant without money has no books.
    if items.has_money() {
        let books = money_documents::check::find_disagreements(&work)
            .await
            .map(|books| books.into_iter().map(|what| Finding { kind: "books", id: "-".to_owned(), what }).collect());
        findings.extend(found(books)?);
    }
    findings.extend(found(bookings::find(&work, items).await)?);
    findings.extend(found(calendar_counts::find(&work, items).await)?);
    findings.extend(check_ins::findings(items));
    findings.extend(claims::findings(items));
    findings.extend(counters::findings(items));
    findings.extend(contracts::findings(items));
    findings.extend(event_log::findings(items));
    findings.extend(events::findings(items));
    findings.extend(feed::findings(items));
    findings.extend(figures::findings(items));
    findings.extend(invoice_items::findings(items));
    findings.extend(found(filter_lists::find(&work, items).await)?);
    let complete = work.store.read_complete_lists(tenant).await.map_err(ApiError::from)?;
    findings.extend(list_counts::findings(items, |list| filter_lists::is_counted(&complete, list)));
    findings.extend(outside_calendars::findings(items, work.now));
    findings.extend(reservations::findings(items));
    findings.extend(shop::findings(items));
    findings.extend(tickets::findings(items));
    findings.extend(found(unique_names::find(&work, items).await)?);
    findings.extend(found(visits::find(&work, items).await)?);
    findings.extend(context.store.passed_over().into_iter().map(|what| unreadable("-", what)));
    findings.sort();
    findings.dedup();
    Ok(findings)
}
