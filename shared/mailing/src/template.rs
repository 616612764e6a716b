//! Letter template: the merchant's own wording of a letter in one language.

use records::LetterType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, holds_fields};
use values::{DocumentText, Kind, KindName, Name, Timestamp, UniqueKey, language::Language};

/// What clients write of a letter template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LetterTemplateFields {
    /// Which letter it words.
    #[schemars(extend("x-create-only" = true))]
    pub letter: LetterType,
    /// In which language.
    #[schemars(extend("x-create-only" = true))]
    pub language: Language,
    /// What the letter is about, in a line, with placeholders in double braces.
    pub subject: Name,
    /// What the letter says, with placeholders, conditions and loops; an empty line ends a paragraph, and a line
    /// `[words](placeholder of a link)` is a button.
    #[schemars(length(min = 1))]
    pub body: DocumentText,
}

/// A letter template as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LetterTemplate {
    /// Fields that clients write.
    #[serde(flatten)]
    pub fields: LetterTemplateFields,
}

holds_fields!(LetterTemplate, LetterTemplateFields);

impl LetterTemplate {
    /// Held by the one template of a letter in a language; its holder is the template's id.
    #[must_use]
    pub fn key(letter: LetterType, language: Language) -> UniqueKey {
        UniqueKey::new("letter_template", format!("{} {}", letter.name(), language.code())).of_field("letter")
    }
}

impl Kind for LetterTemplate {
    const KIND: KindName = KindName::LetterTemplate;
}

impl Entity for LetterTemplate {
    const PATH: &'static str = "/letter-templates";
    type View = LetterTemplateView;

    fn view(&self, _now: Timestamp) -> LetterTemplateView {
        LetterTemplateView { fields: self.fields.clone() }
    }

    fn unique_keys(&self) -> Vec<UniqueKey> {
        vec![Self::key(self.letter, self.language)]
    }
}

/// The merchant's own wording of a letter in one language.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LetterTemplate")]
pub struct LetterTemplateView {
    /// Fields that clients write.
    #[serde(flatten)]
    pub fields: LetterTemplateFields,
}
