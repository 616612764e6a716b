//! What a person has checked in to: one item for each person, written under its version, on which it is decided whether
//! they may check in and whether the day is paid for.

use records::{CheckIn, Location, Member};
use serde::{Deserialize, Serialize};
use store::{Expression, Key, Transaction, transaction::version_conflict};
use values::{ApiError, Day, ErrorCode, Id, Timestamp};
use work::UnitOfWork;

/// Space of the items' keys.
const SPACE: &str = "check_in_presence";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Stored {
    version: i64,
    /// The last check-in, and until when it lasts or lasted.
    last: Option<(Id<CheckIn>, Timestamp)>,
    /// Days that day passes paid for and that are not over.
    paid: Vec<PaidDay>,
}

/// A local day at a location that a day pass paid for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PaidDay {
    location_id: Id<Location>,
    day: Day,
    ends_at: Timestamp,
    transaction_id: Id<()>,
}

/// What one person has checked in to, as it was read and as it is to be written.
#[derive(Clone, Debug)]
pub struct Presence {
    key: Key,
    version: i64,
    after: Stored,
}

impl Presence {
    /// Of this person.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(work: &UnitOfWork, member: Id<Member>) -> Result<Self, ApiError> {
        let key = Key::single(work.tenant(), SPACE, &member.to_string());
        let read: Stored = work.store.read_value(&key).await?.unwrap_or_default();
        let mut after = Stored { version: read.version + 1, ..read };
        after.paid.retain(|paid| work.now < paid.ends_at);
        Ok(Self { key, version: after.version - 1, after })
    }

    /// Refuses a check-in at an instant at which the person was there already, here or at another location.
    ///
    /// # Errors
    /// 409 `invalid_state`.
    pub fn check_free(&self, at: Timestamp) -> Result<(), ApiError> {
        if self.after.last.is_none_or(|(_, until)| until <= at) {
            return Ok(());
        }
        let message = "the person is checked in then; they check out first";
        Err(ApiError::conflict(ErrorCode::InvalidState, message).at("member_id", "checked_in"))
    }

    /// The transaction that paid for this day at this location.
    #[must_use]
    pub fn paid(&self, location: Id<Location>, day: Day) -> Option<Id<()>> {
        let is_it = |paid: &&PaidDay| paid.location_id == location && paid.day == day;
        self.after.paid.iter().find(is_it).map(|paid| paid.transaction_id)
    }

    /// A day pass pays for the day of this check-in.
    pub fn pay(&mut self, check_in: &CheckIn, transaction_id: Id<()>, ends_at: Timestamp) {
        let (location_id, day) = (check_in.location_id, check_in.day);
        self.after.paid.push(PaidDay { location_id, day, ends_at, transaction_id });
    }

    /// The person is there by this check-in.
    pub const fn add(&mut self, id: Id<CheckIn>, until: Timestamp) {
        self.after.last = Some((id, until));
    }

    /// The person has left, if this is where they were.
    pub fn leave(&mut self, id: Id<CheckIn>, at: Timestamp) {
        if self.after.last.is_some_and(|(last, _)| last == id) {
            self.after.last = Some((id, at));
        }
    }

    /// Writes it under the version in which it was read.
    pub fn write(self, transaction: &mut Transaction) {
        let condition = if self.version == 0 { Expression::absent() } else { Expression::version(self.version) };
        transaction.put_encoded(&self.key, &self.after, condition, version_conflict());
    }
}
