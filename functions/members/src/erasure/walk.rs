//! Goes through everything in which a person may be named, and empties it.

use scheduling::visits;
use shared::{
    ApiError, ErrorCode,
    api::Call,
    domain::{Customer, HeldRecord, Id, Member, Record},
    store::{List, transaction::version_conflict},
};

use super::{photograph, registrations, task::MemberErasure};
use crate::held::{self, HeldKind};

/// Items that one transaction changes at most: records, and their copies under further values of an index. An event has up to 19 copies.
const ITEMS_AT_ONCE: usize = 80;

/// Empties what names the person, at most `most` records of each kind; whether nothing is left.
pub async fn remove(call: &Call, task: &Record<MemberErasure>, most: usize) -> Result<bool, ApiError> {
    let member: Id<Member> = task.id.cast();
    if let Some(photograph) = task.body.photograph {
        photograph::delete(call, photograph).await?;
    }
    let mut is_finished = registrations::forget(call, member, &task.body, most).await?;
    is_finished &= visits::end_of(call, member, most).await?;
    for held in held::ALL {
        is_finished &= empty(call, held, held.of(member.cast()), most).await?;
    }
    for held in held::ALL {
        let Some(actor) = held.actor else { continue };
        for company in &task.body.companies {
            let acted = held.of(company.cast::<Customer>()).only(actor, Some(&member));
            is_finished &= empty(call, held, acted, most).await?;
        }
    }
    Ok(is_finished)
}

/// Empties the records of a list in which something is written; whether nothing is left.
async fn empty(call: &Call, held: &HeldKind, list: List<HeldRecord>, most: usize) -> Result<bool, ApiError> {
    let mut is_all = true;
    let found = call.store.all(call.tenant(), &list.matching(Some(held.written_in())), most).await?;
    for some in together(held, &found.records) {
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
    Ok(is_all && !found.has_more)
}

/// The records in groups, each of which fits one transaction with its copies.
fn together<'a>(held: &HeldKind, records: &'a [Record<HeldRecord>]) -> Vec<&'a [Record<HeldRecord>]> {
    let items = |record: &Record<HeldRecord>| 1 + (held.copies)(&record.body).len();
    let (mut groups, mut begin, mut taken) = (Vec::new(), 0, 0);
    for (position, record) in records.iter().enumerate() {
        if taken + items(record) > ITEMS_AT_ONCE && position > begin {
            groups.push(&records[begin..position]);
            (begin, taken) = (position, 0);
        }
        taken += items(record);
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
        let written = (held.texts, held.lists, &*(held.copies)(&record.body));
        transaction.empty_texts(held.kind, &after, written, &version_conflict());
    }
    call.store.commit(transaction).await
}
