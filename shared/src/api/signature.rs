//! Short signatures that only this service makes and whose content it need not have stored: whoever made up the content
//! is refused without a look into the table.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::call::Call;
use platform::secrets::Purpose;
use values::SecretVersions;
use values::{ApiError, tenant::Tenant};

/// Bytes of a signature.
pub const SIGNATURE_BYTES: usize = 16;

impl Call {
    /// The signature of a content for a purpose, by which the signatures of different purposes differ, and for the
    /// caller's merchant; `None` when none can be made.
    ///
    /// # Errors
    /// 503 when the secret cannot be read.
    pub async fn signature(&self, purpose: &str, content: &[u8]) -> Result<Option<[u8; SIGNATURE_BYTES]>, ApiError> {
        let versions = self.secrets.read_once(Purpose::Codes).await?;
        let Some(mac) = signed(versions.first(), self.tenant(), purpose, content) else { return Ok(None) };
        let whole = mac.finalize().into_bytes();
        Ok(whole.get(..SIGNATURE_BYTES).and_then(|signature| signature.try_into().ok()))
    }

    /// Whether this is the signature of a content for a purpose, for the caller's merchant. A version of the secret
    /// that signed earlier still counts as long as it is kept. What was signed before codes had a secret of their own
    /// was signed with that of cursors.
    ///
    /// # Errors
    /// 503 when a secret cannot be read.
    pub async fn is_signature(&self, purpose: &str, content: &[u8], signature: &[u8]) -> Result<bool, ApiError> {
        if signature.len() != SIGNATURE_BYTES {
            return Ok(false);
        }
        let is_of = |secret: &str| {
            let mac = signed(secret, self.tenant(), purpose, content);
            mac.is_some_and(|mac| mac.verify_truncated_left(signature).is_ok())
        };
        let is_of_any = |versions: &SecretVersions| versions.all().any(is_of).then_some(());
        if self.secrets.find_checked(Purpose::Codes, is_of_any).await?.is_some() {
            return Ok(true);
        }
        Ok(self.secrets.find_checked(Purpose::Cursors, is_of_any).await?.is_some())
    }
}

/// The signature in the making; a key of any length is right for it.
fn signed(secret: &str, tenant: &Tenant, purpose: &str, content: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
    // The lengths keep what stands beside each other apart, and all of it from what is signed of a cursor.
    mac.update(b"signature\0");
    mac.update(&u64::try_from(purpose.len()).unwrap_or_default().to_be_bytes());
    mac.update(purpose.as_bytes());
    mac.update(tenant.merchant().uuid().as_bytes());
    mac.update(content);
    Some(mac)
}
