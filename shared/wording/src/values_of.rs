//! Facts as the values that templates are filled with, in one language.

use mailing::{Fact, Facts};
use serde_json::{Map, Value, json};
use values::language::Language;

use crate::{defaults::phrase, formats::Formats};

/// What stands for a secret in what is kept of a letter.
pub const HIDDEN: &str = "•••";

/// Which of a letter's values are written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrets {
    /// All of them: the letter itself.
    Shown,
    /// All but secrets: what is kept of it.
    Hidden,
}

/// The values of facts by their names.
#[must_use]
pub fn values_of(facts: &Facts, (formats, language): (&Formats, Language), secrets: Secrets) -> Map<String, Value> {
    let mut values = Map::new();
    for (name, fact) in facts {
        let value = match fact {
            Fact::Text(text) | Fact::Link(text) => json!(text),
            Fact::Secret(text) if secrets == Secrets::Shown => json!(text),
            // What is still sealed is opened by whoever sends the letter.
            Fact::Secret(_) | Fact::Sealed(_) => json!(HIDDEN),
            Fact::Day(day) => json!(formats.day(*day)),
            Fact::Instant(at, zone) => json!(formats.instant(*at, *zone)),
            Fact::TimeOfDay(at, zone) => json!(formats.time_of_day(*at, *zone)),
            Fact::Money(amount, currency) => json!(formats.money(*amount, *currency)),
            Fact::Count(count) => {
                values.insert(format!("{name}_form"), json!(formats.form(*count)));
                json!(count)
            }
            Fact::Flag(is_so) => json!(is_so),
            Fact::Phrase(name) => json!(phrase(name, language)),
            Fact::List(entries) => {
                let of = |entry| Value::Object(values_of(entry, (formats, language), secrets));
                Value::Array(entries.iter().map(of).collect())
            }
        };
        values.insert((*name).to_owned(), value);
    }
    values
}
