//! What texts are made of: the patterns that the schema gives, and the characters that no text has.

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
pub(super) const OPTIONAL_EMAIL_PATTERN: &str = concat!("^(", email!(), ")?$");
/// One line without characters that no text has.
pub(super) const LINE_PATTERN: &str = concat!("^[^\\t\\n\\r", refused!(), "]*$");
/// The same with something that is shown.
pub(super) const NAME_PATTERN: &str = concat!(
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
pub(super) const URL_PATTERN: &str = concat!("^https?://[^", blank!(), refused!(), joining!(), "\"<>\\\\^`{|}]+$");

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
pub(super) const fn is_joining(letter: char) -> bool {
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
