//! The rows of a text: lines of CSV under the names of their columns, or lines of JSON. Pure.

use shared::api::csv_lines::{self, CsvFault};
use values::ApiError;

use super::record::{COLUMNS_MAX, ImportFormat};

/// Most rows of an import.
pub const ROWS_MAX: usize = 10_000;

/// Rows, and the names of their columns.
#[derive(Debug)]
pub struct Table {
    /// Names of the columns as the first line has them; none of JSON.
    pub header: Vec<String>,
    /// The rows, in the order of the text.
    pub rows: Vec<TableRow>,
}

/// A row of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Number of its line, from 1. A row of CSV may have several; then it is that of the first.
    pub line: u64,
    /// Its cells; of JSON the whole line.
    pub cells: Vec<String>,
}

/// The rows of a text.
///
/// # Errors
/// 422 on `field`: `malformed_csv`, `too_many`, `no_rows`.
pub fn parse(format: ImportFormat, text: &str, field: &str) -> Result<Table, ApiError> {
    let table = match format {
        ImportFormat::Csv => parse_csv(text, field)?,
        ImportFormat::Ndjson => parse_json_lines(text, field)?,
    };
    if table.rows.is_empty() {
        return Err(ApiError::rule(field, "no_rows", "there is no row in it"));
    }
    Ok(table)
}

fn parse_csv(text: &str, field: &str) -> Result<Table, ApiError> {
    let malformed = |message: &'static str| ApiError::rule(field, "malformed_csv", message);
    let lines = csv_lines::parse(text, ROWS_MAX + 1).map_err(|fault| match fault {
        CsvFault::Quotes => malformed("a quote is not closed or stands inside a cell"),
        CsvFault::TooMany => too_many(field),
    })?;
    let mut rows = lines.into_iter().map(|line| TableRow { line: line.number, cells: line.cells });
    let header = rows.next().ok_or_else(|| malformed("the first line names the columns"))?.cells;
    if header.len() > COLUMNS_MAX {
        return Err(malformed("it has more than 100 columns"));
    }
    Ok(Table { header: header.iter().map(|name| name.trim().to_owned()).collect(), rows: rows.collect() })
}

fn parse_json_lines(text: &str, field: &str) -> Result<Table, ApiError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let rows: Vec<TableRow> =
        numbered.take(ROWS_MAX + 1).map(|(line, text)| TableRow { line, cells: vec![text.to_owned()] }).collect();
    if rows.len() > ROWS_MAX {
        return Err(too_many(field));
    }
    Ok(Table { header: Vec::new(), rows })
}

fn too_many(field: &str) -> ApiError {
    ApiError::rule(field, "too_many", format!("one import has at most {ROWS_MAX} rows"))
}

#[cfg(test)]
mod tests {
    use super::{ImportFormat, ROWS_MAX, TableRow, parse};

    #[test]
    fn rows_of_both_formats_have_the_numbers_of_their_lines() {
        let table = parse(ImportFormat::Csv, " Name ;City\nAnn;\"New\nYork\"\n\nBea;Bonn\n", "content").expect("rows");
        assert_eq!(table.header, ["Name", "City"]);
        let row = |line, cells: &[&str]| TableRow { line, cells: cells.iter().map(ToString::to_string).collect() };
        assert_eq!(table.rows, [row(2, &["Ann", "New\nYork"]), row(5, &["Bea", "Bonn"])]);
        let table = parse(ImportFormat::Ndjson, "\u{feff}{\"a\":1}\n\n{\"b\":2}\r\n", "content").expect("rows");
        assert_eq!(table.rows, [row(1, &["{\"a\":1}"]), row(3, &["{\"b\":2}"])]);
    }

    #[test]
    fn ten_thousand_rows_are_taken_and_no_more() {
        for (format, header, row) in [(ImportFormat::Csv, "name\n", "Ann\n"), (ImportFormat::Ndjson, "", "{}\n")] {
            let text = |rows: usize| format!("{header}{}", row.repeat(rows));
            assert_eq!(parse(format, &text(ROWS_MAX), "content").map(|table| table.rows.len()).ok(), Some(ROWS_MAX));
            let refused = parse(format, &text(ROWS_MAX + 1), "content").map(|_| ());
            assert_eq!(refused.map_err(|error| error.fields[0].reason.to_string()), Err("too_many".to_owned()));
            let refused = parse(format, header, "content").map(|_| ());
            assert_eq!(refused.map_err(|error| error.fields[0].reason.to_string()), Err("no_rows".to_owned()));
        }
    }
}
