//! Goes through everything in which a person may be named, and empties it.

use std::collections::BTreeSet;

use futures_util::future::try_join_all;
use records::{
    Member,
    personal_data::declared::{self, HeldKind},
};
use scheduling::visits;
use shared::api::Call;
use store::{HeldRecord, List, Record, transaction::version_conflict};
use values::{ApiError, Customer, EmailAddress, ErrorCode, Id, KindName, listed_fields::FOREIGN_IDS};

use super::{contacts, leads, photograph, portion::Portion, registrations, suppressed, task::MemberErasure};
use crate::held;

/// Items that one transaction changes at most: records, and their copies under further values of an index. An event has
/// up to 19 copies.
const ITEMS_AT_ONCE: usize = 80;
/// Most rows of a record in lists and counts of these, where another system knows it.
const ROWS_MAX: usize = 20;
/// What one transaction changes costs at most so many times what an item of 1 KB costs.
const KILOBYTES_AT_ONCE: usize = 160;
/// Visits that one run ends, and as many requests for such.
const VISITS_AT_ONCE: usize = 50;
/// Lists that are read side by side.
const LISTS_AT_ONCE: usize = 12;

/// Empties what names the person, as much as the portion allows; whether nothing is left.
pub async fn remove(call: &Call, task: &Record<MemberErasure>, portion: Portion) -> Result<bool, ApiError> {
    let member: Id<Member> = task.id.cast();
    if let Some(photograph) = task.body.photograph {
        photograph::delete(call, photograph).await?;
    }
    let mut is_finished = registrations::forget(call, member, &task.body, portion).await?;
    is_finished &= leads::forget_become(call, member, portion).await?;
    is_finished &= visits::end_visits_of(call, member, VISITS_AT_ONCE).await?;
    let own = declared::ALL.iter().map(|held| (*held, held::of(held, member.cast()))).collect();
    is_finished &= empty(call, own, portion).await?;
    for email in registrations::read_own_emails(call, member, &task.body).await? {
        suppressed::forget(call, &email, &task.body).await?;
        is_finished &= empty(call, of_guest(&email, &task.body), portion).await?;
        is_finished &= contacts::forget(call, &email, &task.body, portion).await?;
        is_finished &= leads::forget_of_address(call, &email, (member, &task.body), portion).await?;
    }
    for company in &task.body.companies {
        let acted = |held: &HeldKind| Some(held::of(held, company.cast::<Customer>()).only(held.actor?, Some(&member)));
        let acted = declared::ALL.iter().filter_map(|held| Some((*held, acted(held)?))).collect();
        is_finished &= empty(call, acted, portion).await?;
    }
    Ok(is_finished)
}

/// What a guest left under an address of the person until the member was anonymised; what comes later is somebody
/// else's.
fn of_guest(email: &EmailAddress, task: &MemberErasure) -> Vec<(&'static HeldKind, List<HeldRecord>)> {
    let place = declared::BY_GUEST.of(email);
    let list = |held: &HeldKind| {
        List::held(held.kind, Some((place.index, place.partition.clone()))).created(None, Some(task.until()))
    };
    declared::OF_GUESTS.iter().map(|held| (held, list(held))).collect()
}

/// Empties the records of these lists, each of another kind, in which something is written; whether nothing is left.
/// They are looked for side by side and emptied one after the other.
async fn empty(call: &Call, lists: Vec<(&HeldKind, List<HeldRecord>)>, portion: Portion) -> Result<bool, ApiError> {
    let mut is_all = true;
    for some in lists.chunks(LISTS_AT_ONCE) {
        if portion.is_spent(call) {
            return Ok(false);
        }
        let found = some.iter().map(|(held, list)| {
            let written = list.clone().matching(Some(held::written_in(held)));
            async move { call.store.all(call.tenant(), &written, portion.records).await }
        });
        for ((held, _), found) in some.iter().zip(try_join_all(found).await?) {
            is_all &= empty_found(call, held, &found.records, portion).await? && !found.has_more;
        }
    }
    Ok(is_all)
}

/// Empties these records, and before them what says the same elsewhere; whether all of them are empty.
async fn empty_found(
    call: &Call,
    held: &HeldKind,
    records: &[Record<HeldRecord>],
    portion: Portion,
) -> Result<bool, ApiError> {
    let mut is_all = true;
    for (held, others) in other_halves(call, held, records).await? {
        is_all &= empty_these(call, held, &others, portion).await?;
    }
    Ok(is_all && empty_these(call, held, records, portion).await?)
}

/// The other customers' halves of the transfers among these records, which give the same reason. They are emptied
/// first: a transfer is found by the half of whoever is anonymised.
async fn other_halves(
    call: &Call,
    held: &HeldKind,
    records: &[Record<HeldRecord>],
) -> Result<Vec<(&'static HeldKind, Vec<Record<HeldRecord>>)>, ApiError> {
    let held = match held.kind {
        KindName::CreditTransaction => &declared::CREDIT_TRANSACTIONS,
        _ => return Ok(Vec::new()),
    };
    let between = |record: &Record<HeldRecord>| {
        let is_transfer = record.body.text("source.type") == "customer";
        let parse = |path| Id::<Customer>::parse(record.body.text(path)).filter(|_| is_transfer);
        Some((parse("customer_id")?, parse("source.id")?))
    };
    let pairs: BTreeSet<(Id<Customer>, Id<Customer>)> = records.iter().filter_map(between).collect();
    let mut halves = Vec::new();
    for (person, other) in pairs {
        let of_other = held::of(held, other).only("source.id", Some(&person)).matching(Some(held::written_in(held)));
        halves.push((held, call.store.all(call.tenant(), &of_other, usize::MAX).await?.records));
    }
    Ok(halves)
}

async fn empty_these(
    call: &Call,
    held: &HeldKind,
    records: &[Record<HeldRecord>],
    portion: Portion,
) -> Result<bool, ApiError> {
    let mut is_all = true;
    for some in together(held, records) {
        if portion.is_spent(call) {
            return Ok(false);
        }
        match empty_together(call, held, some).await {
            // One of them is no longer there, or was moved: then the next pass reads it anew.
            Err(error) if error.code == ErrorCode::VersionConflict => {
                for one in some.chunks(1) {
                    match empty_together(call, held, one).await {
                        Err(error) if error.code == ErrorCode::VersionConflict => is_all = false,
                        other => other?,
                    }
                }
            }
            other => other?,
        }
    }
    Ok(is_all)
}

/// The records in groups, each of which fits one transaction with its copies.
fn together<'a>(held: &HeldKind, records: &'a [Record<HeldRecord>]) -> Vec<&'a [Record<HeldRecord>]> {
    let items = |record: &Record<HeldRecord>| {
        let rows = if record.body.has_list(FOREIGN_IDS) { ROWS_MAX } else { 0 };
        1 + held::copies(held, &record.body).len() + rows
    };
    let (mut groups, mut begin, mut taken, mut kilobytes) = (Vec::new(), 0, 0, 0);
    for (position, record) in records.iter().enumerate() {
        let (items, size) =
            (items(record), items(record) * (1 + (record.body.bytes() + record.metadata.bytes()) / 1_024));
        let is_full = taken + items > ITEMS_AT_ONCE || kilobytes + size > KILOBYTES_AT_ONCE;
        if is_full && position > begin {
            groups.push(&records[begin..position]);
            (begin, taken, kilobytes) = (position, 0, 0);
        }
        taken += items;
        kilobytes += size;
    }
    if begin < records.len() {
        groups.push(&records[begin..]);
    }
    groups
}

async fn empty_together(call: &Call, held: &HeldKind, records: &[Record<HeldRecord>]) -> Result<(), ApiError> {
    let mut transaction = call.transaction();
    for record in records {
        let after = call.next_version(record, record.body.clone(), None);
        let copies = held::copies(held, &record.body);
        transaction.empty_texts(held.emptied(), &after, &copies, &version_conflict());
    }
    call.store.commit(transaction).await
}
