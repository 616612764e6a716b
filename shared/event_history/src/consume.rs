//! The consumer of the table's stream: makes events of its records and stores them, whoever hands them over and however
//! often. It also sees to it that what they change in lists by time is counted (`list_counting`).
//!
//! A record that cannot be read is a failure of its own and stops no other of its batch. What cannot be stored is a
//! failure of its merchant's records. Lambda repeats from the first failure on, which changes nothing of what is stored
//! already.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{
    build::event,
    change::RecordChange,
    companion::Companion,
    erased_records::{self, ErasedRecords, taken_out},
    event_id::event_id,
    naming::name,
    object_events::Registry,
    stream_record::{StreamRecord, sequence_number},
    write::{record, write},
};
use records::{LoggedEvent, Member, member::MemberStatus};
use shared::list_counting::{count_beside, note_changes};
use store::{Record, StoreError};
use values::{ApiError, Customer, Id, KindName, MerchantReference, tenant::Tenant};
use work::{Context, UnitOfWork, unit_of_work::read_shown_time};

/// What stands in `request_id` of the records of events.
const NAME: &str = "outbox";

/// What came of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Events that were stored now.
    pub written: usize,
    /// Events that the batch is, those stored before included.
    pub events: usize,
    /// Numbers of the stream's records that must be looked at again.
    pub failed: Vec<String>,
}

impl Outcome {
    /// The answer that Lambda expects of a function that says which records of a batch failed.
    #[must_use]
    pub fn answer(&self) -> Value {
        let failures: Vec<Value> = self.failed.iter().map(|number| json!({"itemIdentifier": number})).collect();
        json!({"batchItemFailures": failures})
    }
}

/// Whose record an image is, by its key: nobody asks for events, so no credential is verified, and each is stored as
/// its own merchant's.
#[expect(clippy::disallowed_methods, reason = "an event is stored as the merchant's whose record changed")]
fn tenant_of(merchant: Id<MerchantReference>) -> Tenant {
    Tenant::of(merchant)
}

/// What the records of a batch are to a merchant.
#[derive(Default)]
struct OfMerchant {
    /// Numbers of the records in the stream.
    numbers: Vec<String>,
    /// Events that the records of the batch make.
    events: Vec<Record<LoggedEvent>>,
    /// Records of which nothing is to be told any more.
    erased_records: ErasedRecords,
    /// Kinds whose lists by time they change.
    counted: Vec<KindName>,
    /// Records at which the companion looks.
    changed: Vec<(KindName, uuid::Uuid)>,
}

/// Makes events of these records of the stream and stores those that are not stored yet.
pub async fn consume(context: &Context, registry: &Registry, companion: &dyn Companion, records: &[Value]) -> Outcome {
    let context = &Context { store: context.store.metered(), ..context.clone() };
    let mut outcome = Outcome::default();
    let mut merchants: BTreeMap<uuid::Uuid, OfMerchant> = BTreeMap::new();
    for record in records {
        if let Err(fault) = read((registry, companion), record, &mut merchants) {
            fail(context, &mut outcome, [sequence_number(record)], &fault);
        }
    }
    let mut due = Vec::new();
    for (merchant, found) in merchants {
        outcome.events += found.events.len();
        let tenant = tenant_of(Id::new(merchant));
        match store_of_merchant(context, registry, companion, tenant, &found).await {
            Ok((written, counting)) => {
                outcome.written += written;
                due.extend(counting);
            }
            Err(fault) => fail(context, &mut outcome, found.numbers.iter().map(String::as_str), &fault),
        }
    }
    count_beside(&due).await;
    let usage = context.store.usage();
    context.log.write(&json!({"level": "info", "message": NAME, "records": records.len(), "events": outcome.events,
        "written": outcome.written, "failed": outcome.failed.len(), "calls": usage.calls, "units": usage.units}));
    outcome
}

/// Adds the event that a record of the stream is to those of its merchant, unless nothing is told of it, and what is
/// taken back with it.
fn read(
    (registry, companion): (&Registry, &dyn Companion),
    record: &Value,
    merchants: &mut BTreeMap<uuid::Uuid, OfMerchant>,
) -> Result<(), StoreError> {
    let Some(found) = StreamRecord::read(record)? else { return Ok(()) };
    let Some(events) = registry.of_kind(&found.kind) else { return Ok(()) };
    let (merchant, key, number) = (found.merchant, found.key.clone(), found.sequence_number.clone());
    let counted = store::calendar_lists::kinds().find(|kind| kind.as_str() == found.kind);
    let looked_at = companion.looks_at().iter().find(|kind| kind.as_str() == found.kind);
    let changed = looked_at.and_then(|kind| Some((*kind, uuid::Uuid::parse_str(&key.sort).ok()?)));
    let taken_out = taken_out(events, &found)?;
    let told = RecordChange::of(events, found)?.and_then(|change| Some((events.type_of(change.done())?, change)));
    if taken_out.is_none() && told.is_none() && counted.is_none() && changed.is_none() {
        return Ok(());
    }
    let of_merchant = merchants.entry(merchant.uuid()).or_default();
    if let Some(kind) = counted.filter(|kind| !of_merchant.counted.contains(kind)) {
        of_merchant.counted.push(kind);
    }
    if let Some(changed) = changed.filter(|changed| !of_merchant.changed.contains(changed)) {
        of_merchant.changed.push(changed);
    }
    if let Some(last) = taken_out {
        erased_records::add(&mut of_merchant.erased_records, last);
    }
    if let Some((event_type, change)) = told {
        if events.empties(&event_type) {
            erased_records::add(&mut of_merchant.erased_records, (Id::new(change.after.id), change.after.version));
        }
        let id = event_id(change.at, change.after.version, (&key.partition, &key.sort), &number);
        of_merchant.events.push(self::record(id, NAME, event(events, merchant, event_type, &change)));
    }
    of_merchant.numbers.push(number);
    Ok(())
}

/// Stores the events of one merchant, those that are young enough to be shown. What goes along with them is dated by
/// the merchant's clock; what is too old is so by real time, so that a sandbox merchant's receivers hear all that a
/// test clock has passed.
async fn store_of_merchant(
    context: &Context,
    registry: &Registry,
    companion: &dyn Companion,
    tenant: Tenant,
    found: &OfMerchant,
) -> Result<(usize, Vec<(UnitOfWork, KindName)>), ApiError> {
    let real = context.clock.now();
    let now = read_shown_time(&context.store, &tenant, real).await?;
    let work = &UnitOfWork::scheduled_at(context, tenant.clone(), NAME, now);
    erased_records::note(work, &found.erased_records).await?;
    let from = LoggedEvent::shown_from(real);
    let young = found.events.iter().filter(|event| event.body.occurred_at >= from);
    let mut events: Vec<Record<LoggedEvent>> = young.cloned().collect();
    let gone = find_anonymised(work, &events).await?;
    for event in &mut events {
        if event.body.people.iter().any(|person| gone.contains(person)) {
            event.body = event.body.clone().emptied();
        }
    }
    erased_records::empty(work, registry, &mut events).await?;
    name(work, registry, &mut events).await?;
    let written = write(work, companion, events).await?;
    companion.look(work, &found.changed).await?;
    let due = note_changes(&UnitOfWork::scheduled(context, tenant, NAME), &found.counted).await?;
    Ok((written, due))
}

/// Whom these events name and who was anonymised by now: what was removed of them must not come back with an event of
/// before. A member who is anonymised after this was read is gone through again a minute later, when these events are
/// stored.
async fn find_anonymised(
    work: &UnitOfWork,
    events: &[Record<LoggedEvent>],
) -> Result<BTreeSet<Id<Customer>>, ApiError> {
    let named: BTreeSet<Id<Customer>> = events.iter().flat_map(|event| event.body.people.iter().copied()).collect();
    let ids: Vec<Id<Member>> = named.into_iter().map(Id::cast).collect();
    let found = work.store.find_all_any(work.tenant(), &ids).await?;
    let is_gone = |member: &Record<Member>| member.body.status == MemberStatus::Deleted;
    Ok(found.into_iter().filter(is_gone).map(|member| member.id.cast()).collect())
}

/// Notes the failure of records, and says why in the log.
fn fail<'a>(
    context: &Context,
    outcome: &mut Outcome,
    numbers: impl IntoIterator<Item = &'a str>,
    fault: &dyn std::fmt::Debug,
) {
    let numbers: Vec<String> = numbers.into_iter().map(str::to_owned).collect();
    context.log.write(&json!({"level": "error", "message": "a change was not told", "sequence_numbers": numbers,
        "cause": format!("{fault:?}")}));
    outcome.failed.extend(numbers);
}
