//! Short signatures that only this service makes and whose content it need not have stored: whoever made up the content is refused
//! without a look into the table.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::call::Call;

/// Bytes of a signature.
pub const SIGNATURE_BYTES: usize = 16;

impl Call {
    /// The signature of a content for a purpose, by which the signatures of different purposes differ, and for the caller's merchant.
    #[must_use]
    pub fn signature(&self, purpose: &str, content: &[u8]) -> Option<[u8; SIGNATURE_BYTES]> {
        let whole = self.signed(self.cursor_secrets.first(), purpose, content)?.finalize().into_bytes();
        whole.get(..SIGNATURE_BYTES)?.try_into().ok()
    }

    /// Whether this is the signature of a content for a purpose, for the caller's merchant. A secret that signed earlier still counts
    /// as long as the deployment names it.
    #[must_use]
    pub fn is_signature(&self, purpose: &str, content: &[u8], signature: &[u8]) -> bool {
        let is_of = |secret| {
            self.signed(secret, purpose, content).is_some_and(|mac| mac.verify_truncated_left(signature).is_ok())
        };
        signature.len() == SIGNATURE_BYTES && self.cursor_secrets.all().any(is_of)
    }

    /// The signature in the making; a key of any length is right for it.
    fn signed(&self, secret: &str, purpose: &str, content: &[u8]) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
        // The lengths keep what stands beside each other apart, and all of it from what is signed of a cursor.
        mac.update(b"signature\0");
        mac.update(&u64::try_from(purpose.len()).unwrap_or_default().to_be_bytes());
        mac.update(purpose.as_bytes());
        mac.update(self.tenant().merchant().uuid().as_bytes());
        mac.update(content);
        Some(mac)
    }
}
