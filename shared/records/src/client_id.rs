//! Client ids. A client id carries its merchant, so that one read by key verifies a credential.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use uuid::Uuid;

use super::api_client::ApiClient;
use values::{MerchantReference, id::Id};

const PREFIX: &str = "colc_";

/// Public identifier of an API client: `colc_` and 43 characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientId {
    merchant: Id<MerchantReference>,
    client: Id<ApiClient>,
}

impl ClientId {
    /// The identifier of `client` of `merchant`.
    #[must_use]
    pub const fn new(merchant: Id<MerchantReference>, client: Id<ApiClient>) -> Self {
        Self { merchant, client }
    }

    /// Reads a client id.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; 32] = URL_SAFE_NO_PAD.decode(text.strip_prefix(PREFIX)?).ok()?.try_into().ok()?;
        let (merchant, client) = bytes.split_at(16);
        Some(Self {
            merchant: Id::new(Uuid::from_slice(merchant).ok()?),
            client: Id::new(Uuid::from_slice(client).ok()?),
        })
    }

    /// The merchant whose client it is.
    #[must_use]
    pub const fn merchant(self) -> Id<MerchantReference> {
        self.merchant
    }

    /// The API client's record.
    #[must_use]
    pub const fn client(self) -> Id<ApiClient> {
        self.client
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = [*self.merchant.uuid().as_bytes(), *self.client.uuid().as_bytes()].concat();
        write!(formatter, "{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes))
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::ClientId;
    use values::Id;

    #[test]
    fn a_client_id_carries_its_merchant() {
        let id = ClientId::new(Id::new(Uuid::from_u128(1)), Id::new(Uuid::from_u128(2)));
        assert_eq!(ClientId::parse(&id.to_string()), Some(id));
        for text in ["", "colc_", "cols_AAAA", &format!("{id}A"), &id.to_string()[..40]] {
            assert_eq!(ClientId::parse(text), None, "{text}");
        }
    }
}
