//! The consumer of the table's stream: makes events of its records and stores them, whoever hands them over and however often.
//!
//! A record that cannot be read is a failure of its own and stops no other of its batch. What cannot be stored is a failure of its merchant's
//! records. Lambda repeats from the first failure on, which changes nothing of what is stored already.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{
    build::event,
    change::RecordChange,
    companion::Companion,
    event_id::event_id,
    object_events::Registry,
    stream_record::{StreamRecord, sequence_number},
    write::{record, write},
};
use crate::{
    ApiError, Context, UnitOfWork,
    domain::{
        Customer, Id, LoggedEvent, Member, Record, logged_event::JsonText, member::MemberStatus, merchant::Merchant,
    },
    store::StoreError,
    tenant::Tenant,
};

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

/// Whose record an image is, by its key: nobody asks for events, so no credential is verified, and each is stored as its own merchant's.
#[expect(clippy::disallowed_methods, reason = "an event is stored as the merchant's whose record changed")]
fn tenant_of(merchant: Id<Merchant>) -> Tenant {
    Tenant::of(merchant)
}

/// An event with the number of its record in the stream.
type Numbered = (String, Record<LoggedEvent>);

/// Makes events of these records of the stream and stores those that are not stored yet.
pub async fn consume(context: &Context, registry: &Registry, companion: &dyn Companion, records: &[Value]) -> Outcome {
    let context = &Context { store: context.store.metered(), ..context.clone() };
    let mut outcome = Outcome::default();
    let mut merchants: BTreeMap<uuid::Uuid, Vec<Numbered>> = BTreeMap::new();
    for record in records {
        match read(registry, record) {
            Ok(Some((merchant, event))) => merchants.entry(merchant.uuid()).or_default().push(event),
            Ok(None) => {}
            Err(fault) => fail(context, &mut outcome, [sequence_number(record)], &fault),
        }
    }
    for (merchant, events) in merchants {
        outcome.events += events.len();
        let work = UnitOfWork::scheduled(context, tenant_of(Id::new(merchant)), NAME);
        match of_merchant(&work, companion, &events).await {
            Ok(written) => outcome.written += written,
            Err(fault) => fail(context, &mut outcome, events.iter().map(|(number, _)| number.as_str()), &fault),
        }
    }
    let usage = context.store.usage();
    context.log.write(&json!({"level": "info", "message": NAME, "records": records.len(), "events": outcome.events,
        "written": outcome.written, "failed": outcome.failed.len(), "calls": usage.calls, "units": usage.units}));
    outcome
}

/// The event that a record of the stream is, with its merchant; none when nothing is told of it.
fn read(registry: &Registry, record: &Value) -> Result<Option<(Id<Merchant>, Numbered)>, StoreError> {
    let Some(found) = StreamRecord::read(record)? else { return Ok(None) };
    let Some(events) = registry.of_kind(&found.kind) else { return Ok(None) };
    let (merchant, key, number) = (found.merchant, found.key.clone(), found.sequence_number.clone());
    let Some(change) = RecordChange::of(events, found)? else { return Ok(None) };
    let Some(event_type) = events.type_of(change.done()) else { return Ok(None) };
    let id = event_id(change.at, change.after.version, (&key.partition, &key.sort), &number);
    let body = event(events, merchant, event_type, &change);
    Ok(Some((merchant, (number, self::record(id, NAME, body)))))
}

/// Stores the events of one merchant, those that are young enough to be shown.
async fn of_merchant(work: &UnitOfWork, companion: &dyn Companion, events: &[Numbered]) -> Result<usize, ApiError> {
    let from = LoggedEvent::shown_from(work.now);
    let young = events.iter().map(|(_, event)| event).filter(|event| event.body.occurred_at >= from);
    let mut events: Vec<Record<LoggedEvent>> = young.cloned().collect();
    let gone = anonymised(work, &events).await?;
    for event in &mut events {
        if event.body.people.iter().any(|person| gone.contains(person)) {
            event.body.object = JsonText::absent();
            event.body.previous_attributes = JsonText::absent();
        }
    }
    write(work, companion, events).await
}

/// Whom these events name and who was anonymised by now: what was removed of them must not come back with an event of before. A member
/// who is anonymised after this was read is gone through again a minute later, when these events are stored.
async fn anonymised(work: &UnitOfWork, events: &[Record<LoggedEvent>]) -> Result<BTreeSet<Id<Customer>>, ApiError> {
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
