//! CSV as RFC 4180 has it: commas, line ends of either kind, and quotes around what contains them.

/// The cells of each line; `None` when a quote is not closed or stands in the middle of a cell. Empty lines are left out.
pub fn parse(text: &str) -> Option<Vec<Vec<String>>> {
    let mut lines = Vec::new();
    let mut cells = Vec::new();
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while !rest.is_empty() {
        let (cell, after) = cell(rest)?;
        cells.push(cell);
        let (ends, after) = match after.strip_prefix(',') {
            // A comma at the very end is followed by an empty cell.
            Some("") => (true, ""),
            Some(after) => (false, after),
            None => (true, after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n')).unwrap_or(after)),
        };
        if ends {
            if rest.ends_with(',') && after.is_empty() {
                cells.push(String::new());
            }
            lines.push(std::mem::take(&mut cells));
        }
        rest = after;
    }
    lines.retain(|line| line.iter().any(|cell| !cell.is_empty()));
    Some(lines)
}

/// The first cell, and what follows it: a comma, a line end or nothing.
fn cell(text: &str) -> Option<(String, &str)> {
    let Some(mut rest) = text.strip_prefix('"') else {
        let end = text.find([',', '\n']).unwrap_or(text.len());
        let cell = text[..end].strip_suffix('\r').unwrap_or(&text[..end]);
        return (!cell.contains('"')).then(|| (cell.to_owned(), &text[cell.len()..]));
    };
    let mut cell = String::new();
    loop {
        let (part, after) = rest.split_once('"')?;
        cell.push_str(part);
        match after.strip_prefix('"') {
            Some(after) => {
                cell.push('"');
                rest = after;
            }
            None if after.is_empty() || after.starts_with([',', '\n']) || after.starts_with("\r\n") => {
                return Some((cell, after));
            }
            None => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn cells_are_split_as_spreadsheets_write_them() {
        for (text, expected) in [
            ("", Some("")),
            ("a,b\nc,d", Some("a|b;c|d")),
            ("\u{feff}a,b\r\nc,d\r\n", Some("a|b;c|d")),
            ("a,\n,b\n", Some("a|;|b")),
            ("a,b,", Some("a|b|")),
            ("\"a,b\",\"c \"\"d\"\"\"\n", Some("a,b|c \"d\"")),
            ("\"line\r\nline\",x", Some("line\r\nline|x")),
            ("a\n\n,\nb", Some("a;b")),
            ("\"a", None),
            ("a\"b", None),
            ("\"a\"b", None),
        ] {
            let joined =
                |lines: Vec<Vec<String>>| lines.iter().map(|cells| cells.join("|")).collect::<Vec<_>>().join(";");
            assert_eq!(parse(text).map(joined).as_deref(), expected, "{text:?}");
        }
    }
}
