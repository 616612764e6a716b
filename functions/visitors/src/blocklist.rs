//! The blocklist: addresses of blocked contacts, one versioned item for each, on which it is decided whether somebody
//! may visit. It holds for all locations of the merchant. What the visitor is told does not say that there is one.

use records::{Visitor, VisitorContact};
use serde::{Deserialize, Serialize};
use shared::api::{Call, retry};
use store::{Expression, Key, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id};

/// Space of the items' keys.
const SPACE: &str = "visitor_blocklist";
/// Most contacts that are blocked by one address.
const CONTACTS_MAX: usize = 50;

/// What stands under one address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Stored {
    version: i64,
    /// Blocked contacts that have it.
    contacts: Vec<Id<VisitorContact>>,
}

/// What stands under addresses, as it was read.
#[derive(Clone, Debug)]
pub struct Blocklist {
    read: Vec<(Key, Stored)>,
}

impl Blocklist {
    /// Under the addresses of a visitor.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(call: &Call, visitor: &Visitor) -> Result<Self, ApiError> {
        Self::read_under(call, visitor.addresses()).await
    }

    async fn read_under(call: &Call, addresses: Vec<String>) -> Result<Self, ApiError> {
        let keys: Vec<Key> = addresses.iter().map(|address| Key::single(call.tenant(), SPACE, address)).collect();
        if keys.is_empty() {
            return Ok(Self { read: Vec::new() });
        }
        let mut found = call.store.read_values::<Stored>(keys.clone()).await?;
        let mut stored = |key: Key| {
            let position = found.iter().position(|(other, _)| *other == key);
            let stored = position.map(|position| found.swap_remove(position).1).unwrap_or_default();
            (key, stored)
        };
        Ok(Self { read: keys.into_iter().map(&mut stored).collect() })
    }

    /// Lets nobody on the blocklist visit: also not who comes onto it before `transaction` is committed.
    ///
    /// # Errors
    /// 403 `forbidden`, after it was noted on the contacts.
    pub async fn admit(&self, call: &Call, transaction: &mut Transaction) -> Result<(), ApiError> {
        let mut blocking: Vec<Id<VisitorContact>> =
            self.read.iter().flat_map(|(_, stored)| stored.contacts.iter().copied()).collect();
        if blocking.is_empty() {
            for (key, stored) in &self.read {
                transaction.require_value(key, condition(stored.version), version_conflict());
            }
            return Ok(());
        }
        blocking.sort_unstable();
        blocking.dedup();
        for contact in blocking {
            note(call, contact).await?;
        }
        Err(refused())
    }

    /// Puts a contact under these addresses, or takes it away.
    ///
    /// # Errors
    /// 409 `capacity_exceeded`.
    fn write(
        self,
        transaction: &mut Transaction,
        contact: Id<VisitorContact>,
        is_blocked: bool,
    ) -> Result<(), ApiError> {
        for (key, before) in self.read {
            let mut contacts = before.contacts.clone();
            contacts.retain(|other| *other != contact);
            if is_blocked {
                contacts.push(contact);
            }
            if contacts.len() > CONTACTS_MAX {
                let message = format!("at most {CONTACTS_MAX} contacts are blocked by one address");
                return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
            }
            let after = Stored { version: before.version + 1, contacts };
            transaction.put_encoded(&key, &after, condition(before.version), version_conflict());
        }
        Ok(())
    }
}

fn condition(version: i64) -> Expression {
    if version == 0 { Expression::absent() } else { Expression::version(version) }
}

/// Changes under which addresses a contact stands, from what it was to what it will be.
///
/// # Errors
/// 409 `capacity_exceeded`; 503 when the store cannot be read.
pub async fn exchange(
    call: &Call,
    transaction: &mut Transaction,
    id: Id<VisitorContact>,
    (before, after): (&VisitorContact, &VisitorContact),
) -> Result<(), ApiError> {
    let of = |contact: &VisitorContact| if contact.blocked { contact.visitor().addresses() } else { Vec::new() };
    let (before, after) = (of(before), of(after));
    let only = |some: &[String], others: &[String]| -> Vec<String> {
        some.iter().filter(|address| !others.contains(address)).cloned().collect()
    };
    Blocklist::read_under(call, only(&before, &after)).await?.write(transaction, id, false)?;
    Blocklist::read_under(call, only(&after, &before)).await?.write(transaction, id, true)
}

/// Refuses the visits of a contact that is blocked, also when it has no address.
///
/// # Errors
/// 403 `forbidden`, after it was noted on the contact.
pub async fn admit_contact(call: &Call, id: Id<VisitorContact>, contact: &VisitorContact) -> Result<(), ApiError> {
    if !contact.blocked {
        return Ok(());
    }
    note(call, id).await?;
    Err(refused())
}

/// Notes on a contact that somebody was refused: the people of the place see it there.
async fn note(call: &Call, id: Id<VisitorContact>) -> Result<(), ApiError> {
    retry(call, move || async move {
        let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(()) };
        let (last_refused_at, refused_count) = (Some(call.now), before.body.refused_count + 1);
        let body = VisitorContact { last_refused_at, refused_count, ..before.body.clone() };
        let mut transaction = call.transaction();
        transaction.replace(&before, &call.next_version(&before, body, None));
        call.store.commit(transaction).await
    })
    .await
}

/// 403: what the visitor may read.
fn refused() -> ApiError {
    ApiError::new(ErrorCode::Forbidden, "the visit cannot be registered here; please ask at the reception")
}
