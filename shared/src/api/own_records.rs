//! Records that are the caller's own to change, or stand below one that is at a location of theirs.

use store::{Entity, Record};
use values::{ApiError, ErrorCode, Id};
use work::auth::Standpoint;

use super::call::Call;

impl Call {
    /// The live record, for what only those are told who may change it.
    ///
    /// # Errors
    /// 404 when this merchant has none, or none that the caller sees; 403 when it is public and not the caller's.
    pub async fn get_own<E: Entity>(&self, id: Id<E>) -> Result<Record<E>, ApiError> {
        let record = self.get(id).await?;
        self.require_own(&record).await?;
        Ok(record)
    }

    /// Refuses a record that is not the caller's to change.
    ///
    /// # Errors
    /// 403.
    pub async fn require_own<E: Entity>(&self, record: &Record<E>) -> Result<(), ApiError> {
        if self.owns(record).await? { Ok(()) } else { Err(not_theirs()) }
    }

    /// The same call about what belongs to a record that the caller sees, such as its comments: those who run some
    /// locations see all of that where the record is at one of theirs.
    ///
    /// # Errors
    /// 403 where it is elsewhere.
    pub fn within<E: Entity>(&self, record: &Record<E>) -> Result<Self, ApiError> {
        match self.caller.standpoint() {
            Some(Standpoint::Manager(_)) if !self.is_at_theirs(record)? => Err(not_theirs()),
            Some(Standpoint::Manager(_)) => Ok(Self { within: Some(record.id.to_string()), ..self.clone() }),
            None | Some(_) => Ok(self.clone()),
        }
    }
}

/// The refusal to change what everybody sees and only some may change.
fn not_theirs() -> ApiError {
    ApiError::new(ErrorCode::Forbidden, "the record is not the person's to change")
}
