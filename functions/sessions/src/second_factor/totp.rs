//! Codes that an app shows, by the time: RFC 6238 as authenticator apps know it, with HMAC-SHA-1, six digits and steps
//! of thirty seconds.

use ring::hmac;
use subtle::ConstantTimeEq as _;
use values::Timestamp;

/// Length of a key in bytes: as long as what SHA-1 makes, as RFC 4226 recommends.
pub const KEY_BYTES: usize = 20;
/// How long a code is shown, in seconds.
const STEP_SECONDS: i64 = 30;
/// How many steps a device's clock may be behind or ahead: one, as RFC 6238, 5.2 recommends for the time that a code
/// takes to be typed and sent.
const STEPS_OFF_MAX: u64 = 1;
/// How many codes there are.
const CODES: u32 = 1_000_000;
/// The alphabet of RFC 4648, 6, of which keys and recovery codes are written.
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The step of time at `now`.
#[must_use]
pub fn step(now: Timestamp) -> u64 {
    u64::try_from(now.millis().div_euclid(STEP_SECONDS * 1_000)).unwrap_or_default()
}

/// The code of a step.
#[must_use]
pub fn code(key: &[u8], step: u64) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, key);
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let bytes = tag.as_ref();
    // RFC 4226, 5.3: where the four bytes stand is in the last four bits of the twenty bytes.
    let start = usize::from(bytes[bytes.len() - 1] & 0x0f);
    let four = [bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]];
    format!("{:06}", (u32::from_be_bytes(four) & 0x7fff_ffff) % CODES)
}

/// The step whose code this is, if it is one that an app may show now and that comes after the one used `last`.
#[must_use]
pub fn step_of(key: &[u8], given: &str, now: Timestamp, last: u64) -> Option<u64> {
    let present = step(now);
    let candidates = present.saturating_sub(STEPS_OFF_MAX)..=present + STEPS_OFF_MAX;
    // Every candidate is compared, all digits of it: how long a refusal takes tells nothing.
    let matching = candidates.filter(|step| is_same(&code(key, *step), given)).collect::<Vec<_>>();
    matching.into_iter().find(|step| *step > last)
}

fn is_same(expected: &str, given: &str) -> bool {
    expected.as_bytes().ct_eq(given.as_bytes()).into()
}

/// Bytes in base32, without padding.
#[must_use]
pub fn base32(bytes: &[u8]) -> String {
    let bit = |position: usize| {
        let byte = bytes.get(position / 8).copied().unwrap_or_default();
        usize::from(byte >> (7 - position % 8) & 1)
    };
    let letter = |number: usize| {
        let value = (0..5).fold(0, |value, position| value << 1 | bit(number * 5 + position));
        char::from(BASE32[value])
    };
    (0..(bytes.len() * 8).div_ceil(5)).map(letter).collect()
}

/// The bytes of a text in base32; none where it has another letter.
#[must_use]
pub fn bytes_of(base32: &str) -> Option<Vec<u8>> {
    let value = |letter: u8| BASE32.iter().position(|other| *other == letter);
    let values = base32.bytes().map(value).collect::<Option<Vec<_>>>()?;
    let bit = |position: usize| values[position / 5] >> (4 - position % 5) & 1;
    let byte = |number: usize| (0..8).fold(0, |byte, position| byte << 1 | bit(number * 8 + position));
    (0..values.len() * 5 / 8).map(|number| u8::try_from(byte(number)).ok()).collect()
}

#[cfg(test)]
mod tests {
    use values::Timestamp;

    use super::{base32, bytes_of, code, step, step_of};

    /// The key of the vectors in RFC 6238, appendix B.
    const KEY: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1_000).expect("an instant")
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        let vectors = [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ];
        for (seconds, expected) in vectors {
            assert_eq!(code(KEY, step(at(seconds))), expected, "{seconds}");
        }
    }

    #[test]
    fn a_code_is_right_for_a_step_before_and_after_its_own_and_once() {
        let given = code(KEY, step(at(900)));
        for (seconds, is_right) in [(869, false), (870, true), (900, true), (959, true), (960, false)] {
            assert_eq!(step_of(KEY, &given, at(seconds), 0).is_some(), is_right, "{seconds}");
        }
        let used = step_of(KEY, &given, at(900), 0).expect("a step");
        assert_eq!(step_of(KEY, &given, at(901), used), None);
        assert_eq!(step_of(KEY, "28708", at(59), 0), None);
        assert_eq!(step_of(KEY, "2870820", at(59), 0), None);
    }

    #[test]
    fn base32_is_that_of_the_standard_and_comes_back() {
        // RFC 4648, 10.
        for (bytes, text) in [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foobar", "MZXW6YTBOI")] {
            assert_eq!(base32(bytes.as_bytes()), text);
            assert_eq!(bytes_of(text), Some(bytes.as_bytes().to_vec()));
        }
        assert_eq!(bytes_of("MZX1"), None);
    }
}
