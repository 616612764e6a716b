//! Codes and links by which somebody proves to have an e-mail address.

use mailing::SealedFacts;
use records::{SignIn, sign_in::CODE_MINUTES};
use values::{Id, Secret, SecretDigest};

/// How many codes there are.
const CODES: u64 = 1_000_000;

/// A code of six digits, evenly drawn.
#[must_use]
pub fn draw(random: [u8; 8]) -> String {
    // The remainder favours a code by less than one in ten thousand billion.
    format!("{:06}", u64::from_be_bytes(random) % CODES)
}

/// What is stored of a code: with the sign-in it is of, so that equal codes are not seen to be equal.
#[must_use]
pub fn digest(id: Id<SignIn>, code: &str) -> SecretDigest {
    Secret::received(&format!("{id} {code}")).digest()
}

/// What the letter tells: the code, and a link where a page takes one.
#[must_use]
pub fn facts(code: &str, link: Option<String>) -> SealedFacts {
    let always = [("code".to_owned(), code.to_owned()), ("minutes".to_owned(), CODE_MINUTES.to_string())];
    always.into_iter().chain(link.map(|link| ("link".to_owned(), link))).collect()
}

/// The address of the page that takes the link of a letter. What proves anything stands behind the `#`, which no server
/// and no mail scanner is sent.
#[must_use]
pub fn link(return_to: &str, id: Id<SignIn>, secret: &Secret) -> String {
    format!("{return_to}#sign_in={id}&code={}", secret.reveal())
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn a_code_has_six_digits() {
        assert_eq!(draw([0; 8]), "000000");
        assert_eq!(draw(1_000_007_u64.to_be_bytes()), "000007");
        assert_eq!(draw(u64::MAX.to_be_bytes()).len(), 6);
    }
}
