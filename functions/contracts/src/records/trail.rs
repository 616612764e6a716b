//! What happened to a contract: entries that are only ever added, each with the hash of the one before it, so that
//! nobody changes one of them, or takes one out, without changing all that follow.

use records::logged_event::EventActor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes};
use values::{ApiError, Customer, Id, Kind, KindName, Timestamp};

use super::{
    contract::Contract,
    contract_state::{TrailContent, TrailEvent},
    text::hash_of,
};

/// The hash before the first entry.
const BEGINNING: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// What happened to one contract, whose id it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContractTrail {
    /// Whose contract it is.
    pub customer_id: Id<Customer>,
    /// What happened, oldest first.
    pub entries: Vec<TrailEntry>,
    /// When all had signed: from then on it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed_at: Option<Timestamp>,
}

/// Something that happened to a contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContractAuditEntry")]
pub struct TrailEntry {
    /// What happened, as JSON in exactly these characters.
    #[schemars(length(max = 10_000))]
    pub content: String,
    /// SHA-256, in hexadecimal digits, of the hash of the entry before it, a line feed, and `content`. Before the first
    /// entry stand 64 zeros.
    #[schemars(length(max = 64))]
    pub hash: String,
}

impl ContractTrail {
    /// Index of the trails of a customer's contracts.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Second, "customer");

    /// The id of a contract's trail.
    #[must_use]
    pub const fn id_of(contract: Id<Contract>) -> Id<Self> {
        contract.cast()
    }

    /// Before anything has happened.
    #[must_use]
    pub const fn new(customer_id: Id<Customer>) -> Self {
        Self { customer_id, entries: Vec::new(), signed_at: None }
    }

    /// With one more entry at its end.
    ///
    /// # Errors
    /// 500 when it does not encode.
    pub fn add(
        &mut self,
        contract: Id<Contract>,
        document_hash: &str,
        (at, actor, event): (Timestamp, EventActor, TrailEvent),
    ) -> Result<(), ApiError> {
        let sequence = self.entries.len() + 1;
        let (contract_id, document_hash) = (contract.cast(), document_hash.to_owned());
        let content = TrailContent { contract_id, sequence, at, actor, document_hash, event };
        let content = serde_json::to_string(&content)
            .map_err(|error| ApiError::internal(format!("what happened does not encode: {error}")))?;
        let before = self.entries.last().map_or(BEGINNING, |entry| &entry.hash);
        let hash = chained(before, &content);
        self.entries.push(TrailEntry { content, hash });
        Ok(())
    }
}

fn chained(before: &str, content: &str) -> String {
    hash_of(&format!("{before}\n{content}"))
}

impl Kind for ContractTrail {
    const KIND: KindName = KindName::ContractTrail;
}

impl Entity for ContractTrail {
    const PATH: &'static str = "/contracts";
    type View = ContractTrailView;

    fn view(&self, _now: Timestamp) -> ContractTrailView {
        ContractTrailView { entries: self.entries.clone() }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_CUSTOMER, &self.customer_id, id)
    }
}

/// The record is shown with the text that it is about; this is what it would show alone.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContractTrailView {
    /// What happened to the contract, oldest first.
    #[schemars(length(max = 100))]
    pub entries: Vec<TrailEntry>,
}

#[cfg(test)]
mod tests {
    use records::logged_event::EventActor;
    use values::{Id, Timestamp};

    use super::{BEGINNING, ContractTrail, chained, hash_of};
    use crate::records::contract_state::TrailEvent;

    fn nobody<K>() -> Id<K> {
        Id::parse("0199a000-0000-7000-8000-00000000dead").expect("an id")
    }

    fn trail() -> ContractTrail {
        let mut trail = ContractTrail::new(nobody());
        for event in [TrailEvent::Expired, TrailEvent::Cancelled] {
            let actor = EventActor::of(nobody(), "sweep");
            trail.add(nobody(), "ab", (Timestamp::EPOCH, actor, event)).expect("an entry");
        }
        trail
    }

    /// Position of the first entry whose hash is not that of what it says and of the one before it.
    fn first_broken(trail: &ContractTrail) -> Option<usize> {
        let before = std::iter::once(BEGINNING).chain(trail.entries.iter().map(|entry| entry.hash.as_str()));
        trail.entries.iter().zip(before).position(|(entry, before)| chained(before, &entry.content) != entry.hash)
    }

    #[test]
    fn every_entry_has_the_hash_of_the_one_before_it() {
        let trail = trail();
        assert_eq!(first_broken(&trail), None);
        let (first, second) = (&trail.entries[0], &trail.entries[1]);
        assert_eq!(first.hash, hash_of(&format!("{}\n{}", "0".repeat(64), first.content)));
        assert_eq!(second.hash, hash_of(&format!("{}\n{}", first.hash, second.content)));
    }

    #[test]
    fn whoever_changes_an_entry_or_takes_one_out_breaks_the_chain() {
        let mut changed = trail();
        changed.entries[0].content = changed.entries[0].content.replace("expired", "signed");
        assert_eq!(first_broken(&changed), Some(0));
        let mut shorter = trail();
        shorter.entries.remove(0);
        assert_eq!(first_broken(&shorter), Some(0));
    }
}
