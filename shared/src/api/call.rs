//! One call of an operation: who, when, with what, and the verbs that every area uses.

use std::{marker::PhantomData, ops::Deref, sync::Arc, time::Duration};

use tokio::time::Instant;
use uuid::Uuid;

use super::{
    asked_of_list::AskedOfList,
    committed_answer::CommittedAnswer,
    idempotency::IdempotencyKey,
    reply::{Committed, Meta, Reply},
    requester::Requester,
    standing::Standing,
};
use store::{Entity, Record, Transaction};
use values::{ApiError, Customer, ErrorCode, Id, KindName, Tenant, Timestamp};
use work::secrets::Secrets;
use work::{
    auth::Caller,
    context::Context,
    files::FileStore,
    mailbox::Mailbox,
    queue::{WorkMessage, WorkQueue},
    servers::ForeignServers,
    unit_of_work::{RenewWallet, UnitOfWork},
};

/// Time that a request keeps for its answer.
const ANSWER_TIME: Duration = Duration::from_millis(500);

/// What an operation is called with, besides its typed input.
#[derive(Clone)]
pub struct Call {
    /// What the operation works with.
    pub(super) work: UnitOfWork,
    pub(super) idempotency: Option<IdempotencyKey>,
    pub(super) if_match: Option<IfMatch>,
    /// The customer as whom a person acts: themselves, or a company that they run; none where the client itself acts.
    pub(super) acting: Option<Id<Customer>>,
    /// The location of theirs that one asks about who runs some; none for everybody else.
    pub(super) location: Option<String>,
    /// The record at such a location whose own lists they see; none for everybody else.
    pub(super) within: Option<String>,
    /// What is asked of a list besides what it takes itself.
    pub(super) asked: AskedOfList,
    /// What is answered whatever happens from now on.
    pub(super) committed: CommittedAnswer,
    /// When the request arrived, in real time, which idempotency keys go by.
    pub(super) received: Timestamp,
    /// When the answer is given, finished or not.
    pub(super) deadline: Instant,
    /// The process, for who asks other operations in the background.
    pub(super) process: Arc<Context>,
    /// Who asks other operations by this one; none for all but those that run others.
    pub requester: Option<Arc<Requester>>,
    /// Secrets of the deployment.
    pub secrets: Arc<Secrets>,
    /// Network address of whoever sent the request, as the gateway saw it.
    pub address: Arc<str>,
    /// Where letters go.
    pub mailbox: Mailbox,
    /// Where attempts at webhook deliveries go, which another process makes soon.
    pub queue: WorkQueue,
    /// Where records go whose due work is to begin at once; see [`Self::hasten`].
    pub(super) due_queue: WorkQueue,
    /// Where outside calendars go that another process reads soon.
    pub calendar_queue: WorkQueue,
    /// Whether events may be sent to receivers on this machine.
    pub allow_local_webhooks: bool,
    /// Address under which browsers reach this deployment; none where nobody signs in by OpenID Connect.
    pub public_url: Option<Arc<str>>,
    /// Servers of others, as far as this process knows them.
    pub servers: Arc<ForeignServers>,
    /// Where the contents of uploaded files lie.
    pub files: FileStore,
}

/// How `If-Match` is written, for the document; [`IfMatch::parse`] takes exactly this.
#[cfg(feature = "document")]
pub(super) const IF_MATCH_PATTERN: &str = r#"^(\*|(W/)?"[ !#-+\--~]*"([ \t]*,[ \t]*(W/)?"[ !#-+\--~]*")*)$"#;

/// What `If-Match` must be.
pub(super) const IF_MATCH_RULE: &str = "must be * or ETags, such as \"3\"";

/// Longest `If-Match`, in characters.
pub(super) const IF_MATCH_CHARACTERS_MAX: usize = 1_000;

/// Versions that `If-Match` allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IfMatch {
    /// `*`: the record may have any version.
    Any,
    /// One of these versions, as the `ETag` numbers them.
    Versions(Vec<i64>),
}

impl IfMatch {
    /// Reads the header's value; `None` when it is not written as RFC 9110 asks.
    #[must_use]
    pub fn parse(header: &str) -> Option<Self> {
        if header.len() > IF_MATCH_CHARACTERS_MAX {
            return None;
        }
        if header.trim() == "*" {
            return Some(Self::Any);
        }
        let version = |tag: &str| {
            let tag = tag.trim();
            let strong = tag.strip_prefix("W/").unwrap_or(tag);
            let quoted = strong.strip_prefix('"')?.strip_suffix('"')?;
            if quoted.contains(['"', '\t']) {
                return None;
            }
            // A weak tag, and a tag in another form than ours, match no version (RFC 9110, 13.1.1); both are
            // well-formed.
            let ours = quoted.parse().ok().filter(|version: &i64| strong == tag && version.to_string() == quoted);
            Some(ours.unwrap_or(0))
        };
        header.split(',').map(version).collect::<Option<_>>().map(Self::Versions)
    }

    /// The answer to a client that named versions and whose record changed at the same moment: 412 instead of 409.
    pub(super) fn refine(&self, error: ApiError) -> ApiError {
        let named = matches!(self, Self::Versions(_));
        if error.code == ErrorCode::VersionConflict && named { version_mismatch() } else { error }
    }

    fn allows(&self, version: i64) -> bool {
        match self {
            Self::Any => true,
            Self::Versions(versions) => versions.contains(&version),
        }
    }
}

impl Deref for Call {
    type Target = UnitOfWork;

    fn deref(&self) -> &UnitOfWork {
        &self.work
    }
}

impl Call {
    /// A call that no client made, for scheduled work that runs what operations run.
    #[must_use]
    pub fn of_job(context: &Context, tenant: Tenant, name: &str) -> Self {
        Self::of_job_at(context, tenant, name, context.clock.now())
    }

    /// The same at the instant `now` of the merchant's own clock.
    #[must_use]
    pub fn of_job_at(context: &Context, tenant: Tenant, name: &str, now: Timestamp) -> Self {
        Self::of_work(context, UnitOfWork::scheduled_at(context, tenant, name, now))
    }

    /// A call that nobody waits for yet, of this work.
    pub(super) fn of_work(context: &Context, work: UnitOfWork) -> Self {
        Self {
            work,
            idempotency: None,
            if_match: None,
            acting: None,
            location: None,
            within: None,
            asked: AskedOfList::default(),
            address: Arc::default(),
            process: Arc::new(context.clone()),
            requester: None,
            mailbox: context.mailbox.clone(),
            committed: CommittedAnswer::default(),
            received: context.clock.now(),
            deadline: Instant::now() + context.deadline,
            secrets: Arc::clone(&context.secrets),
            queue: context.queue.clone(),
            due_queue: context.due_queue.clone(),
            calendar_queue: context.calendar_queue.clone(),
            allow_local_webhooks: context.allow_local_webhooks,
            public_url: context.public_url.clone(),
            servers: Arc::clone(&context.servers),
            files: context.files.clone(),
        }
    }

    /// Scheduled work that this request does in the sweep's place, at the instant `now` of the merchant's own clock.
    #[must_use]
    pub fn as_job(&self, name: &str, now: Timestamp) -> Self {
        let caller = Caller::scheduled(self.caller.tenant.clone());
        let ids = self.ids.of(&caller.tenant, now);
        let work = UnitOfWork { caller, now, ids, request_id: name.to_owned(), ..self.work.clone() };
        Self {
            work,
            idempotency: None,
            if_match: None,
            acting: None,
            location: None,
            within: None,
            asked: AskedOfList::default(),
            committed: CommittedAnswer::default(),
            ..self.clone()
        }
    }

    /// Who asks other operations by this work, in place of whoever asked for it; `name` says which work it is.
    #[must_use]
    pub fn requester_of(&self, name: String, standing: Standing) -> Requester {
        Requester::standing(&self.process, name, standing)
    }

    /// The same call, told what renews wallets.
    #[must_use]
    pub(crate) fn told_what_renews_wallets(mut self, renew: Option<RenewWallet>) -> Self {
        self.work.renew_wallets = renew;
        self
    }

    /// The same call for a step that is not the last: what it commits is not the answer yet.
    #[must_use]
    pub fn unanswered(&self) -> Self {
        Self { committed: CommittedAnswer::default(), ..self.clone() }
    }

    /// What a request may still spend after its commit on what its answer does not depend on.
    #[must_use]
    pub fn time_for_more(&self) -> Duration {
        self.time_left().saturating_sub(ANSWER_TIME)
    }

    /// How long this call may still take.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Whether a repeat of this request can be told from another request.
    #[must_use]
    pub const fn has_key(&self) -> bool {
        self.idempotency.is_some()
    }

    /// What an earlier request with the same idempotency key has begun and not finished.
    #[must_use]
    pub fn begun(&self) -> Option<Uuid> {
        self.idempotency.as_ref().and_then(IdempotencyKey::begun)
    }

    /// Stores in `transaction`, the first of several, that this request has begun `subject`, so that a repeat with the
    /// same idempotency key goes on with it. The last transaction is committed by [`Self::commit`].
    pub fn begin(&self, transaction: &mut Transaction, subject: Uuid) {
        if let Some(key) = &self.idempotency {
            key.begin(transaction, &self.caller, subject, self.received);
        }
    }

    /// Forgets in `transaction` what this request has begun: it is undone.
    pub fn forget(&self, transaction: &mut Transaction) {
        if let Some(key) = &self.idempotency {
            key.forget(transaction, &self.caller);
        }
    }

    /// Lets a repeat go on at once with what this request has begun and cannot finish. If this fails, a repeat is told
    /// for some seconds that the request is in progress.
    pub async fn let_go(&self, subject: Uuid) {
        if let Some(key) = &self.idempotency {
            let mut transaction = self.transaction();
            key.let_go(&mut transaction, &self.caller, subject, self.received);
            drop(self.store.commit(transaction).await);
        }
    }

    /// Has the due work of a record begin at once, in another process. When that fails, the sweep begins it later: the
    /// record is due.
    ///
    /// # Errors
    /// 503 when the queue cannot be reached, or this process has none.
    pub async fn hasten<E: Entity>(&self, record: &Record<E>) -> Result<(), ApiError> {
        let (merchant, id) = (self.tenant().merchant(), record.id.uuid());
        let kind = Some(E::KIND.as_str().to_owned());
        let message = WorkMessage { merchant, record: id, group: id, turn: record.version, waits: 0, kind };
        self.due_queue.send(&[message], 0).await
    }

    /// The same for records of which only kind and ids are known here.
    ///
    /// # Errors
    /// As [`Self::hasten`].
    pub async fn hasten_all(&self, kind: KindName, ids: &[Uuid]) -> Result<(), ApiError> {
        let merchant = self.tenant().merchant();
        let message = |id: &Uuid| {
            let kind = Some(kind.as_str().to_owned());
            WorkMessage { merchant, record: *id, group: *id, turn: 0, waits: 0, kind }
        };
        let messages: Vec<WorkMessage> = ids.iter().map(message).collect();
        self.due_queue.send(&messages, 0).await
    }

    /// The same call at another instant: for what is judged as it was then.
    #[must_use]
    pub fn at(&self, now: Timestamp) -> Self {
        Self { work: UnitOfWork { now, ..self.work.clone() }, ..self.clone() }
    }

    /// The live record that is about to be changed, in a version that `If-Match` allows.
    ///
    /// # Errors
    /// 404 when this merchant has none, or none that the caller sees; 403 when it is public and not the caller's to
    /// change; 412 when it is in another version.
    pub async fn get_for_change<E: Entity>(&self, id: Id<E>) -> Result<Record<E>, ApiError> {
        let record = self.get_own(id).await?;
        self.check_version(&record)?;
        Ok(record)
    }

    /// Refuses a version that `If-Match` does not allow.
    ///
    /// # Errors
    /// 412 `version_mismatch`.
    pub fn check_version<E: Entity>(&self, record: &Record<E>) -> Result<(), ApiError> {
        if self.if_match.as_ref().is_some_and(|allowed| !allowed.allows(record.version)) {
            return Err(version_mismatch());
        }
        Ok(())
    }

    /// When the request arrived, in real time: for what others compare with their own clocks, whatever the merchant's
    /// shows.
    #[must_use]
    pub const fn received(&self) -> Timestamp {
        self.received
    }

    /// Makes `transaction` happen and answers `reply`; both are stored together when the request has an idempotency
    /// key. From then on this is the answer: what the operation does afterwards may fail, panic or take too long.
    ///
    /// # Errors
    /// The refusal of the first condition that failed.
    pub async fn commit<R: Reply>(&self, mut transaction: Transaction, reply: R) -> Result<Committed<R>, ApiError> {
        let mut answer = reply.render(&self.meta())?;
        answer.to_customer = self.caller.sees_as_customer();
        if let Some(key) = &self.idempotency {
            key.store(&mut transaction, &self.caller, &answer, self.received);
            answer.stored = true;
        }
        self.store.commit(transaction).await?;
        self.committed.set(&answer);
        Ok(Committed { answer, reply: PhantomData })
    }

    /// Answers `reply` although nothing had to change.
    ///
    /// # Errors
    /// 500 when it does not serialize.
    pub fn unchanged<R: Reply>(&self, reply: R) -> Result<Committed<R>, ApiError> {
        Ok(Committed { answer: reply.render(&self.meta())?, reply: PhantomData })
    }

    /// `meta` of this call's answer.
    #[must_use]
    pub fn meta(&self) -> Meta {
        Meta { request_id: self.request_id.clone(), timestamp: self.now }
    }
}

fn version_mismatch() -> ApiError {
    ApiError::new(ErrorCode::VersionMismatch, "the record is in another version than If-Match names")
}
