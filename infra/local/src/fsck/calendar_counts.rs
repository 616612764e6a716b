//! What is counted of lists by time (decision 46) against their records.

use events::Event;
use money_documents::Invoice;
use records::VisitorVisit;
use scheduling::Booking;
use store::{Entity, List, lists::StoredCalendar};
use values::{ApiError, KindName};
use work::UnitOfWork;

use super::{finding::Finding, table::Items};

/// Counts of lists by time that disagree with their records.
pub async fn find(work: &UnitOfWork, items: &Items) -> Result<Vec<Finding>, ApiError> {
    let mut findings = Vec::new();
    for kind in store::calendar_lists::kinds() {
        findings.extend(match kind {
            KindName::Booking => find_of_kind::<Booking>(work, items).await?,
            KindName::Event => find_of_kind::<Event>(work, items).await?,
            KindName::Invoice => find_of_kind::<Invoice>(work, items).await?,
            KindName::VisitorVisit => find_of_kind::<VisitorVisit>(work, items).await?,
            other => return Err(ApiError::internal(format!("nothing compares the counted lists of {other}"))),
        });
    }
    Ok(findings)
}

async fn find_of_kind<E: Entity>(work: &UnitOfWork, items: &Items) -> Result<Vec<Finding>, ApiError> {
    let kind = E::KIND.as_str();
    let mut calendar = StoredCalendar::default();
    for (name, month, item) in items.space("calendar-counts") {
        if let Some((_, list)) = name.split_once('#').filter(|(of, _)| *of == kind) {
            calendar.month(list, month, item)?;
        }
    }
    for (_, cell, item) in items.space("calendar-turns").filter(|(name, ..)| *name == kind) {
        calendar.transitions(cell, item)?;
    }
    let mut changes = 0;
    for (_, sort, item) in items.space("calendar-changes").filter(|(name, ..)| *name == kind) {
        calendar.change(sort, item)?;
        changes += 1;
    }
    // A merchant without such records has nothing but the beginning.
    if changes <= 1 && items.records(kind).next().is_none() {
        return Ok(Vec::new());
    }
    let records = work.store.all(work.tenant(), &List::<E>::live(), usize::MAX).await?.records;
    for (_, sort, _) in items.space(kind).filter(|(name, ..)| *name == "further") {
        calendar.further(sort);
    }
    let found = calendar.disagreements(&records)?.into_iter();
    Ok(found.map(|(id, what)| Finding { kind: "calendar counts", id: format!("{kind} {id}"), what }).collect())
}
