//! Words by which records are found: those of names, titles and addresses, in a form in which case, accents and
//! punctuation do not matter.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::text::without_case;

/// Most words of one record; what comes after them is not found.
pub const WORDS_MAX: usize = 16;
/// Longest word, in characters; what comes after them does not matter.
const WORD_CHARACTERS_MAX: usize = 40;

/// The first distinct words of these texts, in their order.
pub fn words<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for text in texts {
        let plain = plain(text);
        for word in plain.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let word: String = word.chars().take(WORD_CHARACTERS_MAX).collect();
            if words.len() < WORDS_MAX && !words.contains(&word) {
                words.push(word);
            }
        }
    }
    words
}

/// A text without case and accents.
#[must_use]
pub fn plain(text: &str) -> String {
    let unmarked = |text: &str| text.nfkd().filter(|letter| !is_combining_mark(*letter)).collect::<String>();
    unmarked(&without_case(&unmarked(text)))
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_the_same_whatever_their_case_accents_and_punctuation() {
        for (texts, expected) in [
            (&["Ann de Vries"][..], &["ann", "de", "vries"][..]),
            (&["M\u{fc}ller", "Mu\u{308}LLER", "muller"], &["muller"]),
            (&["ann.bakker@example.com"], &["ann", "bakker", "example", "com"]),
            (&["O'Brien-Smith"], &["o", "brien", "smith"]),
            (&["\u{ff28}\u{ff4f}\u{ff54} \u{2116}5"], &["hot", "no5"]),
            (&[" - ", ""], &[]),
            (&["Straße ΣΊΣΥΦΟΣ"], &["strasse", "σισυφοσ"]),
            (&["STRASSE Σίσυφος"], &["strasse", "σισυφοσ"]),
        ] {
            assert_eq!(words(texts.iter().copied()), expected, "{texts:?}");
        }
        let many: Vec<String> = (0..30).map(|number| format!("w{number}")).collect();
        assert_eq!((words([many.join(" ").as_str()]).len(), words(["x".repeat(99).as_str()])[0].len()), (16, 40));
    }
}
