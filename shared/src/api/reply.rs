//! What an operation answers: the status is in the type.

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{paging::Pagination, schema};
use store::{Entity, Record, record::RecordView};
use values::{ApiError, Scope, Secret, Timestamp, error::FieldError};

/// `Content-Type` of answers in an envelope.
pub const JSON: &str = "application/json";

/// `meta` of every answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Meta {
    /// `req_` and the invocation's id.
    pub request_id: String,
    /// When the request was handled.
    pub timestamp: Timestamp,
}

/// An answer in bytes: what is sent, and what an idempotent replay repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// HTTP status of the answer.
    pub status: u16,
    /// JSON, unless `media_type` says something else.
    pub body: String,
    /// `Content-Type`, when it is not JSON.
    #[serde(skip)]
    pub media_type: Option<&'static str>,
    /// `ETag`, when the answer is one record.
    pub etag: Option<String>,
    /// `Location`, when a record was made.
    pub location: Option<String>,
    /// `Link` to what follows, of a file that is longer than an answer.
    #[serde(skip)]
    pub link: Option<String>,
    /// Whether this repeats an earlier answer.
    #[serde(skip)]
    pub replayed: bool,
    /// Secrets that the body shows. In the stored answer each is encrypted, so that nobody but the caller can read it.
    #[serde(skip)]
    pub secrets: Vec<Secret>,
    /// Whether it is stored under the request's idempotency key.
    #[serde(skip)]
    pub stored: bool,
    /// Whether a customer was answered, who sees less of it: so does whoever it is repeated to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub to_customer: bool,
    /// Scopes without which it is not repeated: the client may have lost them since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Scope>,
}

impl Answer {
    /// An answer of nothing but a status and a body.
    #[must_use]
    pub const fn new(status: u16, body: String) -> Self {
        Self {
            status,
            body,
            media_type: None,
            etag: None,
            location: None,
            link: None,
            replayed: false,
            secrets: Vec::new(),
            stored: false,
            to_customer: false,
            needs: Vec::new(),
        }
    }
}

/// What an operation returns.
pub trait Reply: Send + Sized {
    /// Status of the answer.
    const STATUS: u16;
    /// Another status of success, with the same body, of an operation that answers what was there already.
    const ALSO: Option<u16> = None;
    /// `Content-Type` of the answer; what is not JSON has no envelope.
    const MEDIA_TYPE: &'static str = JSON;

    /// Name and schema of the type in `data`, or of the whole answer when it is not JSON.
    fn schema() -> (String, Value);

    /// Whether `data` is an array with `pagination` beside it.
    #[must_use]
    fn is_list() -> bool {
        false
    }

    /// The answer in bytes.
    ///
    /// # Errors
    /// 500 when it does not serialize.
    fn render(self, meta: &Meta) -> Result<Answer, ApiError>;
}

/// Something that can stand in `data`.
pub trait Shown: Send {
    /// Type of what answers show of it.
    type View: Serialize + JsonSchema;

    /// The wire form at the instant `now`.
    fn show(&self, now: Timestamp) -> Self::View;

    /// Number for the `ETag`.
    fn version(&self) -> Option<i64> {
        None
    }

    /// Path for `Location`, below `/v1`.
    fn location(&self) -> Option<String> {
        None
    }

    /// The secrets in the wire form.
    fn secrets(&self) -> Vec<Secret> {
        Vec::new()
    }

    /// The scopes without which it is not shown, besides the operation's own.
    fn needs(&self) -> Vec<Scope> {
        Vec::new()
    }
}

impl<E: Entity> Shown for Record<E> {
    type View = RecordView<E::View>;

    fn show(&self, now: Timestamp) -> Self::View {
        self.view(now)
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn location(&self) -> Option<String> {
        Some(self.body.path(self.id))
    }
}

/// A value that is shown as it is.
#[derive(Clone, Debug)]
pub struct Plain<V>(pub V);

impl<V: Serialize + JsonSchema + Clone + Send> Shown for Plain<V> {
    type View = V;

    fn show(&self, _now: Timestamp) -> V {
        self.0.clone()
    }
}

/// 200 with one record.
#[derive(Clone, Debug)]
pub struct Data<S>(pub S);

/// 201 with the record that was made.
#[derive(Clone, Debug)]
pub struct Created<S>(pub S);

/// 201 with the record that was made, or 200 with the one that was there already: for what can be repeated without a
/// key.
#[derive(Clone, Debug)]
pub enum Ensured<S> {
    /// The record was made by this request: 201.
    Made(S),
    /// The record was there before: 200.
    There(S),
}

/// 200 with a page of a list.
#[derive(Clone, Debug)]
pub struct Page<S> {
    /// Records of this page, in the order of the list.
    pub data: Vec<S>,
    /// Where the page lies in the list.
    pub pagination: Pagination,
}

/// An answer that was stored in the transaction of its effect, so that a repeated request finds it.
#[derive(Clone, Debug)]
pub struct Committed<R> {
    pub(super) answer: Answer,
    pub(super) reply: PhantomData<fn() -> R>,
}

#[derive(Serialize)]
struct Envelope<'a, D> {
    data: D,
    #[serde(skip_serializing_if = "Option::is_none")]
    pagination: Option<Pagination>,
    meta: &'a Meta,
}

impl<S: Shown> Reply for Data<S> {
    const STATUS: u16 = 200;

    fn schema() -> (String, Value) {
        (S::View::schema_name().into_owned(), schema::output::<S::View>())
    }

    fn render(self, meta: &Meta) -> Result<Answer, ApiError> {
        let envelope = Envelope { data: self.0.show(meta.timestamp), pagination: None, meta };
        let answer = answer(Self::STATUS, &envelope, self.0.version(), None)?;
        Ok(Answer { secrets: self.0.secrets(), needs: self.0.needs(), ..answer })
    }
}

impl<S: Shown> Reply for Created<S> {
    const STATUS: u16 = 201;

    fn schema() -> (String, Value) {
        Data::<S>::schema()
    }

    fn render(self, meta: &Meta) -> Result<Answer, ApiError> {
        let envelope = Envelope { data: self.0.show(meta.timestamp), pagination: None, meta };
        let answer = answer(Self::STATUS, &envelope, self.0.version(), self.0.location())?;
        Ok(Answer { secrets: self.0.secrets(), needs: self.0.needs(), ..answer })
    }
}

impl<S: Shown> Reply for Ensured<S> {
    const STATUS: u16 = Created::<S>::STATUS;
    const ALSO: Option<u16> = Some(Data::<S>::STATUS);

    fn schema() -> (String, Value) {
        Data::<S>::schema()
    }

    fn render(self, meta: &Meta) -> Result<Answer, ApiError> {
        match self {
            Self::Made(record) => Created(record).render(meta),
            Self::There(record) => Data(record).render(meta),
        }
    }
}

impl<S: Shown> Reply for Page<S> {
    const STATUS: u16 = 200;

    fn schema() -> (String, Value) {
        Data::<S>::schema()
    }

    fn is_list() -> bool {
        true
    }

    fn render(self, meta: &Meta) -> Result<Answer, ApiError> {
        let data: Vec<_> = self.data.iter().map(|record| record.show(meta.timestamp)).collect();
        answer(Self::STATUS, &Envelope { data, pagination: Some(self.pagination), meta }, None, None)
    }
}

impl<R: Reply> Reply for Committed<R> {
    const STATUS: u16 = R::STATUS;
    const ALSO: Option<u16> = R::ALSO;

    fn schema() -> (String, Value) {
        R::schema()
    }

    fn is_list() -> bool {
        R::is_list()
    }

    fn render(self, _meta: &Meta) -> Result<Answer, ApiError> {
        Ok(self.answer)
    }
}

fn answer<T: Serialize>(
    status: u16,
    envelope: &T,
    version: Option<i64>,
    location: Option<String>,
) -> Result<Answer, ApiError> {
    let body = serde_json::to_string(envelope)
        .map_err(|error| ApiError::internal(format!("an answer does not serialize: {error}")))?;
    Ok(Answer {
        etag: version.map(|version| format!("\"{version}\"")),
        location: location.map(|path| format!("/v1{path}")),
        ..Answer::new(status, body)
    })
}

/// The answer of an error, in the interface's form.
#[must_use]
pub fn error_answer(error: &ApiError, meta: &Meta) -> Answer {
    let mut body = error_body(error);
    body["meta"] = json!(meta);
    Answer::new(error.status(), body.to_string())
}

/// What a refusal says: `error` with its code, message and details.
#[must_use]
pub fn error_body(error: &ApiError) -> Value {
    let mut body = json!({"error": {"code": error.code.as_str(), "message": error.message}});
    if let Some(first) = error.fields.first() {
        let one = |field: &FieldError| {
            let message = field.message.as_ref().unwrap_or(&error.message);
            json!({"field": field.field, "reason": field.reason, "message": message})
        };
        let errors: Vec<Value> = error.fields.iter().map(one).collect();
        body["error"]["details"] = json!({"field": first.field, "reason": first.reason, "errors": errors});
        if !error.conflicts.is_empty() {
            body["error"]["details"]["conflicts"] = json!(error.conflicts);
        }
        if let Some(id) = &error.existing_id {
            body["error"]["details"]["existing_id"] = json!(id);
        }
        if let Some(obstacles) = &error.in_use {
            body["error"]["details"]["in_use"] = json!(obstacles.0);
        }
    }
    body
}
