//! Cursors: the position at which a list goes on, made of the sort part of DynamoDB's LastEvaluatedKey.
//!
//! A cursor is signed with a secret of the deployment that is for nothing else, and the signature covers the list's
//! fingerprint, which is that of its merchant, filters and direction. So only this service makes cursors, and each
//! leads on in its own list. The partition is not in it: it is always built from the caller's own merchant, so a cursor
//! can lead a caller only to its own records even when the secret is known.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use values::SecretVersions;

/// First byte of every cursor; another number is another layout.
const VERSION: u8 = 2;
/// Bytes of the signature.
const SIGNATURE_BYTES: usize = 16;
/// Longest cursor, in characters.
pub const CURSOR_CHARACTERS_MAX: usize = 512;

/// What a list is known by.
pub type Fingerprint = [u8; 8];

/// The cursor of a sort key; `None` when it would be too long, which no key of ours is.
#[must_use]
pub fn encode(secrets: &SecretVersions, fingerprint: Fingerprint, sort: &str) -> Option<String> {
    let mut bytes = [&[VERSION], sort.as_bytes()].concat();
    let signature = signed(secrets.first(), fingerprint, &bytes)?.finalize().into_bytes();
    bytes.extend_from_slice(&signature[..SIGNATURE_BYTES]);
    let cursor = URL_SAFE_NO_PAD.encode(bytes);
    (cursor.len() <= CURSOR_CHARACTERS_MAX).then_some(cursor)
}

/// The sort key in a cursor; `None` for a cursor of another list and for anything that is no cursor of ours.
#[must_use]
pub fn decode(secrets: &SecretVersions, fingerprint: Fingerprint, cursor: &str) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let (content, signature) = bytes.split_at_checked(bytes.len().checked_sub(SIGNATURE_BYTES)?)?;
    let sort = content.strip_prefix(&[VERSION])?;
    let is_of =
        |secret| signed(secret, fingerprint, content).is_some_and(|mac| mac.verify_truncated_left(signature).is_ok());
    secrets.all().any(is_of).then(|| String::from_utf8(sort.to_vec()).ok()).flatten()
}

/// The signature in the making; a key of any length is right for it.
fn signed(secret: &str, fingerprint: Fingerprint, content: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
    mac.update(&fingerprint);
    mac.update(content);
    Some(mac)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{SecretVersions, decode, encode};

    fn secrets(text: &str) -> SecretVersions {
        SecretVersions::parse(text).expect("a secret")
    }

    proptest! {
        #[test]
        fn a_cursor_leads_back_to_its_key_and_any_changed_bit_to_nothing(sort in "[ -~]{0,100}", print in any::<[u8; 8]>(), bit in 0_usize..7) {
            let secrets = secrets("one");
            let cursor = encode(&secrets, print, &sort).expect("short enough");
            prop_assert_eq!(decode(&secrets, print, &cursor), Some(sort));
            for position in 0..cursor.len() {
                let mut bytes = cursor.clone().into_bytes();
                bytes[position] ^= 1 << bit;
                if let Ok(changed) = String::from_utf8(bytes) {
                    prop_assert_eq!(decode(&secrets, print, &changed), None);
                }
            }
        }

        #[test]
        fn a_cursor_of_another_list_is_none(print in any::<[u8; 8]>(), other in any::<[u8; 8]>()) {
            prop_assume!(print != other);
            let secrets = secrets("one");
            prop_assert_eq!(decode(&secrets, other, &encode(&secrets, print, "key").expect("short enough")), None);
        }

        #[test]
        fn anything_else_is_no_cursor(text in ".{0,80}") {
            prop_assert_eq!(decode(&secrets("one"), [0; 8], &text), None);
        }
    }

    #[test]
    fn a_new_secret_signs_while_the_old_one_still_counts() {
        let made = |text| encode(&secrets(text), [7; 8], "key").expect("short enough");
        assert_eq!(decode(&secrets("new,old"), [7; 8], &made("old")), Some("key".to_owned()));
        assert_eq!(decode(&secrets("new"), [7; 8], &made("new,old")), Some("key".to_owned()));
        assert_eq!(decode(&secrets("new"), [7; 8], &made("old")), None);
    }
}
