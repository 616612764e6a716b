//! Visitor: a person who is no customer of the merchant, as a contact, a request and a visit have them.

use chrono::Duration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

use super::Location;
use values::{Id, Name, OptionalEmail, ShortText, Timestamp, UniqueKey, email::comparable_email, text::digest};

/// Days after which it is looked at again whether what is held about a visitor is to be purged: the merchant may have
/// changed its retention meanwhile.
const LOOK_DAYS: i64 = 7;
/// No retention is shorter.
const RETENTION_DAYS_MIN: i64 = 1;

/// The person who visits, and how to reach them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Visitor {
    /// First name, or the whole name.
    pub name: Name,
    /// Family name; empty when it is not known or stands in `name`.
    #[serde(default)]
    pub surname: ShortText,
    /// Address for mail; empty when there is none.
    #[serde(default)]
    pub email: OptionalEmail,
    /// Telephone number; empty when there is none.
    #[serde(default)]
    pub phone: ShortText,
    /// Where the person comes from.
    #[serde(default)]
    pub company_name: ShortText,
}

impl Visitor {
    /// What stands in place of a visitor whose data was purged.
    #[must_use]
    pub fn nobody() -> Self {
        Self {
            name: Name::new("Purged visitor"),
            surname: ShortText::default(),
            email: OptionalEmail::default(),
            phone: ShortText::default(),
            company_name: ShortText::default(),
        }
    }

    /// Name and surname with a space between, for people to read.
    #[must_use]
    pub fn whole_name(&self) -> String {
        format!("{} {}", self.name, self.surname).trim().to_owned()
    }

    /// Texts by whose words the person is found.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        vec![self.name.as_str(), self.surname.as_str(), self.company_name.as_str(), self.email.as_str()]
    }

    /// By what the person is recognised: digests of the e-mail address without regard to case, and of the telephone
    /// number without regard to how it is written.
    #[must_use]
    pub fn addresses(&self) -> Vec<String> {
        let email = Some(comparable_email(self.email.as_str())).filter(|email| !email.is_empty());
        let email = email.map(|email| digest(&format!("email#{email}")));
        let phone = phone_number(self.phone.as_str()).map(|phone| digest(&format!("phone#{phone}")));
        email.into_iter().chain(phone).collect()
    }
}

/// The digits of a telephone number in any script's common forms, without what only separates them; `+` and `00` before
/// an international one, and a national zero in parentheses, are left out. `None` when there are fewer than five
/// digits.
fn phone_number(text: &str) -> Option<String> {
    let text: String = text.nfkc().filter(|character| !character.is_whitespace()).collect();
    let digits: String = text.replace("(0)", "").chars().filter_map(digit).collect();
    let number = digits.strip_prefix("00").unwrap_or(&digits);
    (number.len() >= 5).then(|| number.to_owned())
}

/// A decimal digit, also Arabic or Persian.
fn digit(character: char) -> Option<char> {
    let value = character.to_digit(10).or_else(|| {
        let zero = [0x660, 0x6F0].into_iter().find(|zero| (*zero..*zero + 10).contains(&u32::from(character)))?;
        Some(u32::from(character) - zero)
    })?;
    char::from_digit(value, 10)
}

/// When it is looked at for the first time whether what ended at `ended` is to be purged.
#[must_use]
pub fn first_look(ended: Timestamp) -> Timestamp {
    ended.plus(Duration::days(RETENTION_DAYS_MIN))
}

/// When what ended at `ended` is looked at next, when personal data is kept for so many days; `None` when it is purged
/// now.
#[must_use]
pub fn next_look(ended: Timestamp, kept_days: u32, now: Timestamp) -> Option<Timestamp> {
    let until = ended.plus(Duration::days(kept_days.into()));
    (now < until).then(|| until.min(now.plus(Duration::days(LOOK_DAYS))))
}

/// A name that only one live visit of a location has: a code, or the number of a badge.
#[must_use]
pub fn unique_at(
    rule: &'static str,
    field: &'static str,
    location: Id<Location>,
    name: impl std::fmt::Display,
) -> UniqueKey {
    UniqueKey::new(rule, format!("{location}#{name}")).of_field(field)
}

#[cfg(test)]
mod tests {
    use super::{first_look, next_look, phone_number};
    use values::Timestamp;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("an instant")
    }

    #[test]
    fn telephone_numbers_are_the_same_however_they_are_written() {
        for (left, right) in [
            ("+31 20 555 0100", "0031205550100"),
            ("+31 (0)20-555 01 00", "+31205550100"),
            ("020 555 0100", "(020) 555-0100"),
            ("+31 20 555 0100", "(+31) 20 555 0100"),
            ("+31 20 555 0100", "tel:+31205550100"),
            ("+31 20 555 0100", "31205550100"),
            ("+31 20 555 0100", "+31 ( 0 ) 20 555 0100"),
            ("+31 20 555 0100", "\u{ff0b}31 20 555 \u{ff10}\u{ff11}\u{ff10}\u{ff10}"),
            ("+31 20 555 0100", "\u{200b}+31 20 555 \u{660}\u{661}\u{660}\u{660}"),
        ] {
            assert_eq!(phone_number(left), phone_number(right), "{left} and {right}");
        }
        assert_ne!(phone_number("+31 20 555 0100"), phone_number("+31 20 555 0101"));
        assert_eq!(phone_number("ext. 12"), None);
        assert_eq!(phone_number(""), None);
    }

    #[test]
    fn what_is_kept_is_looked_at_every_week_and_at_its_end() {
        let ended = at("2027-01-01T12:00:00Z");
        assert_eq!(first_look(ended), at("2027-01-02T12:00:00Z"));
        assert_eq!(next_look(ended, 1, at("2027-01-02T12:00:00Z")), None);
        assert_eq!(next_look(ended, 90, at("2027-01-02T12:00:00Z")), Some(at("2027-01-09T12:00:00Z")));
        assert_eq!(next_look(ended, 10, at("2027-01-09T12:00:00Z")), Some(at("2027-01-11T12:00:00Z")));
        assert_eq!(next_look(ended, 10, at("2027-01-11T12:00:00Z")), None);
    }
}
