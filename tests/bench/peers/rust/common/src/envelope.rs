use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chrono::{SecondsFormat, Utc};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;
use validator::ValidationErrors;

use crate::{Paging, Plan};

#[derive(Serialize)]
pub struct Meta {
    request_id: String,
    timestamp: String,
}

impl Meta {
    pub fn now() -> Self {
        let timestamp = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
        Self { request_id: format!("req_{}", Uuid::now_v7()), timestamp }
    }
}

#[derive(Serialize)]
struct Envelope<T> {
    data: T,
    meta: Meta,
}

pub fn answer<T: Serialize>(status: StatusCode, data: T) -> Response {
    (status, Json(Envelope { data, meta: Meta::now() })).into_response()
}

#[derive(Serialize)]
struct Pagination {
    page: i64,
    per_page: i64,
    total: i64,
    total_pages: i64,
    has_more: bool,
}

#[derive(Serialize)]
pub struct Page {
    data: Vec<Plan>,
    pagination: Pagination,
    meta: Meta,
}

impl Page {
    pub fn new(paging: Paging, total: i64, data: Vec<Plan>) -> Self {
        let pagination = Pagination {
            page: paging.page,
            per_page: paging.per_page,
            total,
            total_pages: (total + paging.per_page - 1) / paging.per_page,
            has_more: paging.offset() + paging.per_page < total,
        };
        Self { data, pagination, meta: Meta::now() }
    }
}

impl IntoResponse for Page {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}

/// Why a request is refused.
#[derive(Debug)]
pub enum Refusal {
    InvalidToken,
    NotFound,
    AlreadyExists,
    Invalid(ValidationErrors),
    Internal(String),
}

impl Refusal {
    pub fn internal(error: impl std::error::Error) -> Self {
        let mut text = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            text.push_str(&format!(": {cause}"));
            source = cause.source();
        }
        Self::Internal(text)
    }
}

impl From<ValidationErrors> for Refusal {
    fn from(errors: ValidationErrors) -> Self {
        Self::Invalid(errors)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, code, message, details) = match self {
            Self::InvalidToken => {
                (StatusCode::UNAUTHORIZED, "invalid_token", "the credentials are missing or wrong", None)
            }
            Self::NotFound => (StatusCode::NOT_FOUND, "not_found", "there is no such plan", None),
            Self::AlreadyExists => (StatusCode::CONFLICT, "already_exists", "another plan has this name", None),
            Self::Invalid(errors) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "validation_failed",
                "the request is not valid",
                Some(json!(errors)),
            ),
            Self::Internal(cause) => {
                tracing::error!(%cause);
                (StatusCode::INTERNAL_SERVER_ERROR, "internal_error", "something went wrong", None)
            }
        };
        let error = json!({"code": code, "message": message, "details": details});
        (status, Json(json!({"error": error, "meta": Meta::now()}))).into_response()
    }
}
