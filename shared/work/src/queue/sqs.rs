//! The queue of Amazon SQS: one operation, `SendMessageBatch` of its JSON protocol, signed with the parts of the SDK that links to files
//! are signed with. `aws-sdk-sqs` would be a second SDK in every function that hands work over, for one request.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use aws_credential_types::provider::{ProvideCredentials as _, SharedCredentialsProvider};
use aws_sigv4::{
    http_request::{SignableBody, SignableRequest, SigningSettings, sign},
    sign::v4,
};
use aws_smithy_runtime_api::client::{http::HttpConnector as _, orchestrator::HttpRequest};
use aws_smithy_types::body::SdkBody;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};

use super::WorkMessage;
use platform::http_client::PooledHttpClient;
use values::{ApiError, Clock, Timestamp};

/// How long the queue may take to answer.
const ANSWER_TIME: Duration = Duration::from_secs(4);
/// How long a connection may take.
const CONNECT_TIME: Duration = Duration::from_secs(1);
/// Most messages of one request (a quota of Amazon SQS).
const BATCH_MAX: usize = 10;
const TARGET: &str = "AmazonSQS.SendMessageBatch";
const MEDIA_TYPE: &str = "application/x-amz-json-1.0";

/// A queue of Amazon SQS.
pub struct SqsQueue {
    url: String,
    endpoint: String,
    region: String,
    credentials: SharedCredentialsProvider,
    clock: Arc<dyn Clock>,
    http: PooledHttpClient,
}

impl SqsQueue {
    /// The queue with this URL, such as `https://sqs.eu-west-1.amazonaws.com/123456789012/work`; requests go to its host.
    #[must_use]
    pub fn new(url: &str, region: &str, credentials: SharedCredentialsProvider, clock: Arc<dyn Clock>) -> Self {
        let host = url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
        Self {
            url: url.to_owned(),
            endpoint: format!("{host}/"),
            region: region.to_owned(),
            credentials,
            clock,
            http: PooledHttpClient::connecting_within(CONNECT_TIME),
        }
    }

    /// Puts messages into the queue, ten with a request.
    ///
    /// # Errors
    /// 503 when it cannot be reached or takes one of them not.
    pub async fn send(&self, messages: &[WorkMessage], delay_seconds: i64) -> Result<(), ApiError> {
        for batch in messages.chunks(BATCH_MAX) {
            let answer = tokio::time::timeout(ANSWER_TIME, self.send_batch(batch, delay_seconds)).await;
            answer.map_err(|_| unreachable("it does not answer in time"))??;
        }
        Ok(())
    }

    async fn send_batch(&self, messages: &[WorkMessage], delay_seconds: i64) -> Result<(), ApiError> {
        let body = body(&self.url, messages, delay_seconds);
        let request = self.request(body).await?;
        let answer = self.http.call(request).await;
        let answer = answer.map_err(|error| unreachable(format!("{error:?}")))?;
        let status = answer.status().as_u16();
        let bytes = answer.into_body().collect().await.map_err(|error| unreachable(error.to_string()))?.to_bytes();
        let told: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let failed = told["Failed"].as_array().is_some_and(|failed| !failed.is_empty());
        if status != 200 || failed {
            return Err(unreachable(format!("it answers {status} {}", told["__type"])));
        }
        Ok(())
    }

    async fn request(&self, body: String) -> Result<HttpRequest, ApiError> {
        let credentials = self.credentials.provide_credentials().await;
        let identity = credentials.map_err(|error| unreachable(format!("no credentials: {error}")))?.into();
        let broken = |error: &dyn std::fmt::Display| ApiError::internal(format!("no request to the queue: {error}"));
        let params = v4::SigningParams::builder()
            .identity(&identity)
            .region(&self.region)
            .name("sqs")
            .time(instant(self.clock.now()))
            .settings(SigningSettings::default())
            .build()
            .map_err(|error| broken(&error))?
            .into();
        let headers = [("content-type", MEDIA_TYPE), ("x-amz-target", TARGET)];
        let content = SignableBody::Bytes(body.as_bytes());
        let request = SignableRequest::new("POST", &self.endpoint, headers.into_iter(), content)
            .map_err(|error| broken(&error))?;
        let (instructions, _) = sign(request, &params).map_err(|error| broken(&error))?.into_parts();
        let signature: Vec<(String, String)> =
            instructions.headers().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let builder = http::Request::post(&self.endpoint).header("content-length", body.len());
        let builder = headers.into_iter().fold(builder, |builder, (name, value)| builder.header(name, value));
        let builder = signature.iter().fold(builder, |builder, (name, value)| builder.header(name, value));
        let request = builder.body(SdkBody::from(body)).map_err(|error| broken(&error))?;
        HttpRequest::try_from(request).map_err(|error| broken(&error))
    }
}

/// What `SendMessageBatch` is asked. With a message group a standard queue is fair: a group with very many messages does not keep those of
/// others waiting.
fn body(url: &str, messages: &[WorkMessage], delay_seconds: i64) -> String {
    let entry = |(number, message): (usize, &WorkMessage)| {
        json!({"Id": number.to_string(), "MessageBody": json!(message).to_string(),
            "MessageGroupId": message.group, "DelaySeconds": delay_seconds})
    };
    let entries: Vec<Value> = messages.iter().enumerate().map(entry).collect();
    json!({"QueueUrl": url, "Entries": entries}).to_string()
}

fn unreachable(cause: impl Into<String>) -> ApiError {
    ApiError::unavailable(format!("the queue cannot be reached: {}", cause.into()))
}

fn instant(at: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(at.millis().unsigned_abs())
}
