//! Answers outside `/v1`, in the same form and with the same headers as those within.

use http::{Response, StatusCode};

use super::{
    reply::{Answer, Meta, error_answer},
    response::response,
};
use values::ApiError;

/// The answer with this body, in JSON.
#[must_use]
pub fn plain(status: StatusCode, body: String, meta: &Meta) -> Response<String> {
    response(Answer::new(status.as_u16(), body), None, meta, false)
}

/// The answer that refuses a request.
#[must_use]
pub fn of(error: &ApiError, meta: &Meta) -> Response<String> {
    response(error_answer(error, meta), Some(error), meta, false)
}
