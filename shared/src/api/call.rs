//! One call of an operation: who, when, with what, and the verbs that every area uses.

use std::{marker::PhantomData, sync::Arc};

use uuid::Uuid;

use super::{
    cursor,
    idempotency::IdempotencyKey,
    paging::Pagination,
    reply::{Committed, Meta, Page, Reply},
};
use crate::{
    auth::{Caller, Scopes, Tenant},
    context::Context,
    domain::{Entity, Id, Metadata, Record, RecordSet, Timestamp},
    error::{ApiError, ErrorCode, FieldError, Reason},
    ids::Ids,
    store::{List, Paging, Scheme, Store, Transaction, transaction::version_conflict},
};

/// What an operation is called with, besides its typed input.
#[derive(Clone)]
pub struct Call {
    /// The table; calls through it are counted for this request's log line.
    pub store: Store,
    /// Who calls, and whose data it may touch.
    pub caller: Caller,
    /// The one instant of this request.
    pub now: Timestamp,
    /// Identifiers and randomness.
    pub ids: Arc<Ids>,
    pub(super) request_id: String,
    pub(super) idempotency: Option<IdempotencyKey>,
    pub(super) if_match: Option<IfMatch>,
}

/// Versions that `If-Match` allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IfMatch {
    /// `*`
    Any,
    /// These.
    Versions(Vec<i64>),
}

impl IfMatch {
    /// Reads the header's value; `None` when it is not written as RFC 9110 asks.
    #[must_use]
    pub fn parse(header: &str) -> Option<Self> {
        if header.trim() == "*" {
            return Some(Self::Any);
        }
        let version = |tag: &str| {
            let tag = tag.trim();
            let strong = tag.strip_prefix("W/").unwrap_or(tag);
            let quoted = strong.strip_prefix('"')?.strip_suffix('"')?;
            // A weak tag, or one that is not ours, matches no version (RFC 9110, 13.1.1), but it is well-formed.
            let ours = quoted.parse().ok().filter(|version: &i64| strong == tag && version.to_string() == quoted);
            Some(ours.unwrap_or(0))
        };
        header.split(',').map(version).collect::<Option<_>>().map(Self::Versions)
    }

    fn allows(&self, version: i64) -> bool {
        match self {
            Self::Any => true,
            Self::Versions(versions) => versions.contains(&version),
        }
    }
}

impl Call {
    /// A call that no client made: `name` is what stands in the records it changes. It may change what it is given, and
    /// nothing asks it for scopes. What it uses of the store is counted on the context's own account.
    #[must_use]
    pub fn of_job(context: &Context, tenant: Tenant, name: &str) -> Self {
        Self {
            store: context.store.clone(),
            caller: Caller { tenant, client: Id::new(Uuid::nil()), scopes: Scopes::default() },
            now: context.clock.now(),
            ids: Arc::clone(&context.ids),
            request_id: name.to_owned(),
            idempotency: None,
            if_match: None,
        }
    }

    /// The live record with this id.
    ///
    /// # Errors
    /// 404 when this merchant has none.
    pub async fn get<E: Entity>(&self, id: Id<E>) -> Result<Record<E>, ApiError> {
        self.store.find(&self.caller.tenant, id).await?.ok_or_else(ApiError::not_found)
    }

    /// The live record that is about to be changed, in a version that `If-Match` allows.
    ///
    /// # Errors
    /// 404 when this merchant has none, 412 when it is in another version.
    pub async fn get_for_change<E: Entity>(&self, id: Id<E>) -> Result<Record<E>, ApiError> {
        let record = self.get(id).await?;
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

    /// The refusal of a decision that was made on `record` and on something read after it: 409 `version_conflict` when the
    /// record has changed meanwhile, so that the two did not belong together and the decision is to be made again.
    pub async fn refused_on<E: Entity>(&self, record: &Record<E>, refusal: ApiError) -> ApiError {
        match self.store.find(&self.caller.tenant, record.id).await {
            Ok(Some(found)) if found.version == record.version => refusal,
            Ok(_) => version_conflict(),
            Err(error) => error.into(),
        }
    }

    /// The live record that a field of the request names.
    ///
    /// # Errors
    /// 422 `reference_not_found` naming the field.
    pub async fn reference<E: Entity>(&self, id: Id<E>, field: &str) -> Result<Record<E>, ApiError> {
        self.store.find(&self.caller.tenant, id).await?.ok_or_else(|| ApiError::reference_not_found(field))
    }

    /// One page of a list.
    ///
    /// # Errors
    /// 400 for a cursor that is not of this list.
    pub async fn page<E: Entity>(&self, list: List<E>, paging: Paging) -> Result<Page<Record<E>>, ApiError> {
        let tenant = &self.caller.tenant;
        let print = list.fingerprint(tenant, list.direction(&paging));
        let bad_cursor = || ApiError::validation(vec![FieldError::new("cursor", Reason::InvalidValue)]);
        let scheme = match &paging.scheme {
            Scheme::Cursor(Some(text)) => Scheme::Cursor(Some(cursor::decode(print, text).ok_or_else(bad_cursor)?)),
            other => other.clone(),
        };
        let listed = self.store.page(tenant, &list, &Paging { scheme, ..paging.clone() }, self.now.millis()).await?;
        let pagination = match paging.scheme {
            Scheme::Page(page) => Pagination::page(page, paging.size, listed.total),
            Scheme::Cursor(_) => Pagination::Cursor {
                has_more: listed.has_more,
                next_cursor: listed.next.and_then(|sort| cursor::encode(print, &sort)).unwrap_or_default(),
                total_count: listed.total,
            },
        };
        Ok(Page { data: listed.records, pagination })
    }

    /// A new record of this body, to be stored by [`Transaction::create`].
    #[must_use]
    pub fn new_record<E: Entity>(&self, body: E, metadata: Option<Metadata>) -> Record<E> {
        Record {
            id: self.ids.next(),
            version: 1,
            created_at: self.now,
            updated_at: self.now,
            changed_by: self.caller.client.to_string(),
            request_id: self.request_id.clone(),
            record_set: RecordSet::Live,
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
            changed_by: self.caller.client.to_string(),
            request_id: self.request_id.clone(),
            metadata: metadata.unwrap_or_else(|| before.metadata.clone()),
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
        Transaction::new(self.caller.tenant.clone(), self.ids.token())
    }

    /// Makes `transaction` happen and answers `reply`; both are stored together when the request has an idempotency key.
    ///
    /// # Errors
    /// The refusal of the first condition that failed; 412 instead of 409 when the request had `If-Match`.
    pub async fn commit<R: Reply>(&self, mut transaction: Transaction, reply: R) -> Result<Committed<R>, ApiError> {
        let mut answer = reply.render(&self.meta())?;
        if let Some(key) = &self.idempotency {
            key.store(&mut transaction, &self.caller, &answer, self.now);
            answer.stored = true;
        }
        self.store.commit(transaction).await.map_err(|error| self.refined(error))?;
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

    /// A client that named versions in `If-Match` asked for 412 when the record changes under its hands.
    fn refined(&self, error: ApiError) -> ApiError {
        let named = matches!(self.if_match, Some(IfMatch::Versions(_)));
        if error.code == ErrorCode::VersionConflict && named { version_mismatch() } else { error }
    }
}

fn version_mismatch() -> ApiError {
    ApiError::new(ErrorCode::VersionMismatch, "the record is in another version than If-Match names")
}
