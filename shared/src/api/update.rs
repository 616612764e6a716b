//! The one way in which an operation changes a record: load, `If-Match`, change, "nothing changed", version, unique
//! names, one transaction.

use super::{
    Changes,
    call::Call,
    reply::{Committed, Data, Reply},
    writable::Patch,
};
use store::{Entity, Record, RecordSet, Transaction};
use values::{ApiError, Id, Metadata};

/// A change of a record that is being decided. An operation changes `after`, adds to `transaction` what else happens or
/// must hold, and commits.
pub struct Update<'a, E: Entity> {
    call: &'a Call,
    /// The record as it was read, in a version that `If-Match` allows.
    pub before: Record<E>,
    /// What it will be.
    pub after: E,
    /// What else happens or must hold.
    pub transaction: Transaction,
    /// The body before the change, with what time has done by itself: what `after` began as.
    pub present: E,
    metadata: Option<Metadata>,
    record_set: Option<RecordSet>,
}

impl Call {
    /// Begins to change the live record with this id.
    ///
    /// # Errors
    /// 404 when this merchant has none, 412 when it is in another version.
    pub async fn update<E: Entity>(&self, id: Id<E>) -> Result<Update<'_, E>, ApiError> {
        self.update_of(self.get_for_change(id).await?)
    }

    /// Begins to change a record that was found in another way than by its id.
    ///
    /// # Errors
    /// 412 when it is in another version.
    pub fn update_of<E: Entity>(&self, before: Record<E>) -> Result<Update<'_, E>, ApiError> {
        self.check_version(&before)?;
        let present = before.body.clone().settled(self.now);
        Ok(Update {
            call: self,
            after: present.clone(),
            transaction: self.transaction(),
            present,
            metadata: None,
            record_set: None,
            before,
        })
    }
}

impl<E: Entity> Update<'_, E> {
    /// With the fields that the client gave, and with the keys of its own that it gave.
    ///
    /// # Errors
    /// 422 `incomplete` when an object that was not there before is given without what it needs; 422 `too_many` on
    /// `metadata`.
    pub fn patched(mut self, patch: &Patch<E>) -> Result<Self, ApiError> {
        self.after = patch.applied_to(&self.after)?;
        self.metadata = patch.metadata_over(&self.before.metadata)?;
        Ok(self)
    }

    /// Moved to the archived records, so that no operation finds it any more, and its unique names are free.
    #[must_use]
    pub fn archived(mut self) -> Self {
        self.record_set = Some(RecordSet::Archived);
        self
    }

    /// Without the client's own keys.
    #[must_use]
    pub fn without_metadata(mut self) -> Self {
        self.metadata = Some(Metadata::default()).filter(|empty| *empty != self.before.metadata);
        self
    }

    /// Whether the record would stay as it is.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.after == self.present && self.metadata.is_none() && self.record_set.is_none()
    }

    /// The next version of the record, as it will be stored.
    #[must_use]
    pub fn next_version(&self) -> Record<E> {
        let after = self.call.next_version(&self.before, self.after.clone(), self.metadata.clone());
        Record { record_set: self.record_set.unwrap_or(after.record_set), ..after }
    }

    /// Makes the change and answers the record; when nothing changes, nothing is written.
    ///
    /// # Errors
    /// 409 `version_conflict` when the record has changed meanwhile (412 with `If-Match`), 409 `already_exists` when
    /// another record holds one of its unique names, and the refusals of what was added to the transaction.
    pub async fn commit(self) -> Changes<E> {
        let answer = if self.is_unchanged() { self.before.clone() } else { self.next_version() };
        self.commit_answering(Data(answer)).await
    }

    /// The same with another answer than the record as it is stored.
    ///
    /// # Errors
    /// As [`Self::commit`].
    pub async fn commit_answering<R: Reply>(mut self, answer: R) -> Result<Committed<R>, ApiError> {
        if self.is_unchanged() {
            return self.call.unchanged(answer);
        }
        self.transaction.replace(&self.before, &self.next_version());
        self.call.commit(self.transaction, answer).await
    }
}
