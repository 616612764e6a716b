//! Creditor references after ISO 11649: what a payer copies into a transfer and a bank returns, with two check digits
//! that find a mistyped one.

/// Most letters and digits after `RF` and the check digits (ISO 11649: 25 characters in all).
const REFERENCE_MAX: usize = 21;
/// Signs that a document's number may have and a reference leaves out.
const SEPARATORS: &str = "-/._ ";
/// Groups in which a reference is printed (ISO 11649).
const GROUP: usize = 4;

/// The reference of a document with this number: `RF`, two check digits, and the letters and digits of the number.
/// None for a number of more than 21 of them, or with other signs than separators between them.
#[must_use]
pub fn creditor_reference(number: &str) -> Option<String> {
    let letters: String =
        number.chars().filter(|sign| !SEPARATORS.contains(*sign)).map(|sign| sign.to_ascii_uppercase()).collect();
    let fits = (1..=REFERENCE_MAX).contains(&letters.len()) && letters.chars().all(|sign| sign.is_ascii_alphanumeric());
    let check = 98 - remainder(&format!("{letters}RF00"))?;
    fits.then(|| format!("RF{check:02}{letters}"))
}

/// A reference as somebody wrote it, without spaces and in capitals; none when it is none, or was mistyped.
#[must_use]
pub fn parse_creditor_reference(text: &str) -> Option<String> {
    let written: String =
        text.chars().filter(|sign| !sign.is_whitespace()).map(|sign| sign.to_ascii_uppercase()).collect();
    let letters = written.strip_prefix("RF").filter(|rest| (3..=REFERENCE_MAX + 2).contains(&rest.len()))?;
    let (check, reference) = letters.split_at_checked(2)?;
    (remainder(&format!("{reference}RF{check}"))? == 1).then_some(written)
}

/// A reference in groups of four, as it is printed.
#[must_use]
pub fn printed(reference: &str) -> String {
    let signs: Vec<char> = reference.chars().collect();
    let groups: Vec<String> = signs.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join(" ")
}

/// Remainder of the number that letters and digits stand for, by 97 (ISO/IEC 7064, MOD 97-10): a letter is 10 to 35.
/// None for other signs.
fn remainder(signs: &str) -> Option<u32> {
    signs.chars().try_fold(0, |sum, sign| {
        let value = sign.to_digit(36)?;
        Some((sum * if value < 10 { 10 } else { 100 } + value) % 97)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{creditor_reference, parse_creditor_reference, printed};

    /// The example of the standard, as banks publish it.
    #[test]
    fn check_digits_are_those_of_published_references() {
        assert_eq!(creditor_reference("539007547034").as_deref(), Some("RF18539007547034"));
        assert_eq!(parse_creditor_reference("rf18 5390 0754 7034").as_deref(), Some("RF18539007547034"));
        assert_eq!(printed("RF18539007547034"), "RF18 5390 0754 7034");
    }

    #[test]
    fn a_number_that_does_not_fit_has_no_reference() {
        for number in ["", "---", "INV-2027-0000000000000000001", "RÉF-1", "INV+1"] {
            assert_eq!(creditor_reference(number), None, "{number}");
        }
        assert!(creditor_reference("INV-2027/000.001 ABCDEFG").is_some_and(|reference| reference.len() == 24));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_mistyped_digit_is_found(number in "[A-Z0-9]{2,21}", place in 4_usize..25, sign in "[0-9]") {
            let reference = creditor_reference(&number).expect("a reference");
            prop_assert_eq!(parse_creditor_reference(&reference), Some(reference.clone()));
            let place = place.min(reference.len() - 1);
            let mut typed = reference.clone();
            typed.replace_range(place..=place, &sign);
            let is_digit = reference.as_bytes()[place].is_ascii_digit();
            if typed != reference && is_digit {
                prop_assert_eq!(parse_creditor_reference(&typed), None);
            }
        }
    }
}
