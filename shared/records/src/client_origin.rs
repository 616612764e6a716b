//! From which web origins public clients are used, as a preflight finds it.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{Entity, Index, IndexBy, Indexes};
use uuid::Uuid;
use values::{Id, Kind, KindName, Timestamp};

use super::{ClientId, Origin};

/// That a client is used from an origin: how a preflight, which has no credentials, finds the clients of an origin. It
/// stands beside the merchants' registrations and is only a hint: whether the client still has the origin, its own
/// record says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientOrigin {
    /// The origin.
    pub origin: Origin,
    /// Public identifier of the client.
    pub client_id: String,
}

impl ClientOrigin {
    /// Index of the clients of an origin.
    pub const BY_ORIGIN: IndexBy<Self, Origin> =
        IndexBy::compared(Index::First, "origin", |origin| origin.as_str().to_owned());

    /// The id of what notes this: the same for the same client and origin.
    #[must_use]
    pub fn id(&self) -> Id<Self> {
        let digest = Sha256::digest(format!("{} {}", self.origin.as_str(), self.client_id));
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        Id::new(Uuid::from_bytes(bytes))
    }

    /// The client that is named.
    #[must_use]
    pub fn client(&self) -> Option<ClientId> {
        ClientId::parse(&self.client_id)
    }
}

impl Kind for ClientOrigin {
    const KIND: KindName = KindName::ClientOrigin;
}

impl Entity for ClientOrigin {
    const PATH: &'static str = "/";
    type View = bool;

    fn view(&self, _now: Timestamp) -> bool {
        true
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_ORIGIN, &self.origin, id)
    }
}
