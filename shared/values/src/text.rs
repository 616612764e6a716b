//! Bounded strings: 200 characters a string field, 5,000 a text.

use std::{borrow::Cow, fmt};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

/// White space, in letters of a pattern: what `\s` means differs from one engine to another.
macro_rules! blank {
    () => {
        r"\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
    };
}

/// Characters that no text has, but for tabs and the ends of lines in running text: control characters, other
/// separators of lines, the empty sign of Braille, noncharacters, and characters that are not shown and that no script
/// needs. Two texts that differ only by these look the same. Those beyond the first plane stand in no pattern, because
/// not every engine can name them: [`is_allowed`] says of them what a pattern cannot.
macro_rules! refused {
    () => {
        concat!(
            r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028-\u202e\u2060-\u206f",
            r"\u2800\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
        )
    };
}

/// Characters that are not shown and that scripts or emoji need: joiners, marks of a direction, variation selectors.
/// They make no name another one ([`comparable`]).
macro_rules! joining {
    () => {
        r"\u034f\u061c\u180b-\u180d\u180f\u200c-\u200f\ufe00-\ufe0f"
    };
}

/// An e-mail address: one `@`, 1 to 64 characters before it, a dotted name after it that neither begins nor ends with a
/// hyphen, nothing blank and nothing that is not shown.
macro_rules! email {
    () => {
        concat!(
            "[^@",
            blank!(),
            refused!(),
            joining!(),
            "]{1,64}@[^@.",
            blank!(),
            refused!(),
            joining!(),
            "-]",
            "((\\.?[^@.",
            blank!(),
            refused!(),
            joining!(),
            "])*\\.?[^@.",
            blank!(),
            refused!(),
            joining!(),
            "-])?",
        )
    };
}

/// Regular expression that the schema gives for an e-mail address.
pub const EMAIL_PATTERN: &str = concat!("^", email!(), "$");
/// An e-mail address, or nothing.
const OPTIONAL_EMAIL_PATTERN: &str = concat!("^(", email!(), ")?$");
/// One line without characters that no text has.
const LINE_PATTERN: &str = concat!("^[^\\t\\n\\r", refused!(), "]*$");
/// The same with something that is shown.
const NAME_PATTERN: &str = concat!(
    "^[^\\t\\n\\r",
    refused!(),
    "]*[^",
    blank!(),
    refused!(),
    joining!(),
    "][^\\t\\n\\r",
    refused!(),
    "]*$"
);
/// Text with tabs and line ends, but no other character that no text has.
pub const TEXT_PATTERN: &str = concat!("^[^", refused!(), "]*$");
/// An address of the web, without what RFC 3986 leaves out of addresses, such as quotes and angle brackets.
const URL_PATTERN: &str = concat!("^https?://[^", blank!(), refused!(), joining!(), "\"<>\\\\^`{|}]+$");

/// Whether a character is one that no text has; tabs and line ends are some of running text.
#[must_use]
pub const fn is_refused(letter: char) -> bool {
    matches!(
        letter,
        '\0'..='\u{8}'
            | '\u{b}'
            | '\u{c}'
            | '\u{e}'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fdd0}'..='\u{fdef}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{fffe}'
            | '\u{ffff}'
    ) || is_refused_beyond(letter)
}

/// Those of them beyond the first plane: controls of hieroglyphs, of shorthand and of music with its empty note,
/// the two noncharacters at the end of each plane, and what is reserved for signs that are not shown.
const fn is_refused_beyond(letter: char) -> bool {
    let is_control = matches!(
        letter,
        '\u{13430}'..='\u{1345f}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e001f}'
            | '\u{e0080}'..='\u{e00ff}'
            | '\u{e01f0}'..='\u{e0fff}'
    );
    is_control || ('\u{ffff}' < letter && letter as u32 & 0xfffe == 0xfffe)
}

/// Whether a character is not shown but needed by scripts or emoji.
const fn is_joining(letter: char) -> bool {
    let is_in_pattern = matches!(
        letter,
        '\u{34f}'
            | '\u{61c}'
            | '\u{180b}'..='\u{180d}'
            | '\u{180f}'
            | '\u{200c}'..='\u{200f}'
            | '\u{fe00}'..='\u{fe0f}'
    );
    // Those beyond the first plane, of flags and of variants of ideographs, stand in no pattern.
    is_in_pattern || matches!(letter, '\u{e0020}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether a text that matches one of these patterns has nothing beyond the first plane that the pattern keeps out of
/// it; and a name something that is shown.
#[must_use]
pub fn is_allowed(pattern: &str, text: &str) -> bool {
    match pattern {
        NAME_PATTERN => {
            !text.chars().any(is_refused) && text.chars().any(|letter| !letter.is_whitespace() && !is_invisible(letter))
        }
        LINE_PATTERN | TEXT_PATTERN => !text.chars().any(is_refused),
        EMAIL_PATTERN | OPTIONAL_EMAIL_PATTERN | URL_PATTERN => !text.chars().any(is_invisible),
        _ => true,
    }
}

/// Whether a text is one line without characters that no text has.
#[must_use]
pub fn is_line(text: &str) -> bool {
    !text.chars().any(|letter| is_refused(letter) || matches!(letter, '\t' | '\n' | '\r'))
}

/// Whether a character is not shown: it has no glyph, and an e-mail address has none of them.
#[must_use]
pub const fn is_invisible(letter: char) -> bool {
    is_refused(letter) || is_joining(letter)
}

/// A text as it goes into lines that other programs read, such as of a calendar or a picture: without what no text has,
/// which older records may still hold, and without marks that set the direction of what stands beside them. Letters of
/// scripts that are written from right to left stay as they are, and so do tabs and line ends.
#[must_use]
pub fn shown(text: &str) -> String {
    let is_mark = |letter: char| matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}');
    text.chars().filter(|letter| !is_refused(*letter) && !is_mark(*letter)).collect()
}

/// What a string must be that does not match one of these patterns.
#[must_use]
pub fn pattern_in_words(pattern: &str) -> String {
    match pattern {
        EMAIL_PATTERN => "must be an e-mail address".to_owned(),
        OPTIONAL_EMAIL_PATTERN => "must be an e-mail address or empty".to_owned(),
        LINE_PATTERN => "must be one line without control characters and others that are not shown".to_owned(),
        NAME_PATTERN => {
            "must be one line without control characters and others that are not shown, and not blank".to_owned()
        }
        TEXT_PATTERN => {
            "must have no control characters but tabs and line ends, and no others that are not shown".to_owned()
        }
        URL_PATTERN => "must be an http or https address without blanks, quotes and brackets of tags".to_owned(),
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
