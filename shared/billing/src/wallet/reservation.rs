//! A charge that waits for the cycle that pays it.

use serde::{Deserialize, Serialize};
use shared::domain::{Id, Timestamp};

use super::{bucket::SpentAt, posting::PostingKind};

/// Most charges of a unit that wait for a cycle to come.
pub const RESERVATIONS_MAX: usize = 20;

/// A charge that waits for the cycle that pays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reservation {
    /// The transaction that is scheduled.
    pub id: Id<()>,
    /// How many.
    pub amount: i64,
    /// Why.
    pub kind: PostingKind,
    /// First instant of the cycle, when it is charged.
    pub posts_at: Timestamp,
    /// Where it is spent.
    pub spent_at: SpentAt,
    /// Subscription whose cycle it is.
    pub subscription_id: Id<()>,
}
