//! The rows of an import, each judged by itself.

use std::sync::LazyLock;

use chrono::Duration;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use shared::{
    ApiError,
    api::{json::Json, schema, validate::Validator},
    domain::{Company, EmailAddress, Id, Location, LongText, MembershipPlan, Name, Timestamp},
    error::FieldError,
};

use super::{
    MemberRegistration, csv,
    registration::{RegistrationSource, RegistrationStatus, VALID_DAYS},
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

/// What a row must be, as a schema that is made once.
static ROW: LazyLock<Value> = LazyLock::new(schema::input::<Row>);

/// What a row must be.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Row {
    location_id: Id<Location>,
    email: EmailAddress,
    name: Name,
    membership_plan_id: Option<Id<MembershipPlan>>,
    company_id: Option<Id<Company>>,
    #[serde(default)]
    message: LongText,
}

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
            let field = FieldError { field: self.path.clone(), reason: "column_count".into() };
            return Err(ApiError::validation(vec![field]));
        };
        let members = fields.iter().map(|(name, text)| (name.clone(), Json::String(text.clone())));
        let mut validator = Validator::default();
        let value = validator.check(&ROW, &Json::Object(members.collect()), &self.path);
        if validator.has_errors() {
            return Err(ApiError::validation(validator.into_errors()));
        }
        let row: Row = serde_json::from_value(value)
            .map_err(|error| ApiError::internal(format!("a checked row does not decode: {error}")))?;
        Ok(row.into_registration(now))
    }
}

impl Row {
    fn into_registration(self, now: Timestamp) -> MemberRegistration {
        MemberRegistration {
            location_id: self.location_id,
            email: self.email,
            name: self.name,
            membership_plan_id: self.membership_plan_id,
            company_id: self.company_id,
            message: self.message,
            source: RegistrationSource::Import,
            decided: RegistrationStatus::Pending,
            undecided: true,
            valid_days: VALID_DAYS,
            invited_at: None,
            expires_at: Some(now.plus(Duration::days(VALID_DAYS))),
            decided_at: None,
            decided_by: None,
            member_id: None,
        }
    }
}
