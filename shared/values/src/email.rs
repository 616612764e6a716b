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

#[cfg(test)]
mod tests {
    use super::comparable_email;

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
