//! What a letter tells of its record, before it is put into the words of a language.

use std::collections::BTreeMap;

use values::{Currency, Day, Decimal, SealedText, TimeZone, Timestamp};

/// A value of a letter.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// Words of somebody, as they are.
    Text(String),
    /// A calendar day.
    Day(Day),
    /// An instant, as the clock on the wall shows it: day and time.
    Instant(Timestamp, TimeZone),
    /// The time of an instant without its day.
    TimeOfDay(Timestamp, TimeZone),
    /// A sum.
    Money(Decimal, Currency),
    /// How many; beside it stands `<name>_form`, the language's plural form for the number (`one`, `other` …).
    Count(i64),
    /// The address of a page.
    Link(String),
    /// What whoever looks at the letter later must not read: a code, or a link that works by itself.
    Secret(String),
    /// The same, of what is stored encrypted: `notify` opens it when the letter leaves.
    Sealed(SealedLink),
    /// Whether something is so.
    Flag(bool),
    /// A phrase of the wording, by its name: what has a name of its own in each language, such as a state.
    Phrase(&'static str),
    /// Several, each with values of its own.
    List(Vec<Facts>),
}

/// A link that works by itself, of which the end is stored encrypted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedLink {
    /// What stands before what is encrypted.
    pub before: String,
    /// For which place it was encrypted.
    pub place: String,
    /// What is encrypted.
    pub sealed: SealedText,
}

/// The values of a letter by the names that templates have for them.
pub type Facts = BTreeMap<&'static str, Fact>;

/// Text for a fact: nothing of an empty one, so that conditions find it absent.
#[must_use]
pub fn text(text: impl Into<String>) -> Fact {
    Fact::Text(text.into())
}
