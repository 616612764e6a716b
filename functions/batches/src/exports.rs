//! Exports: a list of another area as a file of comma-separated values, with every field in a column. A page of it is
//! that of the list, asked for in the name of the caller.

mod cells;
mod collections;

use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{Call, Csv, FilePage, OwnRequest, Query, Requester, Route, json, json::Json};
use values::{ApiError, ErrorCode, Id, error::FieldError};

use self::{
    cells::row,
    collections::{Collection, ExportCollection},
};
use crate::offered;

/// Records that are asked for at once: the most that a list answers.
const RECORDS_AT_ONCE: usize = 100;
/// Most records of a page.
const RECORDS_MAX: usize = 1_000;
/// With so many bytes no other hundred records is asked for: an answer has 6 MB (a Lambda function's limit), of which a
/// hundred of the largest records take 4.8.
const BYTES_ENOUGH: usize = 1_000_000;
/// Which part of its time an export keeps for what it has begun.
const KEPT_PART: u32 = 3;

/// What is exported, and which page of it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportFilter {
    /// Which collection.
    collection: ExportCollection,
    /// Only records at this location.
    location_id: Option<Id<Location>>,
    /// Only registrations for this event, a filter of `event_registrations` alone.
    event_id: Option<Id<()>>,
    /// Most records in the answer; 1,000 when absent.
    #[schemars(range(min = 1, max = RECORDS_MAX))]
    limit: Option<usize>,
    /// The cursor in the `Link` of the page before, as it was given; the file begins without it.
    #[schemars(length(min = 1, max = 512))]
    cursor: Option<String>,
}

/// The operations on exports.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("export_collection", "/exports", export)
            .described(
                "The records of a list as comma-separated values, oldest first, with every field in a column of its name; \
                 `POST /imports` reads such files. Values of a list stand between semicolons, objects as JSON. A longer \
                 file is read page by page: the header `Link` says where it goes on, and the pages one after another \
                 are the file. Needs the scope of the list.",
            )
            .running_others()
            .refusing(&[ErrorCode::RuleViolation]),
    ]
}

/// Exports a page of a collection.
async fn export(call: Call, Query(filter): Query<ExportFilter>) -> Result<FilePage<Csv>, ApiError> {
    let requester = call.requester.clone().ok_or_else(|| ApiError::internal("an export of nobody"))?;
    let collection = filter.collection.described();
    if filter.event_id.is_some() && !collection.has_events {
        return Err(ApiError::rule("event_id", "not_in_collection", "these records are of no event"));
    }
    let wanted = filter.limit.unwrap_or(RECORDS_MAX);
    let (mut rows, mut bytes, mut cursor) = (Vec::new(), 0, filter.cursor.clone());
    let next = loop {
        let page =
            Page::read(&call, &requester, &collection, (&filter, cursor.as_deref(), wanted - rows.len())).await?;
        rows.extend(page.records.iter().map(|record| row(record, collection.columns)));
        bytes += page.bytes;
        let is_late = call.time_for_more() < requester.deadline() / KEPT_PART || bytes > BYTES_ENOUGH;
        match page.next {
            Some(next) if rows.len() < wanted && !is_late => cursor = Some(next),
            next => break next,
        }
    };
    let csv = if filter.cursor.is_none() { Csv::named(collection.columns, rows) } else { Csv::lines(rows) };
    Ok(FilePage::new(csv, &filter.parameters(), next))
}

/// A page of the list.
struct Page {
    records: Vec<Json>,
    next: Option<String>,
    /// How long its answer was.
    bytes: usize,
}

impl Page {
    async fn read(
        call: &Call,
        requester: &Requester,
        collection: &Collection,
        (filter, cursor, wanted): (&ExportFilter, Option<&str>, usize),
    ) -> Result<Self, ApiError> {
        let limit = wanted.min(RECORDS_AT_ONCE);
        let mut query = vec![("limit".to_owned(), limit.to_string()), ("order".to_owned(), "asc".to_owned())];
        query.extend(cursor.map(|cursor| ("cursor".to_owned(), cursor.to_owned())));
        query.extend(filter.location_id.map(|id| ("location_id".to_owned(), id.to_string())));
        query.extend(filter.event_id.map(|id| ("event_id".to_owned(), id.to_string())));
        let request = OwnRequest::read(offered::list(collection.operation)?, query);
        let answer = requester.send(request, 0, call.time_for_more()).await?;
        let body = json::parse(answer.body().as_bytes()).ok();
        let refusal = || refused(answer.status().as_u16(), answer.body());
        let Some(Json::Object(members)) = body.filter(|_| answer.status().is_success()) else { return Err(refusal()) };
        Ok(Self { bytes: answer.body().len(), ..Self::of(members) })
    }

    fn of(members: Vec<(String, Json)>) -> Self {
        let mut page = Self { records: Vec::new(), next: None, bytes: 0 };
        for (name, value) in members {
            match (name.as_str(), value) {
                ("data", Json::Array(records)) => page.records = records,
                ("pagination", Json::Object(members)) => {
                    let next = members.into_iter().find(|(name, _)| name == "next_cursor");
                    page.next = next.and_then(|(_, value)| match value {
                        Json::String(cursor) if !cursor.is_empty() => Some(cursor),
                        _ => None,
                    });
                }
                _ => {}
            }
        }
        page
    }
}

/// The list's refusal as the export's own.
fn refused(status: u16, body: &str) -> ApiError {
    let error: serde_json::Value = serde_json::from_str(body).unwrap_or_else(|_| json!({}));
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let (message, details) = (text(&error["error"]["message"]), &error["error"]["details"]);
    let at_field = |code| {
        let field = FieldError::named(text(&details["field"]), text(&details["reason"]));
        ApiError { fields: vec![field], ..ApiError::new(code, message.clone()) }
    };
    match status {
        400 => at_field(ErrorCode::ValidationError),
        403 => ApiError::new(ErrorCode::Forbidden, message),
        422 => at_field(ErrorCode::RuleViolation),
        429 => ApiError::new(ErrorCode::RateLimited, message),
        _ => ApiError::unavailable(format!("the list is answered {status}")),
    }
}

impl ExportFilter {
    /// What the address of the page that follows has besides the cursor.
    fn parameters(&self) -> Vec<(&'static str, String)> {
        let collection = Some(("collection", self.collection.name().to_owned()));
        let limit = self.limit.map(|limit| ("limit", limit.to_string()));
        let location = self.location_id.map(|id| ("location_id", id.to_string()));
        let event = self.event_id.map(|id| ("event_id", id.to_string()));
        [collection, limit, location, event].into_iter().flatten().collect()
    }
}
