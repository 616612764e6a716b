//! Languages in which the service writes to people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A language that letters are shipped in, by its code in ISO 639-1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English, with the notation of Great Britain.
    #[default]
    En,
    /// German.
    De,
    /// Dutch.
    Nl,
    /// French.
    Fr,
    /// Spanish.
    Es,
    /// Portuguese.
    Pt,
    /// Japanese.
    Ja,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 7] = [Self::En, Self::De, Self::Nl, Self::Fr, Self::Es, Self::Pt, Self::Ja];

    /// Its code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Nl => "nl",
            Self::Fr => "fr",
            Self::Es => "es",
            Self::Pt => "pt",
            Self::Ja => "ja",
        }
    }

    /// The language of a locale such as `nl-BE`; none for another language.
    #[must_use]
    pub fn of_locale(locale: &str) -> Option<Self> {
        let code = locale.split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_locale_has_the_language_before_its_region() {
        assert_eq!(Language::of_locale("nl-BE"), Some(Language::Nl));
        assert_eq!(Language::of_locale("JA_jp"), Some(Language::Ja));
        assert_eq!(Language::of_locale("da"), None);
        assert_eq!(Language::of_locale(""), None);
    }
}
