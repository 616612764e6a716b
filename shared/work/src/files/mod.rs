//! Where the contents of uploaded files lie: a bucket of Amazon S3, or another store that speaks its language.
//!
//! Contents never pass through a function: a client sends and fetches them by links that are signed for one request,
//! which say method, key, type, length and digest. What a client sends lies under `incoming/` first, and is copied to
//! `files/` once it is complete; a link for sending cannot change it there. A rule of the bucket deletes what stays
//! behind under `incoming/`.

mod signing;

use std::{borrow::Cow, fmt, sync::Arc, time::Duration};

use aws_credential_types::{
    Credentials,
    provider::{ProvideCredentials as _, SharedCredentialsProvider},
};
use aws_smithy_runtime_api::client::{http::HttpConnector as _, orchestrator::HttpRequest};
use aws_smithy_types::body::SdkBody;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http_body_util::BodyExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::signing::{Signer, UNSAFE};
use crate::observer;
use platform::{config::Config, http_client::PooledHttpClient};
use records::{Upload, UploadFields};
use values::{ApiError, Clock, Id, Timestamp, tenant::Tenant};

/// How long a link can be used, in minutes.
pub const LINK_MINUTES: i64 = 15;
/// How long the store may take for what a function asks it.
const ANSWER_TIME: Duration = Duration::from_secs(4);

/// A request that a client may send to the store of files.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FileLink {
    /// Its method: `PUT` to send the content, `GET` to fetch it.
    pub method: Cow<'static, str>,
    /// Its address, which whoever has it can use.
    #[schemars(url)]
    pub url: String,
    /// Headers that it must have, with exactly these values.
    pub headers: Vec<FileLinkHeader>,
    /// Until when it can be used.
    pub expires_at: Timestamp,
}

/// A header of a request to the store of files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileLinkHeader {
    /// Name of the header, in lower case.
    pub name: Cow<'static, str>,
    /// Value that the header must have, exactly.
    pub value: String,
}

impl FileLinkHeader {
    fn new(name: &'static str, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

/// The store of files. Cloning is cheap.
#[derive(Clone)]
pub struct FileStore {
    place: Option<Place>,
    credentials: Option<SharedCredentialsProvider>,
    http: PooledHttpClient,
    clock: Arc<dyn Clock>,
}

/// Where the bucket is.
#[derive(Clone)]
struct Place {
    /// Address that keys follow.
    address: String,
    bucket: String,
    region: String,
}

impl Place {
    fn configured(config: &Config) -> Option<Self> {
        let bucket = config.files_bucket.clone()?;
        let region = config.region.clone();
        let address = match &config.files_endpoint {
            Some(endpoint) => format!("{endpoint}/{bucket}"),
            None => format!("https://{bucket}.s3.{region}.amazonaws.com"),
        };
        Some(Self { address, bucket, region })
    }
}

impl FileStore {
    /// The configured store. With an endpoint of its own it takes fixed credentials: only the stand-in of a developer's
    /// machine has one.
    #[must_use]
    pub fn new(config: &Config, clock: Arc<dyn Clock>) -> Self {
        let local = config.files_endpoint.is_some().then(|| SharedCredentialsProvider::new(signing::local()));
        let http = PooledHttpClient::connecting_within(config.limits.connect);
        Self { place: Place::configured(config), credentials: local, http, clock }
    }

    /// The same with the credentials of the function, where it has none of its own.
    #[must_use]
    pub fn with_credentials(self, credentials: Option<SharedCredentialsProvider>) -> Self {
        Self { credentials: self.credentials.or(credentials), ..self }
    }

    /// The request with which the content of an upload is sent: of this type, length and digest, and no other.
    ///
    /// # Errors
    /// 503 when this service has no store of files.
    pub async fn link_for_sending(
        &self,
        tenant: &Tenant,
        id: Id<Upload>,
        fields: &UploadFields,
    ) -> Result<FileLink, ApiError> {
        let headers = vec![
            FileLinkHeader::new("content-length", fields.size_bytes.to_string()),
            FileLinkHeader::new("content-type", fields.content_type.as_str()),
            FileLinkHeader::new("x-amz-checksum-sha256", STANDARD.encode(fields.sha256.bytes())),
        ];
        self.link("PUT", &incoming(tenant, id), "", headers).await
    }

    /// The request with which a file is fetched.
    ///
    /// # Errors
    /// 503 when this service has no store of files.
    pub async fn link_for_fetching(
        &self,
        tenant: &Tenant,
        id: Id<Upload>,
        fields: &UploadFields,
    ) -> Result<FileLink, ApiError> {
        let name = percent_encoding::utf8_percent_encode(fields.file_name.as_str(), UNSAFE).to_string();
        let disposition = format!("inline; filename*=UTF-8''{name}");
        let shown = percent_encoding::utf8_percent_encode(&disposition, UNSAFE);
        self.link("GET", &kept(tenant, id), &format!("?response-content-disposition={shown}"), Vec::new()).await
    }

    /// Keeps what was sent for an upload, so that it does not change any more; `false` when nothing was.
    ///
    /// # Errors
    /// 503 when the store does not answer.
    pub async fn keep(&self, tenant: &Tenant, id: Id<Upload>) -> Result<bool, ApiError> {
        let bucket = &self.place.as_ref().ok_or_else(none)?.bucket;
        let source = format!("/{bucket}/{}", incoming(tenant, id));
        let headers = vec![FileLinkHeader::new("x-amz-copy-source", source)];
        let link = self.link("PUT", &kept(tenant, id), "", headers).await?;
        self.send(&link, Vec::new()).await
    }

    /// Deletes a file, and what was sent for it.
    ///
    /// # Errors
    /// 503 when the store does not answer.
    pub async fn delete(&self, tenant: &Tenant, id: Id<Upload>) -> Result<(), ApiError> {
        for key in [incoming(tenant, id), kept(tenant, id)] {
            self.send(&self.link("DELETE", &key, "", Vec::new()).await?, Vec::new()).await?;
        }
        Ok(())
    }

    /// The content of a file; none when the store has nothing there. It was complete when the file could be named, so it is
    /// no longer than it says.
    ///
    /// # Errors
    /// 503 when the store does not answer, or refuses it.
    pub async fn fetch(
        &self,
        tenant: &Tenant,
        id: Id<Upload>,
        fields: &UploadFields,
    ) -> Result<Option<Vec<u8>>, ApiError> {
        let link = self.link_for_fetching(tenant, id, fields).await?;
        self.ask(&link, Vec::new()).await
    }

    /// Sends a request; `false` when the store has nothing there.
    ///
    /// # Errors
    /// 503 when the store does not answer, or refuses it.
    pub async fn send(&self, link: &FileLink, content: Vec<u8>) -> Result<bool, ApiError> {
        let Some(body) = self.ask(link, content).await? else { return Ok(false) };
        // A copy that fails after it began is answered 200 with an error.
        if body.windows(7).any(|part| part == b"<Error>") {
            return Err(unreachable(&format!("{} has failed", link.method)));
        }
        Ok(true)
    }

    async fn ask(&self, link: &FileLink, content: Vec<u8>) -> Result<Option<Vec<u8>>, ApiError> {
        let headers = link.headers.iter().filter(|header| header.name != "content-length");
        let request = headers
            .fold(http::Request::builder().method(link.method.as_ref()).uri(&link.url), |request, header| {
                request.header(header.name.as_ref(), &header.value)
            })
            .header("content-length", content.len())
            .body(SdkBody::from(content));
        let request =
            request.map_err(|error| ApiError::internal(format!("no request to the store of files: {error}")))?;
        let request = HttpRequest::try_from(request)
            .map_err(|error| ApiError::internal(format!("no request to the store of files: {error}")))?;
        let answer = tokio::time::timeout(ANSWER_TIME, self.http.call(request)).await;
        let answer = answer.map_err(|_| unreachable("in time"))?;
        let answer = answer.map_err(|error| unreachable(&format!("{error:?}")))?;
        let status = answer.status();
        let body = answer.into_body().collect().await.map_err(|error| unreachable(&error.to_string()))?.to_bytes();
        match status.as_u16() {
            404 => Ok(None),
            200..300 => Ok(Some(body.to_vec())),
            other => Err(unreachable(&format!("{} is answered {other}", link.method))),
        }
    }

    async fn link(
        &self,
        method: &'static str,
        key: &str,
        query: &str,
        headers: Vec<FileLinkHeader>,
    ) -> Result<FileLink, ApiError> {
        let place = self.place.as_ref().ok_or_else(none)?;
        tell_observer(method, &headers);
        let now = self.clock.now();
        let signer = Signer { credentials: self.read_credentials().await?, region: place.region.clone() };
        let named: Vec<(&str, &str)> =
            headers.iter().map(|header| (header.name.as_ref(), header.value.as_str())).collect();
        let address = format!("{}/{key}{query}", place.address);
        let url = signer.signed(Duration::from_mins(LINK_MINUTES.unsigned_abs()), method, &address, &named, now)?;
        Ok(FileLink {
            method: method.into(),
            url,
            headers,
            expires_at: now.plus(chrono::Duration::minutes(LINK_MINUTES)),
        })
    }

    async fn read_credentials(&self) -> Result<Credentials, ApiError> {
        let provider = self.credentials.as_ref().ok_or_else(none)?;
        provider
            .provide_credentials()
            .await
            .map_err(|error| ApiError::unavailable(format!("no credentials for the store of files: {error}")))
    }
}

/// Tells the observer what the bearer of a link may do: a copy reads one file and writes another.
fn tell_observer(method: &str, headers: &[FileLinkHeader]) {
    let is_copy = headers.iter().any(|header| header.name == "x-amz-copy-source");
    if is_copy || method == "GET" {
        observer::tell("s3:GetObject", "files");
    }
    match method {
        "PUT" => observer::tell("s3:PutObject", "files"),
        "DELETE" => observer::tell("s3:DeleteObject", "files"),
        _ => {}
    }
}

fn unreachable(cause: &str) -> ApiError {
    ApiError::unavailable(format!("the store of files does not answer: {cause}"))
}

fn none() -> ApiError {
    ApiError::unavailable("this service has no store of files: FILES_BUCKET is not set")
}

fn incoming(tenant: &Tenant, id: Id<Upload>) -> String {
    format!("incoming/{}/{id}", tenant.merchant())
}

fn kept(tenant: &Tenant, id: Id<Upload>) -> String {
    format!("files/{}/{id}", tenant.merchant())
}

impl fmt::Debug for FileStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("store of files")
    }
}
