//! One unit of work: whose data, at which instant, through which store, and the verbs that need nothing else. An
//! operation's [`Call`](shared::api::Call) is one with an answer to give; scheduled work is one without.

use std::sync::Arc;

use chrono::Duration;
use futures_util::future::BoxFuture;
use uuid::Uuid;

use crate::{
    auth::{Caller, Standpoint},
    context::Context,
    on_heap,
};
use platform::{ids::Ids, retry::DECISION_ATTEMPTS_MAX};
use records::{FileKey, SandboxClock, Upload, logged_event::EventActor, merchant::Merchant};
use store::{Entity, ReadAhead, Record, RecordSet, Store, Transaction, decide_anew, transaction::version_conflict};
use values::{ApiError, Customer, ErrorCode, Id, Metadata, Tenant, Timestamp};

/// A new id that is so much later than its request is one of after a leap of a test clock: within this time lists of a
/// period look for records whose ids and instants of creation differ, and no request takes as long.
const LEAP_MINUTES: i64 = 9;

/// What everything that reads and changes records is done with.
#[derive(Clone)]
pub struct UnitOfWork {
    /// The table; calls through it are counted for this unit's log line.
    pub store: Store,
    /// Who acts, and whose data it may touch.
    pub caller: Caller,
    /// The one instant at which everything here happens.
    pub now: Timestamp,
    /// Source of new identifiers and of randomness.
    pub ids: Arc<Ids>,
    /// The request, or the name of the scheduled work; it stands in the records that are changed.
    pub request_id: String,
    /// What renews wallets; none in work that decides on none.
    pub renew_wallets: Option<RenewWallet>,
}

/// Writes down everything that has been granted to a customer's wallet by now, before something is decided on the
/// wallet or shown of it; whether that is all of it. What grants stands on wallets, and whoever decides on one is told
/// at the door what renews it: the route table and the sweep's registry say so for all their work.
pub type RenewWallet = for<'a> fn(&'a UnitOfWork, Id<Customer>, Crossing) -> BoxFuture<'a, Result<bool, ApiError>>;

/// What a renewal does when somebody else renews the same at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// It goes on until all of it is written down: for a decision.
    Retry,
    /// It leaves it to them: for a reader, who waits for nobody.
    Yield,
}

impl UnitOfWork {
    /// Work that no client asked for: `name` is what stands in the records it changes. Nothing asks it for scopes. What
    /// it uses of the store is counted on the context's own account.
    #[must_use]
    pub fn scheduled(context: &Context, tenant: Tenant, name: &str) -> Self {
        Self::scheduled_at(context, tenant, name, context.clock.now())
    }

    /// The same at the instant `now` of the merchant's own clock ([`read_merchant_time`]).
    #[must_use]
    pub fn scheduled_at(context: &Context, tenant: Tenant, name: &str, now: Timestamp) -> Self {
        Self {
            store: context.store.clone(),
            ids: context.ids.of(&tenant, now),
            caller: Caller::scheduled(tenant),
            now,
            request_id: name.to_owned(),
            renew_wallets: None,
        }
    }

    /// Whose data it may touch.
    #[must_use]
    pub const fn tenant(&self) -> &Tenant {
        &self.caller.tenant
    }

    /// Writes down everything that has been granted to a customer's wallet by now; whether that is all of it.
    ///
    /// # Errors
    /// 500 in work that was not told what renews wallets; 503 when the store cannot be used.
    pub async fn renew_wallet(&self, customer: Id<Customer>, crossing: Crossing) -> Result<bool, ApiError> {
        let renew =
            self.renew_wallets.ok_or_else(|| ApiError::internal("this work was not told what renews wallets"))?;
        renew(self, customer, crossing).await
    }

    /// The same work with these items read, all in one call.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read_ahead(&self, wanted: ReadAhead<'_>) -> Result<Self, ApiError> {
        Ok(Self { store: self.store.read_ahead(wanted).await?, ..self.clone() })
    }

    /// The live record with this id, which the caller sees.
    ///
    /// # Errors
    /// 404 when this merchant has none, or the person who acts does not see it.
    pub async fn get<E: Entity>(&self, id: Id<E>) -> Result<Record<E>, ApiError> {
        let record = self.store.find(&self.caller.tenant, id).await?.ok_or_else(ApiError::not_found)?;
        if self.sees(&record).await? { Ok(record) } else { Err(ApiError::not_found()) }
    }

    /// Who acts, as it is told of what is written now.
    #[must_use]
    pub fn actor(&self) -> EventActor {
        EventActor::of(self.tenant().merchant(), &self.caller.stamp())
    }

    /// The record of the merchant whose data it touches.
    ///
    /// # Errors
    /// 500 when there is none, 503 when the store cannot be read.
    pub async fn read_merchant(&self) -> Result<Record<Merchant>, ApiError> {
        let merchant = self.store.find(self.tenant(), self.tenant().merchant().cast()).await?;
        merchant.ok_or_else(|| ApiError::internal("a client without its merchant"))
    }

    /// The answer to a decision that rests on `record` and on something that was read after it. When the record has
    /// changed in between, the two reads do not belong together: 409 `version_conflict`, so that the decision is made
    /// again. Otherwise `refusal`.
    pub async fn explain_refusal<E: Entity>(&self, record: &Record<E>, refusal: ApiError) -> ApiError {
        match self.store.find(&self.caller.tenant, record.id).await {
            Ok(Some(found)) if found.version == record.version => refusal,
            Ok(_) => version_conflict(),
            Err(error) => error.into(),
        }
    }

    /// The live record that a field of the request names.
    ///
    /// # Errors
    /// 422 naming the field: `reference_archived`, or `reference_not_found`.
    pub async fn require_reference<E: Entity>(&self, id: Id<E>, field: &str) -> Result<Record<E>, ApiError> {
        match self.store.find(&self.caller.tenant, id).await? {
            Some(record) if self.sees(&record).await? => Ok(record),
            Some(_) => Err(ApiError::reference_not_found(field)),
            None => Err(self.explain_missing_reference(id, field).await),
        }
    }

    /// The live records that a list of the request names, in its order; `field` is that of a position.
    ///
    /// # Errors
    /// 422 naming the field of the first that is not there: `reference_archived`, or `reference_not_found`.
    pub async fn require_references<E: Entity>(
        &self,
        ids: &[Id<E>],
        field: impl Fn(usize) -> String,
    ) -> Result<Vec<Record<E>>, ApiError> {
        let found = self.store.find_all(&self.caller.tenant, ids).await?;
        let mut records = Vec::with_capacity(ids.len());
        for (position, id) in ids.iter().enumerate() {
            match found.iter().find(|record| record.id == *id) {
                Some(record) if self.sees(record).await? => records.push(record.clone()),
                Some(_) => return Err(ApiError::reference_not_found(field(position))),
                None => return Err(self.explain_missing_reference(*id, field(position)).await),
            }
        }
        Ok(records)
    }

    /// The refusal of a field that names no live record: 422 `reference_archived` when the record was put away,
    /// otherwise `reference_not_found`.
    pub async fn explain_missing_reference<E: Entity>(&self, id: Id<E>, field: impl Into<String>) -> ApiError {
        match self.store.find_any(&self.caller.tenant, id).await {
            // Whoever acts is told of no record that is not theirs.
            Ok(Some(_)) if self.caller.person.is_some() => ApiError::reference_not_found(field),
            Ok(Some(_)) => ApiError::reference_archived(field),
            Ok(None) => ApiError::reference_not_found(field),
            Err(error) => error.into(),
        }
    }

    /// Refuses the keys of a field that name no completed upload of this merchant. `field` is that of a position.
    ///
    /// # Errors
    /// 422 `file_not_found` naming the field of the first.
    pub async fn require_files(&self, keys: &[FileKey], field: impl Fn(usize) -> String) -> Result<(), ApiError> {
        if keys.is_empty() {
            return Ok(());
        }
        let uploads: Vec<Id<Upload>> = keys.iter().filter_map(FileKey::upload).collect();
        let found = self.store.find_all(&self.caller.tenant, &uploads).await?;
        let mut seen = Vec::with_capacity(found.len());
        for upload in found {
            if upload.body.completed_at.is_some() && self.sees(&upload).await? {
                seen.push(upload.id);
            }
        }
        let is_there = |key: &FileKey| key.upload().is_some_and(|upload| seen.contains(&upload));
        match keys.iter().position(|key| !is_there(key)) {
            None => Ok(()),
            Some(position) => {
                let message = "the key names no upload of this merchant whose content is complete";
                Err(ApiError::rule(field(position), "file_not_found", message))
            }
        }
    }

    /// The same of a field that is a list of keys; those that it had before may stay.
    ///
    /// # Errors
    /// 422 `file_not_found` naming the first that is not there, such as `media_keys[1]`.
    pub async fn require_new_files(&self, field: &str, keys: &[FileKey], had: &[FileKey]) -> Result<(), ApiError> {
        let new: Vec<usize> = (0..keys.len()).filter(|&position| !had.contains(&keys[position])).collect();
        let wanted: Vec<FileKey> = new.iter().map(|&position| keys[position].clone()).collect();
        self.require_files(&wanted, |position| format!("{field}[{}]", new[position])).await
    }

    /// A new record of this body, to be stored by [`Transaction::create`].
    #[must_use]
    pub fn new_record<E: Entity>(&self, body: E, metadata: Option<Metadata>) -> Record<E> {
        self.new_record_of(self.ids.next(), body, metadata)
    }

    /// The same with an id that follows from what the record is of.
    #[must_use]
    pub fn new_record_of<E: Entity>(&self, id: Id<E>, body: E, metadata: Option<Metadata>) -> Record<E> {
        let created_at = created_at(id.uuid(), self.now);
        Record {
            id,
            version: 1,
            created_at,
            updated_at: created_at,
            changed_by: self.caller.stamp(),
            request_id: self.request_id.clone(),
            record_set: body.record_set().unwrap_or(RecordSet::Live),
            metadata: metadata.unwrap_or_default(),
            body,
        }
    }

    /// The next version of a record, to be stored by [`Transaction::replace`].
    #[must_use]
    pub fn next_version<E: Entity>(&self, before: &Record<E>, body: E, metadata: Option<Metadata>) -> Record<E> {
        Record {
            version: before.version + 1,
            updated_at: self.now,
            changed_by: self.caller.stamp(),
            request_id: self.request_id.clone(),
            metadata: metadata.unwrap_or_else(|| before.metadata.clone()),
            record_set: body.record_set().unwrap_or(before.record_set),
            body,
            ..before.clone()
        }
    }

    /// The next version of a record, put on another record_set.
    #[must_use]
    pub fn moved<E: Entity>(&self, before: &Record<E>, body: E, record_set: RecordSet) -> Record<E> {
        Record { record_set, ..self.next_version(before, body, None) }
    }

    /// An empty transaction of this call.
    #[must_use]
    pub fn transaction(&self) -> Transaction {
        let transaction = Transaction::new(self.caller.tenant.clone(), self.ids.token());
        match self.caller.standpoint() {
            Some(Standpoint::Manager(member)) => {
                let message = "is at a location that the person does not run";
                let location_ids = member.location_ids.iter().map(ToString::to_string).collect();
                transaction.only_at(location_ids, ApiError::new(ErrorCode::Forbidden, message))
            }
            None | Some(_) => transaction,
        }
    }
}

/// When a record with a new id was made that is made at `now`. While a request is at work, another may advance its
/// merchant's test clock; ids grow with the clock, whatever instant a request began at, and lists of a period look for
/// records by the instants of their ids. So what is made after such a leap is made after it.
fn created_at(id: Uuid, now: Timestamp) -> Timestamp {
    let made = id.get_timestamp().and_then(|at| {
        let (seconds, nanos) = at.to_unix();
        Timestamp::from_millis(i64::try_from(seconds).ok()?.checked_mul(1_000)? + i64::from(nanos / 1_000_000))
    });
    made.filter(|made| now.plus(Duration::minutes(LEAP_MINUTES)) < *made).unwrap_or(now)
}

/// The clock of a sandbox merchant.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_sandbox_clock(store: &Store, tenant: &Tenant) -> Result<Option<Record<SandboxClock>>, ApiError> {
    Ok(store.find(tenant, tenant.merchant().cast()).await?)
}

/// What the clock of a merchant shows at an instant of real time: that instant for a live merchant, for which nothing
/// is read.
///
/// # Errors
/// 503 when the store cannot be read, or while a request advances the clock.
pub async fn read_merchant_time(store: &Store, tenant: &Tenant, real: Timestamp) -> Result<Timestamp, ApiError> {
    let told = read_told_time(store, tenant, real).await?;
    told.ok_or_else(|| ApiError::unavailable("the test clock is being advanced"))
}

/// The same; none while a request advances the clock.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_told_time(store: &Store, tenant: &Tenant, real: Timestamp) -> Result<Option<Timestamp>, ApiError> {
    if !tenant.is_sandbox() {
        return Ok(Some(real));
    }
    let Some(clock) = read_sandbox_clock(store, tenant).await? else { return Ok(Some(real)) };
    Ok((!clock.body.is_standing(real)).then(|| clock.body.at(real)))
}

/// The same, also while a request advances the clock: where it stands then. For work that nobody asks for and that must
/// not wait.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_shown_time(store: &Store, tenant: &Tenant, real: Timestamp) -> Result<Timestamp, ApiError> {
    if !tenant.is_sandbox() {
        return Ok(real);
    }
    let clock = read_sandbox_clock(store, tenant).await?;
    Ok(clock.map_or(real, |clock| clock.body.at(real)))
}

/// Runs `attempt`, which reads, decides and commits, until no other writer comes in between. Between two attempts it
/// pauses, so an attempt that finds something closed for a moment need not wait itself: it fails with a
/// `version_conflict`.
///
/// # Errors
/// What the attempt refuses; 503 when others came in between every time: nothing happened, and trying again is right.
pub async fn retry<T, F: Future<Output = Result<T, ApiError>>>(
    work: &UnitOfWork,
    mut attempt: impl FnMut() -> F,
) -> Result<T, ApiError> {
    for failed in 1..=DECISION_ATTEMPTS_MAX {
        // On the heap: the frames of a decision inside another one would not fit the stack of a thread.
        match decide_anew(on_heap(&mut attempt)).await {
            (Err(error), met) if error.code == ErrorCode::VersionConflict => {
                work.store.pause_decision(failed, met).await;
            }
            (settled, _) => return settled,
        }
    }
    Err(ApiError::unavailable("others kept changing what the operation decides on"))
}
