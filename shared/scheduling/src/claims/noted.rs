//! Claims on a whole location or a membership plan: noted beside it in the transaction in which they begin and end, so
//! that whoever lets it go reads all of them, exactly. What ends by time says so itself and counts no longer, whether
//! that was written down or not.
//!
//! A claim that begins while it is decided is not missed: each that begins raises a number, and the transaction that
//! decides requires the number that was read before the claims were.

use records::{Location, MembershipPlan};
use serde::{Deserialize, Serialize};
use store::{Expression, Key, Transaction, transaction::version_conflict};
use values::{ApiError, Counter, Id, Kind, Timestamp};
use work::UnitOfWork;

use super::{Claim, ClaimKind, obstacle};

/// Space of the items: one for each claim, sorted by kind and id, in the partition of what it stands on.
const SPACE: &str = "claims";

/// On what a claim stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedThing {
    /// A location that an event or a contract names.
    Location(Id<Location>),
    /// A membership plan that a contract names.
    MembershipPlan(Id<MembershipPlan>),
}

/// A claim as it is noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotedClaim {
    /// First instant of what is claimed.
    pub starts_at: Timestamp,
    /// First instant at which it is no claim any more.
    pub ends_at: Timestamp,
}

/// The claims on something as they were read.
#[derive(Debug)]
pub struct NotedClaims {
    thing: ClaimedThing,
    begun: i64,
    /// Those that have not ended.
    pub claims: Vec<Claim>,
}

impl ClaimedThing {
    fn name(self) -> String {
        match self {
            Self::Location(id) => id.to_string(),
            Self::MembershipPlan(id) => id.to_string(),
        }
    }

    /// How many claims have ever begun on it.
    fn begun(self) -> Counter {
        Counter::new("claims_begun", self.name())
    }

    fn key(self, transaction: &Transaction, sort: String) -> Key {
        Key::sorted(transaction.tenant(), SPACE, &self.name(), sort)
    }
}

/// Notes in `transaction` that the claim of a record begins. The transaction must also require that the thing is
/// active.
pub fn begin<K: Kind>(transaction: &mut Transaction, thing: ClaimedThing, id: Id<K>, claim: NotedClaim) {
    transaction.add(&thing.begun(), 1);
    change(transaction, thing, id, claim);
}

/// Notes that it is at another time.
pub fn change<K: Kind>(transaction: &mut Transaction, thing: ClaimedThing, id: Id<K>, claim: NotedClaim) {
    let key = thing.key(transaction, sort(id));
    transaction.put_encoded(&key, &claim, Expression::always(), ApiError::internal("a claim was refused"));
}

/// Notes that it has ended.
pub fn end<K: Kind>(transaction: &mut Transaction, thing: ClaimedThing, id: Id<K>) {
    transaction.remove_value(&thing.key(transaction, sort(id)));
}

fn sort<K: Kind>(id: Id<K>) -> String {
    format!("{}#{id}", K::KIND)
}

impl NotedClaims {
    /// Reads them, strongly consistent.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(work: &UnitOfWork, thing: ClaimedThing) -> Result<Self, ApiError> {
        // First of all: what begins from here on changes it.
        let begun = work.store.read_counter(work.tenant(), &thing.begun()).await?;
        let claims = if begun > 0 { read_claims(work, thing).await? } else { Vec::new() };
        Ok(Self { thing, begun, claims })
    }

    /// Requires in `transaction` that no other has begun since; otherwise 409 `version_conflict`.
    pub fn require_complete(&self, transaction: &mut Transaction) {
        transaction.add_up_to(&self.thing.begun(), 0, self.begun, version_conflict());
    }
}

async fn read_claims(work: &UnitOfWork, thing: ClaimedThing) -> Result<Vec<Claim>, ApiError> {
    let first = Key::sorted(work.tenant(), SPACE, &thing.name(), String::from("0"));
    let found = work.store.read_values_between::<NotedClaim>(&first, "~").await?;
    let live = found.into_iter().filter(|(_, noted)| work.now < noted.ends_at);
    Ok(live.filter_map(|(key, noted)| claim(&key.sort, noted)).collect())
}

/// What stands in a key is the kind of the record that has the claim.
fn claim(sort: &str, noted: NotedClaim) -> Option<Claim> {
    let (name, id) = sort.split_once('#')?;
    let kind = ClaimKind::of_record(name);
    Some(Claim { kind, obstacle: obstacle(name, id.to_owned(), noted.starts_at, Some(noted.ends_at)) })
}
