//! Whether a tax identification number has the form of its country, and where the rule is known here its check digits.
//! The country's register is not asked.

use values::tax::TaxIdStatus;

/// The status of a number, written with or without the country in front, of a customer in `country`.
#[must_use]
pub fn status(tax_id: &str, country: &str) -> TaxIdStatus {
    let plain: String =
        tax_id.chars().filter(|letter| !matches!(letter, ' ' | '.' | '-' | '/')).collect::<String>().to_uppercase();
    if plain.is_empty() {
        return TaxIdStatus::Missing;
    }
    if is_of_its_country(&plain, country) { TaxIdStatus::FormChecked } else { TaxIdStatus::Unverified }
}

/// A prefix that names a country must name the customer's; without one the customer's country decides.
fn is_of_its_country(plain: &str, country: &str) -> bool {
    let country = prefix_of(country);
    let prefixed = plain.split_at_checked(2).is_some_and(|(prefix, rest)| {
        let prefix = prefix_of(prefix);
        (country.is_empty() || country == prefix) && has_form(prefix, rest)
    });
    has_form(country, plain) || prefixed
}

/// The letters in front of a country's numbers: Greece has `EL`, and Northern Ireland's `XI` are British numbers.
fn prefix_of(country: &str) -> &str {
    match country {
        "GR" => "EL",
        "XI" => "GB",
        _ => country,
    }
}

/// Whether a number without its prefix has the form of a country: with check digits where their rule is known here,
/// otherwise as the European Commission lists it (VIES, frequently asked questions, question 11). `9` stands for a
/// digit, `A` for a letter, `*` for either.
fn has_form(country: &str, number: &str) -> bool {
    let forms: &[&str] = match country {
        "BE" => return is_belgian(number),
        "DE" => return is_german(number),
        "ES" => return is_spanish(number),
        "FR" => return is_french(number),
        "GB" => return is_british(number),
        "NL" => return is_dutch(number),
        "AT" => &["U99999999"],
        "BG" => &["999999999", "9999999999"],
        "CY" => &["99999999A"],
        "CZ" => &["99999999", "999999999", "9999999999"],
        "DK" | "FI" | "HU" | "LU" | "MT" | "SI" => &["99999999"],
        "EE" | "EL" | "PT" => &["999999999"],
        "HR" | "IT" | "LV" => &["99999999999"],
        "IE" => &["9999999A", "9999999AA", "9*99999A"],
        "LT" => &["999999999", "999999999999"],
        "PL" | "SK" => &["9999999999"],
        "RO" => return (2..=10).contains(&number.len()) && digits(number).is_some(),
        "SE" => &["999999999999"],
        _ => return false,
    };
    forms.iter().any(|form| is_of_form(number, form))
}

fn is_of_form(number: &str, form: &str) -> bool {
    let fits = |(letter, of): (char, char)| match of {
        '9' => letter.is_ascii_digit(),
        'A' => letter.is_ascii_uppercase(),
        '*' => letter.is_ascii_uppercase() || letter.is_ascii_digit(),
        exact => letter == exact,
    };
    number.chars().count() == form.len() && number.chars().zip(form.chars()).all(fits)
}

/// The digits of a string that is nothing else.
fn digits(text: &str) -> Option<Vec<u32>> {
    text.chars().map(|letter| letter.to_digit(10)).collect()
}

/// The number that digits write.
fn number(digits: &[u32]) -> u64 {
    digits.iter().fold(0, |number, digit| number * 10 + u64::from(*digit))
}

/// Ten digits, the last two 97 minus the rest modulo 97; the old form lacks the leading zero.
fn is_belgian(text: &str) -> bool {
    let Some(mut digits) = digits(text) else { return false };
    if digits.len() == 9 {
        digits.insert(0, 0);
    }
    digits.len() == 10 && digits[0] <= 1 && 97 - number(&digits[..8]) % 97 == number(&digits[8..])
}

/// Nine digits under ISO 7064 MOD 11,10.
fn is_german(text: &str) -> bool {
    let Some(digits) = digits(text).filter(|digits| digits.len() == 9 && digits[0] != 0) else { return false };
    let product = digits[..8].iter().fold(10, |product, digit| {
        let sum = (digit + product) % 10;
        (if sum == 0 { 10 } else { sum }) * 2 % 11
    });
    (11 - product) % 10 == digits[8]
}

/// NIF of a person (eight digits and a letter), NIE of a foreigner (`X`, `Y`, `Z`) or of an entity (a letter, seven
/// digits and a control character).
fn is_spanish(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let ([first, .., last], 9) = (letters.as_slice(), letters.len()) else { return false };
    let middle: String = letters[1..8].iter().collect();
    let Some(middle) = digits(&middle) else { return false };
    let leading = match first {
        'X' | 'K' | 'L' | 'M' => Some(0),
        'Y' => Some(1),
        'Z' => Some(2),
        other => other.to_digit(10),
    };
    if let Some(leading) = leading {
        let number = u64::from(leading) * 10_000_000 + number(&middle);
        return "TRWAGMYFPDXBNJZSQVHLCKE".chars().nth(usize::try_from(number % 23).unwrap_or(usize::MAX))
            == Some(*last);
    }
    let sum: u32 = middle
        .iter()
        .enumerate()
        .map(|(position, digit)| if position % 2 == 0 { digit * 2 / 10 + digit * 2 % 10 } else { *digit })
        .sum();
    let control = (10 - sum % 10) % 10;
    let by_digit = last.to_digit(10) == Some(control);
    let by_letter = "JABCDEFGHI".chars().nth(control as usize) == Some(*last);
    match first {
        'A' | 'B' | 'E' | 'H' => by_digit,
        'N' | 'P' | 'Q' | 'R' | 'S' | 'W' => by_letter,
        'C' | 'D' | 'F' | 'G' | 'J' | 'U' | 'V' => by_digit || by_letter,
        _ => false,
    }
}

/// A key of two characters and the nine digits of the SIREN, whose last is Luhn's.
fn is_french(text: &str) -> bool {
    let Some((key, siren)) = text.split_at_checked(2) else { return false };
    let Some(siren) = digits(siren).filter(|siren| siren.len() == 9 && luhn(siren)) else { return false };
    let siren = number(&siren);
    if let Some(key) = digits(key) {
        return number(&key) == (12 + 3 * (siren % 97)) % 97;
    }
    // The newer keys have a letter that is neither I nor O.
    let value = |letter: char| "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ".chars().position(|known| known == letter);
    let mut letters = key.chars();
    let (Some(first), Some(second)) = (letters.next().and_then(value), letters.next().and_then(value)) else {
        return false;
    };
    let key = if first < 10 { (first * 24 + second).checked_sub(10) } else { (first * 34 + second).checked_sub(100) };
    key.and_then(|key| u64::try_from(key).ok()).is_some_and(|key| (siren + 1 + key / 11) % 11 == key % 11)
}

fn luhn(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(position, digit)| if position % 2 == 1 { digit * 2 / 10 + digit * 2 % 10 } else { *digit })
        .sum();
    sum.is_multiple_of(10)
}

/// Nine digits, with three more for a branch: weighted sum and check digits are 0 or 42 modulo 97.
fn is_british(text: &str) -> bool {
    let Some(digits) = digits(text).filter(|digits| matches!(digits.len(), 9 | 12)) else { return false };
    let weighted: u64 = digits[..7].iter().zip((2..=8).rev()).map(|(digit, weight)| u64::from(*digit) * weight).sum();
    let sum = weighted + number(&digits[7..9]);
    sum.is_multiple_of(97) || (sum + 55).is_multiple_of(97)
}

/// Nine digits, `B`, two digits: the nine under the eleven test, or the whole under MOD 97 (since 2020).
fn is_dutch(text: &str) -> bool {
    let Some((entity, branch)) = text.split_once('B') else { return false };
    let (Some(entity), Some(branch)) = (digits(entity), digits(branch)) else { return false };
    if entity.len() != 9 || branch.len() != 2 || number(&branch) == 0 {
        return false;
    }
    let weighted: u32 = entity[..8].iter().zip((2..=9).rev()).map(|(digit, weight)| digit * weight).sum();
    let by_letters = format!("NL{text}").chars().fold(0, |rest, letter| match letter.to_digit(36) {
        Some(value) if value >= 10 => (rest * 100 + value) % 97,
        Some(value) => (rest * 10 + value) % 97,
        None => rest,
    });
    weighted % 11 == entity[8] || by_letters == 1
}

#[cfg(test)]
mod tests {
    use super::{TaxIdStatus, status};

    fn check(country: &str, cases: &[(&str, bool)]) {
        for (tax_id, ok) in cases {
            let expected = if *ok { TaxIdStatus::FormChecked } else { TaxIdStatus::Unverified };
            assert_eq!(status(tax_id, country), expected, "{country} {tax_id}");
        }
    }

    #[test]
    fn check_digits_are_those_of_the_country() {
        check(
            "BE",
            &[("0403.019.261", true), ("BE 0428759497", true), ("403019261", true), ("BE0431150351", false)],
        );
        check("DE", &[("DE136695976", true), ("136 695 976", true), ("136695978", false), ("036695976", false)]);
        check(
            "GB",
            &[
                ("GB 980 7806 84", true),
                ("802311782", true),
                ("802311781", false),
                ("980780684001", true),
                ("98078068", false),
            ],
        );
        check(
            "NL",
            &[("NL004495445B01", true), ("123456789B90", false), ("NL002455799B11", true), ("4495445B01", false)],
        );
    }

    #[test]
    fn a_dutch_number_of_a_sole_trader_is_checked_as_a_whole() {
        check("NL", &[("NL000099998B57", true), ("NL000099998B58", false), ("NL000099998B00", false)]);
    }

    #[test]
    fn french_keys_have_digits_or_letters() {
        check(
            "FR",
            &[("FR40303265045", true), ("23334175221", true), ("84323140391", false), ("FR40303265044", false)],
        );
        check(
            "FR",
            &[("K7399859412", true), ("4Z123456782", true), ("IO334175221", false), ("K7399859411", false)],
        );
    }

    #[test]
    fn spanish_numbers_are_of_people_foreigners_or_entities() {
        check("ES", &[("54362315-K", true), ("54362315Z", false), ("X-5253868-R", true), ("M-1234567-L", true)]);
        check("ES", &[("J99216582", true), ("J99216583", false), ("B64717838", true), ("B6471783H", false)]);
        check("ES", &[("P2807900B", true), ("P28079002", false), ("I1234567A", false), ("12345678", false)]);
    }

    #[test]
    fn a_prefix_must_be_the_customers_country_and_unknown_countries_are_unverified() {
        check("NL", &[("DE136695976", false)]);
        check("", &[("DE136695976", true), ("136695976", false), ("é", false)]);
        check("US", &[("12-3456789", false)]);
        assert_eq!(status(" - ", "NL"), TaxIdStatus::Missing);
    }

    #[test]
    fn other_members_of_the_union_have_a_form_without_known_check_digits() {
        check("AT", &[("ATU12345678", true), ("U1234567", false), ("12345678", false)]);
        check("GR", &[("EL094259216", true), ("GR094259216", true), ("094259216", true), ("09425921", false)]);
        check("IE", &[("IE1234567WA", true), ("1A23456B", true), ("12345678", false)]);
        check("IT", &[("12345678901", true), ("1234567890", false)]);
        check("RO", &[("12", true), ("1", false), ("12345678901", false)]);
    }
}
