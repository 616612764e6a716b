//! CSV as spreadsheets write it: cells between commas, semicolons or tabs, and quotes around what contains them.

use csv::ReaderBuilder;

/// What separates cells, the usual first. The first line, which names the columns, tells which of them it is.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// The cells of each line; `None` when a quote is not closed or stands alone inside a cell. Empty lines are left out.
pub fn parse(text: &str) -> Option<Vec<Vec<String>>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A quote inside quotes is written twice, so a whole text has an even number of them.
    if text.bytes().filter(|byte| *byte == b'"').count() % 2 == 1 {
        return None;
    }
    let mut reader =
        ReaderBuilder::new().delimiter(separator(text)).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let lines = reader.records().map(|line| Some(line.ok()?.iter().map(str::to_owned).collect()));
    let mut lines: Vec<Vec<String>> = lines.collect::<Option<_>>()?;
    lines.retain(|line| line.iter().any(|cell| !cell.is_empty()));
    Some(lines)
}

/// The separator that the first line has most of.
fn separator(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.is_empty()).unwrap_or_default();
    let count = |separator: u8| first.bytes().filter(|byte| *byte == separator).count();
    SEPARATORS.into_iter().rev().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::parse;

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
            let joined =
                |lines: Vec<Vec<String>>| lines.iter().map(|cells| cells.join("|")).collect::<Vec<_>>().join("/");
            assert_eq!(parse(text).map(joined).as_deref(), expected, "{text:?}");
        }
    }
}
