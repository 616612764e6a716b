//! An answer that is not JSON: lines of comma-separated values, for spreadsheets and other programs. Every export is
//! written here, so that none has a cell that a spreadsheet runs.

use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;

use super::reply::{Answer, Meta, Reply};
use values::{ApiError, text};

/// What a formula begins with, as NFKC has it: a spreadsheet takes full-width and small forms for the same signs.
const FORMULA: [char; 5] = ['=', '+', '-', '@', '\u{2212}'];
/// Where a spreadsheet begins a cell that expects another separator than the comma, whatever the quotes around it say.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// A cell of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Text of the service's own: an id, an amount, an instant, a word of a fixed list.
    Value(String),
    /// Text that somebody wrote. No spreadsheet takes it for a formula.
    Text(String),
}

impl Cell {
    /// Text of the service's own.
    #[expect(clippy::needless_pass_by_value, reason = "a number or an id is given as it is")]
    pub fn value(value: impl ToString) -> Self {
        Self::Value(value.to_string())
    }

    /// Text that somebody wrote.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// The cell as it stands in its line: in quotes where it has what ends a cell.
    fn written(&self) -> String {
        let text = match self {
            Self::Value(value) => value.clone(),
            Self::Text(text) => guarded(text),
        };
        if !text.contains(['"', ',']) && !text.contains(SEPARATORS) {
            return text;
        }
        format!("\"{}\"", text.replace('"', "\"\""))
    }
}

/// A text that no spreadsheet takes for a formula, whichever separator it expects, and that shows its letters in their
/// order: without characters that are not shown. An apostrophe stands before what would begin a formula, at the
/// beginning and after each separator.
#[must_use]
pub fn guarded(text: &str) -> String {
    let text = text::shown(text);
    let mut guarded = String::with_capacity(text.len() + 1);
    if text.starts_with(['\t', '\r']) {
        guarded.push('\'');
    }
    // White space and quotes before the sign are no part of the cell for some spreadsheets; the apostrophe goes in
    // front of them.
    let (mut is_beginning, mut began_at) = (true, guarded.len());
    for letter in text.chars() {
        if is_beginning && begins_formula(letter) {
            guarded.insert(began_at, '\'');
        }
        guarded.push(letter);
        if SEPARATORS.contains(&letter) {
            (is_beginning, began_at) = (true, guarded.len());
        } else {
            is_beginning &= letter.is_whitespace() || matches!(letter, '"' | '\'');
        }
    }
    guarded
}

/// The text that was [`guarded`]: without the apostrophes that stand before what would begin a formula.
#[must_use]
pub fn unguarded(text: &str) -> String {
    let text = match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['\t', '\r']) => rest,
        Some(_) | None => text,
    };
    let (mut plain, mut is_beginning) = (String::with_capacity(text.len()), true);
    for (at, letter) in text.char_indices() {
        let rest = &text[at + letter.len_utf8()..];
        if !(is_beginning && letter == '\'' && leads_to_formula(rest)) {
            plain.push(letter);
        }
        is_beginning = SEPARATORS.contains(&letter);
    }
    plain
}

/// Whether a formula follows after nothing but what some spreadsheets leave out.
fn leads_to_formula(rest: &str) -> bool {
    let is_left_out =
        |letter: &char| !SEPARATORS.contains(letter) && (letter.is_whitespace() || matches!(letter, '"' | '\''));
    rest.chars().find(|letter| !is_left_out(letter)).is_some_and(begins_formula)
}

fn begins_formula(letter: char) -> bool {
    std::iter::once(letter).nfkc().next().is_some_and(|form| FORMULA.contains(&form))
}

/// 200 with comma-separated values (RFC 4180); refusals are JSON as everywhere.
#[derive(Clone, Debug)]
pub struct Csv(String);

impl Csv {
    /// A line of column names, and a line for each row.
    #[must_use]
    pub fn of<const COLUMNS: usize>(names: [&str; COLUMNS], rows: impl IntoIterator<Item = [Cell; COLUMNS]>) -> Self {
        Self::named(&names, rows.into_iter().map(Vec::from))
    }

    /// A line for each row, without names: what follows a page of a longer file.
    #[must_use]
    pub fn going_on<const COLUMNS: usize>(rows: impl IntoIterator<Item = [Cell; COLUMNS]>) -> Self {
        Self::lines(rows.into_iter().map(Vec::from))
    }

    /// The same under names of which it is known when it is made how many there are.
    #[must_use]
    pub fn named(names: &[&str], rows: impl IntoIterator<Item = Vec<Cell>>) -> Self {
        let Self(rows) = Self::lines(rows);
        Self(format!("{}\r\n{rows}", names.join(",")))
    }

    /// A line for each row.
    #[must_use]
    pub fn lines(rows: impl IntoIterator<Item = Vec<Cell>>) -> Self {
        let mut lines = String::new();
        for row in rows {
            let cells: Vec<String> = row.iter().map(Cell::written).collect();
            lines.push_str(&cells.join(","));
            lines.push_str("\r\n");
        }
        Self(lines)
    }
}

impl Reply for Csv {
    const STATUS: u16 = 200;
    const MEDIA_TYPE: &'static str = "text/csv; charset=utf-8";

    fn schema() -> (String, Value) {
        let description = "Comma-separated values (RFC 4180) with a line of column names.";
        ("Csv".to_owned(), json!({"type": "string", "description": description}))
    }

    fn render(self, _meta: &Meta) -> Result<Answer, ApiError> {
        Ok(Answer { media_type: Some(Self::MEDIA_TYPE), ..Answer::new(Self::STATUS, self.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Csv, guarded, unguarded};

    #[test]
    fn a_guarded_text_is_read_as_it_was() {
        for text in [
            "",
            "Ann",
            "=1",
            "'=1",
            "''=1",
            "'Ann",
            "+49 30",
            "- a\n- b\n'- c",
            "a;b;-x; +y;=1",
            "\tAnn",
            "\r=1",
            "  =1",
            "\"=1",
            "a\n\n=",
            ";;=",
            "'",
            "';",
            "=\r\n=",
            "' \"=",
            "-;'-",
            "a;'b",
        ] {
            assert_eq!(unguarded(&guarded(text)), text, "{text:?} {:?}", guarded(text));
        }
    }

    #[test]
    fn no_spreadsheet_takes_a_text_for_a_formula_whichever_separator_it_expects() {
        for (text, expected) in [
            ("Ann", "Ann"),
            ("a-b = c", "a-b = c"),
            ("=1+1", "'=1+1"),
            ("-1", "'-1"),
            ("@sum", "'@sum"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("\u{ff0b}1", "'\u{ff0b}1"),
            ("\u{ff0d}1", "'\u{ff0d}1"),
            ("\u{ff20}sum", "'\u{ff20}sum"),
            ("\u{fe66}1", "'\u{fe66}1"),
            ("\u{2212}1", "'\u{2212}1"),
            ("\tAnn", "'\tAnn"),
            ("\rAnn", "'\rAnn"),
            ("  =1", "'  =1"),
            ("\"=1", "'\"=1"),
            ("a;=1;+2", "a;'=1;'+2"),
            ("a; \"=1", "a;' \"=1"),
            ("a\n=1", "a\n'=1"),
            ("a\t@sum", "a\t'@sum"),
            ("a,=1", "a,=1"),
            ("\u{200b}=1", "'=1"),
            ("a\u{202e}b", "ab"),
        ] {
            assert_eq!(guarded(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_comma_and_a_quote_of_a_text_end_no_cell_and_an_amount_keeps_its_sign() {
        let rows = [[Cell::text("Bakker, \"Ben\",=1"), Cell::value("-5.00")]];
        assert_eq!(Csv::of(["name", "amount"], rows).0, "name,amount\r\n\"Bakker, \"\"Ben\"\",=1\",-5.00\r\n");
    }
}
