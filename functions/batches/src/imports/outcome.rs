//! What an operation's answer says of a row. Pure.

use serde::Deserialize;
use shared::api::reply::error_body;
use values::ApiError;

use super::{
    requests::RowRequests,
    rows::{ImportFieldError, ImportRow, ImportRowError},
    table::TableRow,
};

/// Most fields that are told of a refusal.
const FIELDS_MAX: usize = 5;
/// Longest text that is told of a refusal, in bytes.
const TEXT_BYTES_MAX: usize = 240;
/// Most bytes of fields that are told of a refusal, so that all of it takes less than two kilobytes.
const FIELDS_BYTES_MAX: usize = 1_200;

#[derive(Deserialize)]
struct Envelope {
    data: Option<Answered>,
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Answered {
    id: Option<String>,
}

#[derive(Deserialize)]
struct Refusal {
    code: String,
    message: String,
    #[serde(default)]
    details: Details,
}

#[derive(Default, Deserialize)]
struct Details {
    #[serde(default)]
    errors: Vec<RefusedField>,
}

#[derive(Deserialize)]
struct RefusedField {
    field: String,
    reason: String,
    message: String,
}

/// The row with this number, of which the operation answered so.
pub fn answered(requests: &RowRequests, (row, from): (usize, &TableRow), (status, body): (u16, &str)) -> ImportRow {
    let envelope: Option<Envelope> = serde_json::from_str(body).ok();
    let (data, error) = envelope.map_or((None, None), |envelope| (envelope.data, envelope.error));
    ImportRow {
        row,
        line: from.line,
        status,
        id: data.and_then(|data| data.id),
        error: error.map(|error| told(requests, error)),
    }
}

/// The row with this number, which was refused before it was sent, or whose form is refused.
pub fn refused(requests: &RowRequests, row: (usize, &TableRow), error: &ApiError) -> ImportRow {
    answered(requests, row, (error.status(), &error_body(error).to_string()))
}

fn told(requests: &RowRequests, error: Refusal) -> ImportRowError {
    let (mut errors, mut bytes) = (Vec::new(), 0);
    for refused in error.details.errors.into_iter().take(FIELDS_MAX) {
        let field = ImportFieldError {
            column: requests.column_of(&refused.field).map(shortened),
            field: shortened(&refused.field),
            reason: shortened(&refused.reason),
            message: shortened(&refused.message),
        };
        let column = field.column.as_ref().map_or(0, String::len);
        bytes += column + field.field.len() + field.reason.len() + field.message.len();
        if bytes > FIELDS_BYTES_MAX && !errors.is_empty() {
            break;
        }
        errors.push(field);
    }
    ImportRowError { code: error.code, message: shortened(&error.message), errors }
}

/// The beginning of a text, of whole letters.
fn shortened(text: &str) -> String {
    let end = (0..=text.len().min(TEXT_BYTES_MAX)).rev().find(|end| text.is_char_boundary(*end));
    text[..end.unwrap_or_default()].to_owned()
}
