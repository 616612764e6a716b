//! Whether a merchant does business in earnest, which its identifier says.

use uuid::Uuid;

use super::{Id, MerchantReference};

/// Whether a merchant does business in earnest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MerchantKind {
    /// It does; its clock is real time.
    Live,
    /// It is for trying things out, with a clock of its own. Its id is a UUID of version 8 instead of 7, so that
    /// nothing has to be read to tell it from a live one.
    Sandbox,
}

/// Position of the version in the bytes of a UUID.
const VERSION_BYTE: usize = 6;
/// Version 8, in its byte.
const SANDBOX_VERSION: u8 = 0x80;

impl Id<MerchantReference> {
    /// The same, marked as the id of a merchant of this kind. It sorts as it did.
    #[must_use]
    pub fn of_kind(self, kind: MerchantKind) -> Self {
        match kind {
            MerchantKind::Live => self,
            MerchantKind::Sandbox => {
                let mut bytes = self.uuid().into_bytes();
                bytes[VERSION_BYTE] = bytes[VERSION_BYTE] & 0x0f | SANDBOX_VERSION;
                Self::new(Uuid::from_bytes(bytes))
            }
        }
    }

    /// Of which kind the merchant with this id is.
    #[must_use]
    pub const fn kind(self) -> MerchantKind {
        if self.uuid().as_bytes()[VERSION_BYTE] & 0xf0 == SANDBOX_VERSION {
            MerchantKind::Sandbox
        } else {
            MerchantKind::Live
        }
    }
}
