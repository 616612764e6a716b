//! When two e-mail addresses are one.

use super::text::folded;

/// The form in which two e-mail addresses are the same: without regard to case, and with an internationalised domain in
/// its letters, whether it was written in letters or in the ASCII form of mail servers (`bücher.example` and
/// `xn--bcher-kva.example`; UTS 46). Everything that asks whether two people are one asks for this form. A domain that
/// is none stays as it is.
#[must_use]
pub fn comparable_email(email: &str) -> String {
    let Some((person, domain)) = email.trim().rsplit_once('@') else { return folded(email) };
    let (letters, fault) = idna::domain_to_unicode(domain);
    let domain = if fault.is_ok() { letters.as_str() } else { domain };
    folded(&format!("{person}@{domain}"))
}

/// The domain of an address as DNS has it; `None` where there is none.
#[must_use]
pub fn mail_domain(email: &str) -> Option<String> {
    let (_, domain) = email.trim().rsplit_once('@')?;
    idna::domain_to_ascii(domain).ok()
}

/// Whether two addresses are surely one mailbox: domains that DNS has as one, and persons that differ at most by the
/// case of ASCII letters. The comparable form takes more for one, because nobody should be a member twice: `ß` and `ss`,
/// `ı` and `i`, which may be somebody else's domain or mailbox.
#[must_use]
pub fn is_same_mailbox(left: &str, right: &str) -> bool {
    let person = |email: &str| email.trim().rsplit_once('@').map(|(person, _)| person.to_ascii_lowercase());
    person(left) == person(right) && mail_domain(left).is_some_and(|domain| mail_domain(right) == Some(domain))
}

#[cfg(test)]
mod tests {
    use super::{comparable_email, is_same_mailbox};

    #[test]
    fn an_address_that_only_looks_alike_is_another_mailbox() {
        for (left, right) in [
            ("ann@pısa.example", "ann@pisa.example"),
            ("ann@straße.example", "ann@strasse.example"),
            ("strauß@example.com", "strauss@example.com"),
            ("mi\u{212a}e@example.com", "mike@example.com"),
            ("ann", "ann"),
        ] {
            assert!(!is_same_mailbox(left, right), "{left} and {right}");
        }
        for (left, right) in [("Ann@Example.COM", "ann@example.com"), ("a@bücher.example", "A@XN--bcher-kva.example")]
        {
            assert!(is_same_mailbox(left, right), "{left} and {right}");
        }
    }

    #[test]
    fn a_domain_in_letters_and_in_ascii_is_one() {
        for (left, right) in [
            ("user@bücher.example", "user@xn--bcher-kva.example"),
            ("User@BÜCHER.example", "user@XN--BCHER-KVA.Example"),
            ("user@bu\u{308}cher.example", "user@bücher.example"),
            ("user@例え。テスト", "user@xn--r8jz45g.xn--zckzah"),
            ("Ann@Example.COM", "ann@example.com"),
            ("", ""),
        ] {
            assert_eq!(comparable_email(left), comparable_email(right), "{left} and {right}");
        }
    }

    #[test]
    fn other_people_and_other_domains_stay_others() {
        for (left, right) in [
            ("user@bücher.example", "user@bucher.example"),
            ("xn--bcher-kva@example.com", "bücher@example.com"),
            ("ann.b@example.com", "annb@example.com"),
            ("ann@a.example", "ann@b.example"),
            // No domain: it says nothing in letters.
            ("user@xn--a.example", "user@xn--b.example"),
        ] {
            assert_ne!(comparable_email(left), comparable_email(right), "{left} and {right}");
        }
    }
}
