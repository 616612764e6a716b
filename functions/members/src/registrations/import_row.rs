//! The rows of an import, each judged by itself.

use std::{collections::HashSet, sync::LazyLock};

use records::Location;
use serde_json::Value;
use shared::api::{
    csv_lines::{self, CsvFault},
    json::Json,
    schema,
    validate::Validator,
};
use values::{ApiError, Id, Metadata, Timestamp, error::FieldError};

use super::{
    MemberRegistration,
    create::{MemberRegistrationCreate, NewRegistrationSource},
    record::{RegistrationSource, VALID_DAYS},
};

/// Most rows of one import, so that it ends within the request's time.
pub const ROWS_MAX: usize = 100;
/// Columns of CSV: the fields of a registration.
const COLUMNS: [&str; 8] =
    ["location_id", "email", "name", "membership_plan_id", "company_id", "message", "source", "valid_days"];
/// What columns for keys of the metadata begin with.
const METADATA: &str = "metadata.";

/// A row as it came: where it stands, and its fields that are not empty.
#[derive(Debug)]
pub struct RawRow {
    /// Its place in the request, such as `csv[3]`, in which the first row has number 0.
    pub path: String,
    /// The line of the CSV text.
    pub line: Option<u64>,
    /// Names and values; nothing when the line had another number of cells than the header.
    pub fields: Option<Vec<(String, Json)>>,
}

/// What a row must be, as a schema that is made once: what a single registration must be.
static ROW: LazyLock<Value> = LazyLock::new(schema::input::<MemberRegistrationCreate>);

/// The rows of a CSV text whose first line names the columns, in any order; `most` of them.
///
/// # Errors
/// 422 when it cannot be read as a whole, or has more rows.
pub fn of_csv(text: &str, most: usize) -> Result<Vec<RawRow>, ApiError> {
    let malformed = |message: &'static str| ApiError::rule("csv", "malformed_csv", message);
    let lines = csv_lines::parse(text, most + 1).map_err(|fault| match fault {
        CsvFault::Quotes => malformed("a quote is not closed or stands inside a cell"),
        CsvFault::TooMany => too_many(),
    })?;
    let mut lines = lines.into_iter();
    let header = lines.next().ok_or_else(|| malformed("the first line names the columns"))?;
    let names = columns(&header)?;
    let row = |(position, line): (usize, csv_lines::Line)| RawRow {
        path: format!("csv[{position}]"),
        line: Some(line.number),
        fields: (line.cells.len() == names.len()).then(|| fields(&names, line.cells)),
    };
    Ok(lines.enumerate().map(row).collect())
}

/// 422 for an import of more than [`ROWS_MAX`] rows.
pub fn too_many() -> ApiError {
    ApiError::rule("csv", "too_many", format!("one import has at most {ROWS_MAX} rows"))
}

/// The columns that a header names, whatever their case.
fn columns(header: &csv_lines::Line) -> Result<Vec<String>, ApiError> {
    let (mut names, mut known): (Vec<String>, HashSet<String>) = Default::default();
    for (position, cell) in header.cells.iter().enumerate() {
        let (cell, place) = (cell.trim(), format!("line {}, column {}", header.number, position + 1));
        let lower = cell.to_lowercase();
        let name = match cell.get(METADATA.len()..) {
            Some(key) if lower.starts_with(METADATA) && !key.is_empty() => format!("{METADATA}{key}"),
            _ => lower,
        };
        if !COLUMNS.contains(&name.as_str()) && !name.starts_with(METADATA) {
            let message = format!("{place}: {cell:?} is none of the columns {}, {METADATA}<key>", COLUMNS.join(", "));
            return Err(ApiError::rule("csv", "unknown_column", message));
        }
        if !known.insert(name.clone()) {
            return Err(ApiError::rule("csv", "repeated_column", format!("{place}: {cell:?} is named twice")));
        }
        names.push(name);
    }
    Ok(names)
}

/// The fields of a line; those of the metadata are put together.
fn fields(names: &[String], cells: Vec<String>) -> Vec<(String, Json)> {
    let (mut fields, mut metadata) = (Vec::new(), Vec::new());
    for (name, cell) in names.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
        match name.strip_prefix(METADATA) {
            Some(key) => metadata.push((key.to_owned(), Json::String(cell))),
            None if name == "valid_days" => fields.push((name.clone(), number(cell))),
            None => fields.push((name.clone(), Json::String(cell))),
        }
    }
    if !metadata.is_empty() {
        fields.push(("metadata".to_owned(), Json::Object(metadata)));
    }
    fields
}

/// A whole number; anything else stays a text, which is refused where a number is needed.
fn number(cell: String) -> Json {
    let is_whole = cell.len() < 10 && !cell.is_empty() && cell.bytes().all(|digit| digit.is_ascii_digit());
    if is_whole { Json::Number(cell) } else { Json::String(cell) }
}

impl RawRow {
    /// The text of a field; empty when it has none.
    pub fn text(&self, name: &str) -> &str {
        let field = self.fields.iter().flatten().find(|(field, _)| field == name);
        match field {
            Some((_, Json::String(text))) => text,
            Some(_) | None => "",
        }
    }

    /// The same with the location of the whole import, unless it names one itself.
    pub fn at(mut self, location: Option<Id<Location>>) -> Self {
        let has_own = !self.text("location_id").is_empty();
        if let (Some(location), Some(fields), false) = (location, &mut self.fields, has_own) {
            fields.push(("location_id".to_owned(), Json::String(location.to_string())));
        }
        self
    }

    /// The registration that the row asks for, with its metadata.
    ///
    /// # Errors
    /// 400 with every offending field, as for a single registration.
    pub fn registration(&self, now: Timestamp) -> Result<(MemberRegistration, Option<Metadata>), ApiError> {
        let Some(fields) = &self.fields else {
            let field = FieldError::named(self.path.clone(), "column_count");
            return Err(ApiError::validation(vec![field]));
        };
        let mut validator = Validator::default();
        let value = validator.check(&ROW, &Json::Object(fields.clone()), &self.path);
        if validator.has_errors() {
            return Err(ApiError::validation(validator.into_errors()));
        }
        let row: MemberRegistrationCreate = serde_json::from_value(value)
            .map_err(|error| ApiError::internal(format!("a checked row does not decode: {error}")))?;
        let source = match row.source {
            None => RegistrationSource::Import,
            Some(NewRegistrationSource::Signup) => RegistrationSource::Signup,
            Some(NewRegistrationSource::Invite) => RegistrationSource::Invite,
        };
        let valid_days = row.valid_days.unwrap_or(VALID_DAYS);
        Ok((MemberRegistration::waiting(row.fields, source, valid_days, now), row.metadata))
    }
}
