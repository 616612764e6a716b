//! Bounded strings: 200 characters a string field, 5,000 a text.

use std::{borrow::Cow, fmt};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

/// White space and control characters, which no part of an e-mail address has.
macro_rules! blank {
    () => {
        r"\s\x00-\x1f\x7f-\x9f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
    };
}

/// An e-mail address: one `@`, 1 to 64 characters before it, a dotted name after it that neither begins nor ends with a
/// hyphen, nothing blank.
macro_rules! email {
    () => {
        concat!(
            "[^@",
            blank!(),
            "]{1,64}@[^@.",
            blank!(),
            "-]",
            "((\\.?[^@.",
            blank!(),
            "])*\\.?[^@.",
            blank!(),
            "-])?",
        )
    };
}

/// Regular expression that the schema gives for an e-mail address.
pub const EMAIL_PATTERN: &str = concat!("^", email!(), "$");
/// An e-mail address, or nothing.
const OPTIONAL_EMAIL_PATTERN: &str = concat!("^(", email!(), ")?$");
/// One line without control characters.
const LINE_PATTERN: &str = r"^[^\x00-\x1f\x7f]*$";
/// One line without control characters that is not blank.
const NAME_PATTERN: &str = r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$";
/// Text with tabs and line ends, but no other control character.
pub const TEXT_PATTERN: &str = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$";

/// What a string must be that does not match one of these patterns.
#[must_use]
pub fn pattern_in_words(pattern: &str) -> String {
    match pattern {
        EMAIL_PATTERN => "must be an e-mail address".to_owned(),
        OPTIONAL_EMAIL_PATTERN => "must be an e-mail address or empty".to_owned(),
        LINE_PATTERN => "must be one line without control characters".to_owned(),
        NAME_PATTERN => "must be one line without control characters that is not blank".to_owned(),
        TEXT_PATTERN => "must have no control characters but tabs and line ends".to_owned(),
        other => format!("must match {other}"),
    }
}

macro_rules! bounded_string {
    ($(#[$doc:meta])* $name:ident, $schema:tt) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The string; requests are checked against the schema before they get here.
            #[must_use]
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// The text as it was written.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

bounded_string!(
    /// A name or title: one line, 1 to 200 characters, not blank.
    Name,
    {"type": "string", "minLength": 1, "maxLength": 200, "pattern": NAME_PATTERN}
);
bounded_string!(
    /// One line of at most 200 characters, possibly empty.
    ShortText,
    {"type": "string", "maxLength": 200, "pattern": LINE_PATTERN}
);
bounded_string!(
    /// Running text of at most 5,000 characters, possibly empty.
    LongText,
    {"type": "string", "maxLength": 5000, "pattern": TEXT_PATTERN}
);
bounded_string!(
    /// The text of a document, of at most 20,000 characters, possibly empty.
    DocumentText,
    {"type": "string", "maxLength": 20000, "pattern": TEXT_PATTERN}
);
bounded_string!(
    /// E-mail address as it was written; compared without regard to case and to the notation of its domain.
    EmailAddress,
    {"type": "string", "format": "email", "maxLength": 200}
);
bounded_string!(
    /// E-mail address as it was written, or empty.
    OptionalEmail,
    {"type": "string", "maxLength": 200, "pattern": OPTIONAL_EMAIL_PATTERN}
);
bounded_string!(
    /// Beginnings of words to search for.
    SearchText,
    {"type": "string", "minLength": 2, "maxLength": 100, "pattern": LINE_PATTERN}
);
bounded_string!(
    /// ISO 3166-1 alpha-2 country code, or empty.
    CountryCode,
    {"type": "string", "maxLength": 2, "pattern": "^([A-Z]{2})?$"}
);
bounded_string!(
    /// Absolute `https` or `http` address.
    Url,
    {"type": "string", "format": "uri", "maxLength": 2000, "pattern": r"^https?://[^\s\x00-\x1f\x7f]+$"}
);

/// A text in which letters that differ only by case are the same, also where one case has two forms or two letters: `ß` is `ss`, and
/// every sigma one sigma.
#[must_use]
pub fn without_case(text: &str) -> String {
    // Lower case first: the capital ẞ is its own upper case, and that of ß is SS.
    text.to_lowercase().to_uppercase().to_lowercase().replace('ς', "σ")
}

/// The form in which two strings are the same for a uniqueness rule: compatibility-composed, lower case, single spaces.
#[must_use]
pub fn comparable(text: &str) -> String {
    let lower: String = without_case(&text.nfkc().collect::<String>()).nfkc().collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a key holds instead of a text. DynamoDB's keys have at most 1,024 or 2,048 bytes, and the comparable form of a text can be
/// eighteen times as long as the text was.
#[must_use]
pub fn digest(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()))
}

/// Postal address; every part may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Address {
    /// Street and house number; may be empty.
    pub line1: ShortText,
    /// Anything else in front of the city.
    pub line2: ShortText,
    /// City or town; may be empty.
    pub city: ShortText,
    /// State, province or region.
    pub state: ShortText,
    /// Postal code as the country writes it; may be empty.
    pub postal_code: ShortText,
    /// ISO 3166-1 alpha-2 country code, or empty.
    pub country_code: CountryCode,
}

#[cfg(test)]
mod tests {
    use super::comparable;

    #[test]
    fn names_that_look_the_same_are_the_same() {
        for (left, right) in [
            ("Caf\u{e9}", "cafe\u{301}"),
            ("Hot  Desk ", "hot desk"),
            ("ＨＯＴ", "hot"),
            ("STRASSE", "strasse"),
            ("STRA\u{1e9e}E", "stra\u{df}e"),
        ] {
            assert_eq!(comparable(left), comparable(right), "{left} and {right}");
        }
        assert_ne!(comparable("hot desk"), comparable("hotdesk"));
    }
}
