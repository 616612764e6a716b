//! Every letter there is, and how it is worded.

use mailing::LetterType;
use records::letter_type::Switch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, Query, Shown};
use values::{ApiError, Timestamp, language::Language};
use wording::Wording;

/// In which language.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WordingQuery {
    /// Language of the wording; English when left out.
    language: Option<Language>,
}

/// Every letter in one language.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LetterWordings {
    /// Language of the wording.
    language: Language,
    /// The letters, in the order of the documentation.
    letters: Vec<LetterWording>,
}

/// A letter and the wording that is shipped.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LetterWording {
    /// Which letter.
    letter: LetterType,
    /// What it says, to whom.
    about: &'static str,
    /// Who may switch it off.
    switched_off_by: SwitchedOffBy,
    /// The names that its templates can use.
    placeholders: Vec<&'static str>,
    /// What it is about, in a line.
    subject: String,
    /// What it says, between greeting and signature.
    body: String,
}

/// Who may switch a letter off.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SwitchedOffBy {
    /// Nobody: without it something cannot be done.
    Nobody,
    /// The merchant: `letter_settings.switched_off`.
    Merchant,
    /// The merchant, and its reader: `letters_off` of the member.
    Reader,
}

impl Shown for LetterWordings {
    type View = Self;

    fn show(&self, _now: Timestamp) -> Self {
        self.clone()
    }
}

/// All letters, with their wording in a language.
pub async fn list(_call: Call, Query(query): Query<WordingQuery>) -> Result<Data<LetterWordings>, ApiError> {
    let language = query.language.unwrap_or_default();
    let letters = LetterType::ALL.iter().map(|letter| worded(*letter, language)).collect();
    Ok(Data(LetterWordings { language, letters }))
}

fn worded(letter: LetterType, language: Language) -> LetterWording {
    let switched_off_by = match letter.switch() {
        Switch::Always => SwitchedOffBy::Nobody,
        Switch::Merchant => SwitchedOffBy::Merchant,
        Switch::Reader => SwitchedOffBy::Reader,
    };
    let placeholders = wording::example(letter).into_keys().collect();
    let Wording { subject, body } = wording::wording(letter, language);
    LetterWording { letter, about: letter.about(), switched_off_by, placeholders, subject, body }
}
