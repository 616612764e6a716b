//! Bounded strings: 200 characters a string field, 5,000 a text.

mod patterns;

use std::{borrow::Cow, fmt};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

pub use self::patterns::{
    EMAIL_PATTERN, TEXT_PATTERN, is_allowed, is_invisible, is_line, is_refused, pattern_in_words, shown,
};
use self::patterns::{LINE_PATTERN, NAME_PATTERN, OPTIONAL_EMAIL_PATTERN, URL_PATTERN, is_joining};

/// Gives texts of a shape of their own (tuple structs of a `String`) their JSON Schema, and what they are as text. The
/// crate that uses it depends on `schemars`.
#[macro_export]
macro_rules! text_with_schema {
    ($($name:ident $schema:tt),+) => {
        $(
            impl $name {
                /// As it is written.
                #[must_use]
                pub fn as_str(&self) -> &str {
                    &self.0
                }
            }

            impl ::schemars::JsonSchema for $name {
                fn inline_schema() -> bool {
                    true
                }

                fn schema_name() -> ::std::borrow::Cow<'static, str> {
                    stringify!($name).into()
                }

                fn json_schema(_: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                    ::schemars::json_schema!($schema)
                }
            }
        )+
    };
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
    {"type": "string", "format": "uri", "maxLength": 2000, "pattern": URL_PATTERN}
);

/// A text in which letters that differ only by case are the same, also where one case has two forms or two letters: `ß`
/// is `ss`, and every sigma one sigma.
#[must_use]
pub fn without_case(text: &str) -> String {
    // Lower case first: the capital ẞ is its own upper case, and that of ß is SS.
    text.to_lowercase().to_uppercase().to_lowercase().replace('ς', "σ")
}

/// The form in which two strings are the same for a uniqueness rule: without characters that are not shown,
/// compatibility-composed, lower case, single spaces.
#[must_use]
pub fn comparable(text: &str) -> String {
    // The second ones no text has any more. Names of older records do, and were compared without them.
    let is_left_out = |letter: char| {
        is_joining(letter)
            || matches!(letter, '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
    };
    folded(&text.chars().filter(|letter| !is_left_out(*letter)).collect::<String>())
}

/// The same with the characters that are not shown: e-mail addresses have none, and names had this form before they
/// were left out.
#[must_use]
pub fn folded(text: &str) -> String {
    let lower: String = without_case(&text.nfkc().collect::<String>()).nfkc().collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a key holds instead of a text. DynamoDB's keys have at most 1,024 or 2,048 bytes, and the comparable form of a
/// text can be eighteen times as long as the text was.
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
    use regex_lite::Regex;

    use super::{
        EMAIL_PATTERN, LINE_PATTERN, NAME_PATTERN, TEXT_PATTERN, URL_PATTERN, comparable, is_allowed, is_joining,
        is_refused, shown,
    };

    #[test]
    fn names_that_look_the_same_are_the_same() {
        for (left, right) in [
            ("Caf\u{e9}", "cafe\u{301}"),
            ("Hot  Desk ", "hot desk"),
            ("ＨＯＴ", "hot"),
            ("STRASSE", "strasse"),
            ("STRA\u{1e9e}E", "stra\u{df}e"),
            ("Hot\u{200d}Desk", "hotdesk"),
            ("\u{200f}Hot\u{200c} Desk\u{fe0f}", "hot desk"),
            ("Hot Desk\u{e0100}", "hot desk"),
            ("\u{260e}\u{fe0f} Booth", "\u{260e} booth"),
        ] {
            assert_eq!(comparable(left), comparable(right), "{left} and {right}");
        }
        assert_ne!(comparable("hot desk"), comparable("hotdesk"));
    }

    #[test]
    fn the_published_patterns_and_the_rules_in_code_say_the_same_of_every_character() {
        let compiled = |pattern: &'static str| (pattern, Regex::new(pattern).expect("a pattern"));
        let (line, text, name) = (compiled(LINE_PATTERN), compiled(TEXT_PATTERN), compiled(NAME_PATTERN));
        let (email, url) = (compiled(EMAIL_PATTERN), compiled(URL_PATTERN));
        // In the first plane the pattern says everything, and what code says beside it is the same.
        let takes = |(pattern, regex): &(&str, Regex), letter: char, written: &str| {
            let is_taken = regex.is_match(written);
            if letter <= '\u{ffff}' && is_taken {
                assert!(is_allowed(pattern, written), "{letter:?} {pattern}");
            }
            is_taken && is_allowed(pattern, written)
        };
        let beyond = ('\u{13400}'..='\u{13470}').chain('\u{1bc98}'..='\u{1bcaf}').chain('\u{1d150}'..='\u{1d180}');
        let ends = ('\u{1f600}'..='\u{1ffff}').chain('\u{e0000}'..='\u{e1000}').chain('\u{10fff0}'..=char::MAX);
        for letter in ('\0'..='\u{ffff}').chain(beyond).chain(ends) {
            let is_line_end = matches!(letter, '\t' | '\n' | '\r');
            let (is_bad, is_hidden, alone) = (is_refused(letter), is_joining(letter), letter.to_string());
            assert_eq!(takes(&text, letter, &alone), !is_bad, "{letter:?}");
            assert_eq!(takes(&line, letter, &alone), !is_bad && !is_line_end, "{letter:?}");
            let is_shown = !is_bad && !is_hidden && !letter.is_whitespace();
            assert_eq!(takes(&name, letter, &alone), is_shown, "{letter:?}");
            let in_email = is_shown && letter != '@';
            assert_eq!(takes(&email, letter, &format!("a{letter}b@example.com")), in_email, "{letter:?}");
            let in_url = is_shown && !"\"<>\\^`{|}".contains(letter);
            assert_eq!(takes(&url, letter, &format!("https://e.com/{letter}")), in_url, "{letter:?}");
        }
    }

    #[test]
    fn what_scripts_and_emoji_need_is_refused_in_no_text() {
        // A flag of tags, a variant of an ideograph, a family, a heart in colour.
        for text in [
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "\u{845b}\u{e0100}",
            "\u{1f468}\u{200d}\u{1f467}",
            "\u{2764}\u{fe0f}",
        ] {
            assert!(is_allowed(NAME_PATTERN, text), "{text}");
        }
        assert!(!is_allowed(NAME_PATTERN, "\u{e0067} \u{200d}"));
    }

    #[test]
    fn a_text_of_an_older_record_is_shown_without_what_no_text_has_any_more() {
        assert_eq!(shown("\u{2067}Ann\u{202e}\u{200f}\u{85} B\u{200b}\u{200d}\tc\r\n"), "Ann B\u{200d}\tc\r\n");
        assert_eq!(shown("\u{5e9}\u{5dc}\u{5d5}\u{5dd}"), "\u{5e9}\u{5dc}\u{5d5}\u{5dd}");
    }
}
