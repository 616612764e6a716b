//! Unique names against the records that hold them.

use std::collections::{BTreeMap, BTreeSet};

use records::{Company, CompanyMember, Floor, Location, Member, MembershipPlan, Plan, TaxRate, VisitorVisit};
use scheduling::resource::Resource;
use store::{Entity, List};
use values::{ApiError, UniqueKey};
use work::UnitOfWork;

use super::{finding::Finding, table::Items};

/// Names by the id of the record that declares them.
type Declared = BTreeMap<String, BTreeSet<String>>;

/// Names that no live record has, or whose holder does not declare them any more.
pub async fn find(work: &UnitOfWork, items: &Items) -> Result<Vec<Finding>, ApiError> {
    let mut declared = Declared::new();
    declare::<Location>(work, items, &mut declared).await?;
    declare::<Floor>(work, items, &mut declared).await?;
    declare::<Plan>(work, items, &mut declared).await?;
    declare::<MembershipPlan>(work, items, &mut declared).await?;
    declare::<Member>(work, items, &mut declared).await?;
    declare::<Company>(work, items, &mut declared).await?;
    declare::<CompanyMember>(work, items, &mut declared).await?;
    declare::<Resource>(work, items, &mut declared).await?;
    declare::<TaxRate>(work, items, &mut declared).await?;
    declare::<VisitorVisit>(work, items, &mut declared).await?;
    let rules: BTreeSet<String> = declared.values().flatten().map(|name| rule(name).to_owned()).collect();
    let live = items.live_ids();
    let mut findings = Vec::new();
    for (name, _, item) in items.space("unique") {
        let holder = item["holder"].as_str().unwrap_or_default();
        let found = |what: &str| Finding { kind: "unique_name", id: name.to_owned(), what: format!("{holder} {what}") };
        let declares = declared.get(holder).is_some_and(|names| names.contains(name));
        if !live.contains(holder) {
            findings.push(found("holds it and is no live record"));
        } else if rules.contains(rule(name)) && declared.contains_key(holder) && !declares {
            findings.push(found("holds it and does not declare it"));
        }
    }
    Ok(findings)
}

fn rule(name: &str) -> &str {
    name.split_once('#').map_or(name, |(rule, _)| rule)
}

async fn declare<E: Entity>(work: &UnitOfWork, items: &Items, declared: &mut Declared) -> Result<(), ApiError> {
    if items.records(E::KIND.as_str()).next().is_none() {
        return Ok(());
    }
    for record in work.store.all(work.tenant(), &List::<E>::live(), usize::MAX).await?.records {
        let keys = record.unique_keys();
        let former: Vec<_> = keys.iter().filter_map(UniqueKey::former).collect();
        let names = keys.iter().chain(&former).map(|name| name.name().to_owned()).collect();
        declared.insert(record.id.to_string(), names);
    }
    Ok(())
}
