//! As much of Rust's syntax as is needed to find what a file imports: words, paths, trees of `use`.

/// Segments of a path.
pub type Path = Vec<String>;

/// A word, `::`, or any other sign.
#[derive(Debug)]
pub struct Token {
    pub text: String,
}

impl Token {
    /// Whether it is this.
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }

    fn is_word(&self) -> bool {
        self.text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
    }
}

/// The tokens of code without comments. Strings are left out.
pub fn tokens(code: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut letters = code.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut text = letter.to_string();
        if letter == '"' {
            while let Some(inside) = letters.next() {
                match inside {
                    '\\' => drop(letters.next()),
                    '"' => break,
                    _ => {}
                }
            }
            continue;
        } else if letter.is_alphanumeric() || letter == '_' {
            while let Some(more) = letters.next_if(|next| next.is_alphanumeric() || *next == '_') {
                text.push(more);
            }
        } else if letter == ':' && letters.next_if_eq(&':').is_some() {
            text.push(':');
        } else if letter.is_whitespace() {
            continue;
        }
        tokens.push(Token { text });
    }
    tokens
}

/// The path that begins at a position, and where it ends; empty when there is no word.
pub fn path(tokens: &[Token], mut position: usize) -> (Path, usize) {
    let mut path = Path::new();
    while let Some(word) = tokens.get(position).filter(|token| token.is_word()) {
        path.push(word.text.clone());
        position += 1;
        let goes_on = tokens.get(position).is_some_and(|token| token.is("::"))
            && tokens.get(position + 1).is_some_and(Token::is_word);
        if !goes_on {
            break;
        }
        position += 1;
    }
    (path, position)
}

/// The names that the tree of a `use` brings, each with its path, and where the tree ends.
pub fn tree(tokens: &[Token], position: usize) -> (Vec<(String, Path)>, usize) {
    let (begin, mut position) = path(tokens, position);
    if tokens.get(position).is_some_and(|token| token.is("::")) {
        position += 1;
        if tokens.get(position).is_some_and(|token| token.is("*")) {
            return (vec![("*".to_owned(), begin)], position + 1);
        }
    }
    let mut names = Vec::new();
    if tokens.get(position).is_some_and(|token| token.is("{")) {
        position += 1;
        while tokens.get(position).is_some_and(|token| !token.is("}")) {
            if tokens[position].is(",") {
                position += 1;
                continue;
            }
            let (inner, next) = tree(tokens, position);
            names.extend(inner.into_iter().map(|(name, path)| {
                let whole: Path = begin.iter().cloned().chain(path).collect();
                // `{self, …}` stands for what is before the brace.
                (if name == "self" { whole.last().cloned().unwrap_or_default() } else { name }, whole)
            }));
            position = next.max(position + 1);
        }
        return (names, position + 1);
    }
    let mut whole = begin;
    let mut name = whole.last().cloned().unwrap_or_default();
    if name == "self" && whole.len() == 1 {
        whole.clear();
    }
    if tokens.get(position).is_some_and(|token| token.is("as")) {
        name = tokens.get(position + 1).map(|token| token.text.clone()).unwrap_or_default();
        position += 2;
    }
    names.push((name, whole));
    (names, position)
}

#[test]
fn the_tree_of_a_use_is_read_as_rust_reads_it() {
    let read = |code: &str| {
        let (names, _) = tree(&tokens(code), 1);
        names.iter().map(|(name, path)| format!("{name} = {}", path.join("::"))).collect::<Vec<_>>()
    };
    assert_eq!(read("use crate::a::B;"), ["B = crate::a::B"]);
    assert_eq!(read("use super::{a::{self, B as C}, d::*};"), ["a = super::a", "C = super::a::B", "* = super::d"]);
    assert_eq!(path(&tokens("a::b::<C>(d)"), 0).0, ["a", "b"]);
}
