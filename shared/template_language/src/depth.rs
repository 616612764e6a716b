//! How deep a text may be. The library reads, compiles and drops what is within each other by calling itself, and a
//! thread has only so much room for that: a text that is deeper is refused on its tokens, which are read one after
//! another, before anything reads its tree.

use minijinja::{
    machinery::{Token, WhitespaceConfig, tokenize},
    syntax::SyntaxConfig,
};

/// Most words, operators and points in one pair of braces.
const TOKENS_MAX: usize = 100;
/// Most `elif` in a text.
const ELIFS_MAX: usize = 100;

/// Why a text is too deep to be read, in words; none when it is not. What is no text of the language is not found here.
#[must_use]
pub fn too_deep(text: &str) -> Option<String> {
    let (mut tokens, mut elifs) = (0, 0);
    let all = tokenize(text, false, SyntaxConfig, WhitespaceConfig::default());
    // What cannot be split into tokens is refused by whoever reads it, up to there.
    for (token, _) in all.map_while(Result::ok) {
        match token {
            Token::TemplateData(_)
            | Token::VariableStart
            | Token::VariableEnd
            | Token::BlockStart
            | Token::BlockEnd => tokens = 0,
            Token::Ident("elif") => {
                elifs += 1;
                tokens += 1;
            }
            _ => tokens += 1,
        }
        if tokens > TOKENS_MAX {
            return Some(format!("more than {TOKENS_MAX} words and signs stand in one pair of braces"));
        }
        if elifs > ELIFS_MAX {
            return Some(format!("there are more than {ELIFS_MAX} elif"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::too_deep;

    #[test]
    fn what_is_deep_is_found_before_it_is_read() {
        for text in [
            format!("{{{{ a{} }}}}", ".b".repeat(2_000)),
            format!("{{% if 1{} %}}{{% endif %}}", " or 1".repeat(2_000)),
            format!("{{% if {}1 %}}{{% endif %}}", "not ".repeat(4_900)),
            format!("{{{{ {}1 }}}}", "-".repeat(19_000)),
            format!("{{% if 1 %}}{}{{% endif %}}", "{% elif 1 %}".repeat(1_600)),
            format!("{{{{ a{} }}}}", "|a".repeat(5_000)),
            format!("{{{{ {}", "-".repeat(19_000)),
        ] {
            assert!(too_deep(&text).is_some(), "{}", &text[..20]);
        }
    }

    #[test]
    fn what_is_long_and_flat_is_not() {
        let flat = "{% if customer.name == 'A' and not contract.end_date %}{{ customer.name }}{% endif %}".repeat(200);
        assert_eq!(too_deep(&flat), None);
    }
}
