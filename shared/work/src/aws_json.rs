//! A service of AWS that is asked by JSON: one signed POST, signed with the parts of the SDK that links to files are
//! signed with. A further SDK for one request would make every function larger.

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
use serde_json::Value;

use platform::http_client::PooledHttpClient;
use values::{ApiError, Clock, Timestamp};

/// How long a service may take to answer.
const ANSWER_TIME: Duration = Duration::from_secs(4);
/// How long a connection may take.
const CONNECT_TIME: Duration = Duration::from_secs(1);

/// What differs between services.
#[derive(Clone, Copy, Debug)]
pub struct Protocol {
    /// Its name in signatures, such as `sqs`.
    pub service: &'static str,
    /// The operation, as `X-Amz-Target` names it; none where the path does.
    pub target: Option<&'static str>,
    /// Its version of JSON.
    pub media_type: &'static str,
    /// What it is to people, such as `the queue`.
    pub title: &'static str,
}

/// A service of AWS, with the credentials of this process. Nothing is connected before something is asked.
pub struct AwsJson {
    protocol: Protocol,
    endpoint: String,
    region: String,
    credentials: SharedCredentialsProvider,
    clock: Arc<dyn Clock>,
    http: PooledHttpClient,
}

impl AwsJson {
    /// The service at an address that ends with a slash.
    #[must_use]
    pub fn new(
        protocol: Protocol,
        (endpoint, region): (String, &str),
        credentials: SharedCredentialsProvider,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let http = PooledHttpClient::connecting_within(CONNECT_TIME);
        Self { protocol, endpoint, region: region.to_owned(), credentials, clock, http }
    }

    /// What the service answers to this body, if it takes the request.
    ///
    /// # Errors
    /// 503 when it cannot be reached, does not answer in time or with another status than 200.
    pub async fn ask(&self, body: &Value) -> Result<Value, ApiError> {
        match self.ask_any(body).await? {
            (200, told) => Ok(told),
            (status, told) => Err(self.unreachable(format!("it answers {status} {}", told["__type"]))),
        }
    }

    /// What the service answers to this body, with the status of its answer.
    ///
    /// # Errors
    /// 503 when it cannot be reached or does not answer in time.
    pub async fn ask_any(&self, body: &Value) -> Result<(u16, Value), ApiError> {
        let answer = tokio::time::timeout(ANSWER_TIME, self.answer(body.to_string())).await;
        answer.map_err(|_| self.unreachable("it does not answer in time"))?
    }

    /// The refusal of a request that the service did not do.
    pub fn unreachable(&self, cause: impl Into<String>) -> ApiError {
        ApiError::unavailable(format!("{} cannot be reached: {}", self.protocol.title, cause.into()))
    }

    async fn answer(&self, body: String) -> Result<(u16, Value), ApiError> {
        let request = self.sign_request(body).await?;
        let answer = self.http.call(request).await;
        let answer = answer.map_err(|error| self.unreachable(format!("{error:?}")))?;
        let status = answer.status().as_u16();
        // Services of REST name what is wrong in a header, others in the body.
        let error = answer.headers().get("x-amzn-errortype").map(str::to_owned);
        let bytes = answer.into_body().collect().await.map_err(|error| self.unreachable(error.to_string()))?.to_bytes();
        let mut told: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        if let (Some(error), Some(fields)) = (error, told.as_object_mut()) {
            fields.insert("__type".to_owned(), Value::String(error));
        }
        Ok((status, told))
    }

    async fn sign_request(&self, body: String) -> Result<HttpRequest, ApiError> {
        let Protocol { service, target, media_type, title } = self.protocol;
        let credentials = self.credentials.provide_credentials().await;
        let identity = credentials.map_err(|error| self.unreachable(format!("no credentials: {error}")))?.into();
        let broken = |error: &dyn std::fmt::Display| ApiError::internal(format!("no request to {title}: {error}"));
        let params = v4::SigningParams::builder()
            .identity(&identity)
            .region(&self.region)
            .name(service)
            .time(instant(self.clock.now()))
            .settings(SigningSettings::default())
            .build()
            .map_err(|error| broken(&error))?
            .into();
        let headers = [Some(("content-type", media_type)), target.map(|target| ("x-amz-target", target))];
        let headers = headers.iter().flatten();
        let content = SignableBody::Bytes(body.as_bytes());
        let request = SignableRequest::new("POST", &self.endpoint, headers.clone().copied(), content)
            .map_err(|error| broken(&error))?;
        let (instructions, _) = sign(request, &params).map_err(|error| broken(&error))?.into_parts();
        let signature: Vec<(String, String)> =
            instructions.headers().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let builder = http::Request::post(&self.endpoint).header("content-length", body.len());
        let builder = headers.fold(builder, |builder, (name, value)| builder.header(*name, *value));
        let builder = signature.iter().fold(builder, |builder, (name, value)| builder.header(name, value));
        let request = builder.body(SdkBody::from(body)).map_err(|error| broken(&error))?;
        HttpRequest::try_from(request).map_err(|error| broken(&error))
    }
}

fn instant(at: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(at.millis().unsigned_abs())
}
