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
/// Longest text that is told of a refusal, in characters.
const CHARACTERS_MAX: usize = 300;

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
    let field = |refused: RefusedField| ImportFieldError {
        column: requests.column_of(&refused.field).map(str::to_owned),
        field: shortened(&refused.field),
        reason: shortened(&refused.reason),
        message: shortened(&refused.message),
    };
    let errors = error.details.errors.into_iter().take(FIELDS_MAX).map(field).collect();
    ImportRowError { code: error.code, message: shortened(&error.message), errors }
}

fn shortened(text: &str) -> String {
    text.chars().take(CHARACTERS_MAX).collect()
}
