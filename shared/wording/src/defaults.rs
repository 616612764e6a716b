//! The wording that letters have unless the merchant has one of its own, in every language.

use std::{collections::HashMap, sync::LazyLock};

use records::LetterType;
use serde::Deserialize;
use values::language::Language;

/// Subject and body of a letter, with placeholders.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Wording {
    /// What the letter is about, in a line.
    pub subject: String,
    /// What it says, between greeting and signature.
    pub body: String,
}

/// The words of one language.
#[derive(Debug, Deserialize)]
struct Words {
    letters: HashMap<String, Wording>,
    phrases: HashMap<String, String>,
}

static WORDS: LazyLock<HashMap<&'static str, Words>> = LazyLock::new(|| {
    let files = [
        ("en", include_str!("languages/en.json")),
        ("de", include_str!("languages/de.json")),
        ("nl", include_str!("languages/nl.json")),
        ("fr", include_str!("languages/fr.json")),
        ("es", include_str!("languages/es.json")),
        ("pt", include_str!("languages/pt.json")),
        ("ja", include_str!("languages/ja.json")),
    ];
    files.into_iter().filter_map(|(code, text)| Some((code, serde_json::from_str(text).ok()?))).collect()
});

/// The wording of a letter; nothing of one that the language lacks, which a test looks for.
#[must_use]
pub fn wording(letter: LetterType, language: Language) -> Wording {
    let words = WORDS.get(language.code()).and_then(|words| words.letters.get(letter.name()));
    words.cloned().unwrap_or_else(|| Wording { subject: letter.name().to_owned(), body: String::new() })
}

/// A phrase that stands in every letter, or on a page that letters lead to.
#[must_use]
pub fn phrase(name: &str, language: Language) -> &'static str {
    WORDS.get(language.code()).and_then(|words| words.phrases.get(name)).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use records::LetterType;
    use values::language::Language;

    use super::{WORDS, phrase, wording};
    use crate::{names, worded};

    #[test]
    fn every_letter_is_worded_in_every_language_with_names_that_it_has() {
        for language in Language::ALL {
            for letter in LetterType::ALL {
                let wording = wording(*letter, language);
                let shown = format!("{} {}", language.code(), letter.name());
                assert!(!wording.body.is_empty(), "{shown}");
                names::check(*letter, &wording.subject).unwrap_or_else(|refusal| panic!("{shown}: {refusal:?}"));
                names::check(*letter, &wording.body).unwrap_or_else(|refusal| panic!("{shown}: {refusal:?}"));
            }
        }
    }

    #[test]
    fn every_language_has_the_same_phrases() {
        let of = |language: Language| {
            let mut names: Vec<&String> = WORDS[language.code()].phrases.keys().collect();
            names.sort();
            names
        };
        for language in Language::ALL {
            assert_eq!(of(language), of(Language::En), "{}", language.code());
            assert!(worded::PHRASES.iter().all(|name| !phrase(name, language).is_empty()), "{}", language.code());
        }
    }
}
