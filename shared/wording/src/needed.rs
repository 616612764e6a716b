//! What a letter must say, or its reader cannot do what it is written for.

use mailing::{Fact, Facts, LetterType};
use template_language::Refusal;

/// Names of which a wording of the letter has one at least; none where it may say what it likes.
#[must_use]
pub const fn needed(letter: LetterType) -> &'static [&'static str] {
    match letter {
        LetterType::SignInCode => &["code", "link"],
        LetterType::ContractToSign => &["link"],
        LetterType::EventTicket | LetterType::VisitorInvited | LetterType::VisitMoved => &["code"],
        _ => &[],
    }
}

/// Refuses a wording that uses none of the names that its letter cannot do without.
///
/// # Errors
/// `missing_placeholder`.
pub fn check_needed(letter: LetterType, used: &[String]) -> Result<(), Refusal> {
    let needed = needed(letter);
    if needed.is_empty() || used.iter().any(|name| needed.contains(&name.as_str())) {
        return Ok(());
    }
    let names: Vec<String> = needed.iter().map(|name| format!("{{{{ {name} }}}}")).collect();
    let message = format!("the letter cannot do without {}", names.join(" or "));
    Err(Refusal::new("missing_placeholder", message))
}

/// Whether a letter says one of the things that it cannot do without, of those that it has: a wording may name them
/// where they are not shown.
#[must_use]
pub fn says_what_is_needed(letter: LetterType, facts: &Facts, text: &str) -> bool {
    let mut values = needed(letter).iter().filter_map(|name| value_of(facts, name)).peekable();
    values.peek().is_none() || values.any(|value| text.contains(value))
}

/// The words of a fact; none of what is empty, or has no words.
fn value_of<'a>(facts: &'a Facts, name: &'static str) -> Option<&'a str> {
    match facts.get(name)? {
        Fact::Secret(value) | Fact::Link(value) | Fact::Text(value) if !value.is_empty() => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use mailing::{Fact, Facts, LetterType};

    use super::{check_needed, needed, says_what_is_needed};
    use crate::{names::own, wording};

    #[test]
    fn what_a_letter_needs_is_among_its_names_and_in_every_wording_that_is_shipped() {
        for letter in LetterType::ALL {
            assert!(needed(*letter).iter().all(|name| own(*letter).contains(name)), "{letter:?}");
            for language in values::language::Language::ALL {
                let used = crate::check(*letter, &wording(*letter, language).body).expect("a template");
                assert!(check_needed(*letter, &used).is_ok(), "{letter:?} {language:?}");
            }
        }
    }

    #[test]
    fn a_code_that_stands_in_a_condition_that_is_not_met_is_not_said() {
        let facts = Facts::from([("code", Fact::Secret("123456".to_owned()))]);
        assert!(says_what_is_needed(LetterType::SignInCode, &facts, "Your code: 123456"));
        assert!(!says_what_is_needed(LetterType::SignInCode, &facts, "Your code: "));
        assert!(says_what_is_needed(LetterType::ContractToSign, &facts, "Come to us"));
        assert!(says_what_is_needed(LetterType::BookingConfirmed, &facts, ""));
    }
}
