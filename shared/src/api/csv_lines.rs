//! CSV as spreadsheets write it: cells between commas, semicolons or tabs, and quotes around what contains them.

use csv::{ReaderBuilder, StringRecord};

/// What separates cells, the usual first. The first line, which names the columns, tells which of them it is.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// Cells of one line.
#[derive(Debug)]
pub struct Line {
    /// Number of the line in the text, from 1. A cell may have several lines; then it is that of the first.
    pub number: u64,
    /// Cells of the line in order, without their quotation marks.
    pub cells: Vec<String>,
}

/// Why a text is not read as CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsvFault {
    /// A quote is not closed, or stands alone inside a cell.
    Quotes,
    /// There are more lines than were asked for.
    TooMany,
}

/// The lines of a text, `most` of them. Each byte is read once, and nothing behind the first line that is too much.
/// Empty lines are left out.
///
/// # Errors
/// [`CsvFault`].
pub fn parse(text: &str, most: usize) -> Result<Vec<Line>, CsvFault> {
    parsed(text, most).0
}

/// The lines, and how far the text was read.
fn parsed(text: &str, most: usize) -> (Result<Vec<Line>, CsvFault>, usize) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader =
        ReaderBuilder::new().delimiter(separator(text)).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let (mut lines, mut place, mut record) = (Vec::new(), Place::default(), StringRecord::new());
    loop {
        let has_line = reader.read_record(&mut record);
        let began = record.position().map_or(0, csv::Position::byte);
        let Ok(has_line) = has_line else { return (Err(CsvFault::Quotes), place.read) };
        if !has_line {
            place.advance(text, text.len());
            // A quote inside quotes is written twice, so a whole text has an even number of them.
            let lines = if place.quotes.is_multiple_of(2) { Ok(lines) } else { Err(CsvFault::Quotes) };
            return (lines, place.read);
        }
        let number = place.line_at(text, usize::try_from(began).unwrap_or(text.len()));
        if record.iter().all(str::is_empty) {
            continue;
        }
        if lines.len() == most {
            return (Err(CsvFault::TooMany), place.read);
        }
        lines.push(Line { number, cells: record.iter().map(str::to_owned).collect() });
    }
}

/// How far a text was looked through, and what was counted on the way.
#[derive(Debug, Default)]
struct Place {
    read: usize,
    line_ends: u64,
    quotes: u64,
}

impl Place {
    /// Number of the line that begins at `start`, or after the ends of lines that stand there.
    fn line_at(&mut self, text: &str, start: usize) -> u64 {
        self.advance(text, start);
        let skipped = text.as_bytes()[self.read..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        self.advance(text, self.read + skipped);
        self.line_ends + 1
    }

    /// Goes on to `end`, if it is not there yet.
    fn advance(&mut self, text: &str, end: usize) {
        let bytes = text.as_bytes();
        for at in self.read..end.min(bytes.len()) {
            self.quotes += u64::from(bytes[at] == b'"');
            // A line ends in one of both, or in both.
            let is_end = bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
            self.line_ends += u64::from(is_end);
        }
        self.read = self.read.max(end.min(bytes.len()));
    }
}

/// The separator that the first line has most of.
fn separator(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.is_empty()).unwrap_or_default();
    // What stands in quotes separates nothing.
    let outside: String = first.split('"').step_by(2).collect();
    let count = |separator: u8| outside.matches(char::from(separator)).count();
    SEPARATORS.into_iter().rev().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::{CsvFault, Line, parse, parsed};

    #[test]
    fn cells_are_split_as_spreadsheets_write_them() {
        for (text, expected) in [
            ("", Some("")),
            ("a,b\nc,d", Some("a|b/c|d")),
            ("\u{feff}a,b\r\nc,d\r\n", Some("a|b/c|d")),
            ("a,\n,b\n", Some("a|/|b")),
            ("a,b,", Some("a|b|")),
            ("\"a,b\",\"c \"\"d\"\"\"\n", Some("a,b|c \"d\"")),
            ("\"line\r\nline\",x", Some("line\r\nline|x")),
            ("a\n\n,\nb", Some("a/b")),
            ("a;b\nc,d;e", Some("a|b/c,d|e")),
            ("\"a, b\";c\nd;e", Some("a, b|c/d|e")),
            ("\"a;b\";c;d\n\"e\nf\";g", Some("a;b|c|d/e\nf|g")),
            ("a\tb\nc;d\te", Some("a|b/c;d|e")),
            ("\"a", None),
            ("a\"b", None),
            ("\"a\"b\"", None),
        ] {
            let joined = |lines: Vec<Line>| lines.iter().map(|line| line.cells.join("|")).collect::<Vec<_>>().join("/");
            assert_eq!(parse(text, 9).ok().map(joined).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn lines_have_the_numbers_that_an_editor_shows() {
        let lines = parse("a,b\r\n\r\n\"c\nd\",e\r\nf,g\r\n", 9).expect("lines");
        assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 3, 5]);
        let lines = parse("a,b\rc,d\r\re,f", 9).expect("lines");
        assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 4]);
    }

    #[test]
    fn a_text_is_read_once_and_not_beyond_the_first_line_that_is_too_much() {
        let rows = |count: usize| "a,b\n".repeat(count);
        for count in [10, 40, 160] {
            let (lines, read) = parsed(&rows(count), count);
            assert_eq!((lines.map(|lines| lines.len()), read), (Ok(count), rows(count).len()));
            // What follows the limit may be anything: it is not read, however long it is.
            let (refused, read) = parsed(&format!("{}\"{}", rows(20), "x".repeat(count)), 10);
            assert_eq!((refused.err(), read), (Some(CsvFault::TooMany), rows(10).len()));
        }
    }
}
