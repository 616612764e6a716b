//! Suppressed address: one that nothing is sent to any more, because letters came back from it or its owner complained.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Record};
use values::{ApiError, EmailAddress, Id, Kind, KindName, Timestamp, UniqueKey, email::comparable_email};
use work::UnitOfWork;

/// An address that nothing is sent to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuppressedAddress {
    /// The address.
    pub email: EmailAddress,
    /// Why nothing is sent there.
    pub reason: SuppressionReason,
    /// What the server for outgoing mail said, in a line; empty where nothing was said.
    pub response: String,
}

/// Why nothing is sent to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SuppressionReason {
    /// The mailbox is not there.
    Bounce,
    /// Its owner calls letters unwanted.
    Complaint,
    /// Somebody of the merchant's put it on the list.
    Requested,
}

impl SuppressedAddress {
    /// Held by the one record of an address, in whatever notation it is written; its holder is the record's id.
    #[must_use]
    pub fn key(email: &EmailAddress) -> UniqueKey {
        UniqueKey::new("suppressed_address", comparable_email(email.as_str())).of_field("email")
    }

    /// The record of an address; none when letters are sent there.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn find(work: &UnitOfWork, email: &EmailAddress) -> Result<Option<Record<Self>>, ApiError> {
        let holder = work.store.find_holder(work.tenant(), &Self::key(email)).await?;
        match holder.as_deref().and_then(Id::<Self>::parse) {
            Some(id) => Ok(work.store.find(work.tenant(), id).await?),
            None => Ok(None),
        }
    }
}

impl Kind for SuppressedAddress {
    const KIND: KindName = KindName::SuppressedAddress;
}

impl Entity for SuppressedAddress {
    const PATH: &'static str = "/suppressed-addresses";
    type View = SuppressedAddressView;

    fn unique_keys(&self) -> Vec<UniqueKey> {
        vec![Self::key(&self.email)]
    }

    /// Of an address that letters are sent to again nothing is kept.
    fn put_away(&self) -> Option<Self> {
        Some(Self { email: EmailAddress::default(), response: String::new(), ..self.clone() })
    }

    fn view(&self, _now: Timestamp) -> SuppressedAddressView {
        SuppressedAddressView { email: self.email.clone(), reason: self.reason, response: self.response.clone() }
    }
}

/// An address that nothing is sent to any more.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "SuppressedAddress")]
pub struct SuppressedAddressView {
    /// The address.
    pub email: EmailAddress,
    /// Why nothing is sent there.
    pub reason: SuppressionReason,
    /// What the server for outgoing mail said, in a line; empty where nothing was said.
    pub response: String,
}
