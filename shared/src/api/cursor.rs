//! Cursors: the position at which a list goes on, made of the sort part of DynamoDB's LastEvaluatedKey.
//!
//! A fingerprint ties a cursor to its merchant, list, filters and direction, and a checksum shows whether it was
//! altered. The partition is not in it: it is always built from the caller's own merchant, so a cursor can lead a
//! caller only to its own list.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// First byte of every cursor; another number is another layout.
const VERSION: u8 = 1;
/// Bytes of the fingerprint and of the checksum.
const PRINT_BYTES: usize = 8;
/// Longest cursor, in characters.
pub const CURSOR_CHARACTERS_MAX: usize = 512;

/// The cursor of a sort key; `None` when it would be too long, which no key of ours is.
#[must_use]
pub fn encode(fingerprint: [u8; PRINT_BYTES], sort: &str) -> Option<String> {
    let mut bytes = vec![VERSION];
    bytes.extend(fingerprint);
    bytes.extend(sort.as_bytes());
    let checksum = Sha256::digest(&bytes);
    bytes.extend(&checksum[..PRINT_BYTES]);
    let cursor = URL_SAFE_NO_PAD.encode(bytes);
    (cursor.len() <= CURSOR_CHARACTERS_MAX).then_some(cursor)
}

/// The sort key in a cursor; `None` for a cursor of another list and for anything that is no cursor.
#[must_use]
pub fn decode(fingerprint: [u8; PRINT_BYTES], cursor: &str) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let (content, checksum) = bytes.split_at_checked(bytes.len().checked_sub(PRINT_BYTES)?)?;
    let sort = content.strip_prefix(&[VERSION])?.strip_prefix(&fingerprint)?;
    if Sha256::digest(content)[..PRINT_BYTES] != *checksum {
        return None;
    }
    String::from_utf8(sort.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{decode, encode};

    proptest! {
        #[test]
        fn a_cursor_leads_back_to_its_key_and_any_changed_bit_to_nothing(sort in "[ -~]{0,100}", print in any::<[u8; 8]>(), bit in 0_usize..7) {
            let cursor = encode(print, &sort).expect("short enough");
            prop_assert_eq!(decode(print, &cursor), Some(sort));
            for position in 0..cursor.len() {
                let mut bytes = cursor.clone().into_bytes();
                bytes[position] ^= 1 << bit;
                if let Ok(changed) = String::from_utf8(bytes) {
                    prop_assert_eq!(decode(print, &changed), None);
                }
            }
        }

        #[test]
        fn a_cursor_of_another_list_is_none(print in any::<[u8; 8]>(), other in any::<[u8; 8]>()) {
            prop_assume!(print != other);
            prop_assert_eq!(decode(other, &encode(print, "key").expect("short enough")), None);
        }

        #[test]
        fn anything_else_is_no_cursor(text in ".{0,80}") {
            prop_assert_eq!(decode([0; 8], &text), None);
        }
    }
}
