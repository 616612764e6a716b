//! The rows of an import, each judged by itself.

use std::sync::LazyLock;

use serde_json::Value;
use shared::{
    ApiError,
    api::{json::Json, schema, validate::Validator},
    domain::Timestamp,
    error::FieldError,
};

use super::{
    MemberRegistration, csv,
    registration::{MemberRegistrationFields, RegistrationSource, VALID_DAYS},
};

/// Columns of CSV: the fields of a row.
const COLUMNS: [&str; 6] = ["location_id", "email", "name", "membership_plan_id", "company_id", "message"];

/// A row as it came: where it stands, and its fields that are not empty.
#[derive(Debug)]
pub struct RawRow {
    /// Its place in the request, such as `csv[3]`, in which the first row has number 0.
    pub path: String,
    /// Names and texts; nothing when the line had another number of cells than the header.
    pub fields: Option<Vec<(String, String)>>,
}

/// What a row must be, as a schema that is made once: the fields of a registration, and nothing else.
static ROW: LazyLock<Value> = LazyLock::new(|| {
    let mut row = schema::input::<MemberRegistrationFields>();
    row["additionalProperties"] = false.into();
    row
});

/// The rows of a CSV text whose first line names the columns.
///
/// # Errors
/// 422 when it cannot be read as a whole.
pub fn of_csv(text: &str) -> Result<Vec<RawRow>, ApiError> {
    let malformed = |message: &'static str| ApiError::rule("csv", "malformed_csv", message);
    let lines = csv::parse(text).ok_or_else(|| malformed("a quote is not closed or stands inside a cell"))?;
    let mut lines = lines.into_iter();
    let header = lines.next().ok_or_else(|| malformed("the first line names the columns"))?;
    for (position, name) in header.iter().enumerate() {
        if !COLUMNS.contains(&name.as_str()) {
            let message = format!("the columns are {}", COLUMNS.join(", "));
            return Err(ApiError::rule("csv", "unknown_column", message));
        }
        if header[..position].contains(name) {
            return Err(ApiError::rule("csv", "repeated_column", "a column is named once"));
        }
    }
    let row = |(position, cells): (usize, Vec<String>)| RawRow {
        path: format!("csv[{position}]"),
        fields: (cells.len() == header.len())
            .then(|| header.iter().cloned().zip(cells).filter(|(_, cell)| !cell.is_empty()).collect()),
    };
    Ok(lines.enumerate().map(row).collect())
}

impl RawRow {
    /// The text of a field; empty when it has none.
    pub fn text(&self, name: &str) -> &str {
        let field = self.fields.iter().flatten().find(|(field, _)| field == name);
        field.map_or("", |(_, text)| text)
    }

    /// The registration that the row asks for.
    ///
    /// # Errors
    /// 400 with every offending field, as for a single registration.
    pub fn registration(&self, now: Timestamp) -> Result<MemberRegistration, ApiError> {
        let Some(fields) = &self.fields else {
            let field = FieldError::named(self.path.clone(), "column_count");
            return Err(ApiError::validation(vec![field]));
        };
        let members = fields.iter().map(|(name, text)| (name.clone(), Json::String(text.clone())));
        let mut validator = Validator::default();
        let value = validator.check(&ROW, &Json::Object(members.collect()), &self.path);
        if validator.has_errors() {
            return Err(ApiError::validation(validator.into_errors()));
        }
        let fields = serde_json::from_value(value)
            .map_err(|error| ApiError::internal(format!("a checked row does not decode: {error}")))?;
        Ok(MemberRegistration::waiting(fields, RegistrationSource::Import, VALID_DAYS, now))
    }
}
