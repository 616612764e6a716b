//! CSV as spreadsheets write it: cells between commas, semicolons or tabs, and quotes around what contains them.

use csv::ReaderBuilder;

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

/// The lines; `None` when a quote is not closed or stands alone inside a cell. Empty lines are left out.
pub fn parse(text: &str) -> Option<Vec<Line>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A quote inside quotes is written twice, so a whole text has an even number of them.
    if text.bytes().filter(|byte| *byte == b'"').count() % 2 == 1 {
        return None;
    }
    let mut reader =
        ReaderBuilder::new().delimiter(separator(text)).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let lines = reader.records().map(|line| {
        let line = line.ok()?;
        let number = number_of_line(text, line.position().map_or(0, csv::Position::byte));
        Some(Line { number, cells: line.iter().map(str::to_owned).collect() })
    });
    let mut lines: Vec<Line> = lines.collect::<Option<_>>()?;
    lines.retain(|line| line.cells.iter().any(|cell| !cell.is_empty()));
    Some(lines)
}

/// Number of the line that begins at `start`, or after the ends of lines that stand there.
fn number_of_line(text: &str, start: u64) -> u64 {
    let bytes = text.as_bytes();
    let start = usize::try_from(start).unwrap_or(bytes.len()).min(bytes.len());
    let skipped = bytes[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    let before = &bytes[..start + skipped];
    // A line ends in one of both, or in both.
    let is_end = |at: usize| before[at] == b'\n' || before[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    (1_u64..).zip((0..before.len()).filter(|at| is_end(*at))).last().map_or(1, |(ends, _)| ends + 1)
}

/// The separator that the first line has most of.
fn separator(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.is_empty()).unwrap_or_default();
    let count = |separator: u8| first.bytes().filter(|byte| *byte == separator).count();
    SEPARATORS.into_iter().rev().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::{Line, parse};

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
            ("\"a;b\";c;d\n\"e\nf\";g", Some("a;b|c|d/e\nf|g")),
            ("a\tb\nc;d\te", Some("a|b/c;d|e")),
            ("\"a", None),
            ("a\"b", None),
            ("\"a\"b\"", None),
        ] {
            let joined = |lines: Vec<Line>| lines.iter().map(|line| line.cells.join("|")).collect::<Vec<_>>().join("/");
            assert_eq!(parse(text).map(joined).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn lines_have_the_numbers_that_an_editor_shows() {
        let lines = parse("a,b\r\n\r\n\"c\nd\",e\r\nf,g\r\n").expect("lines");
        assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 3, 5]);
        let lines = parse("a,b\rc,d\r\re,f").expect("lines");
        assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 4]);
    }
}
