//! A stand-in for the store of files in our own process: the few requests of Amazon S3 that this service and its
//! clients send, with the same judgement of signatures, headers and digests.

use std::{
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, OnceLock},
    thread,
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    routing::any,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::{Duration, NaiveDateTime};
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;

use records::upload::FILE_BYTES_MAX;
use values::{Clock, Timestamp};
use work::files::Signer;

use crate::objects::{Object, Objects};

/// Name of the one bucket in which files lie.
pub const BUCKET: &str = "colonnade-files";
/// The region in its signatures.
const REGION: &str = "local";

/// The store: its one bucket, and the clock that links are judged by; without one they are good for ever. Clones share
/// what is in it.
#[derive(Clone)]
pub struct FileServer {
    objects: Objects,
    clock: Option<Arc<dyn Clock>>,
}

impl FileServer {
    /// Files lie in `folder`, or in memory.
    #[must_use]
    pub fn new(folder: Option<PathBuf>, clock: Option<Arc<dyn Clock>>) -> Self {
        Self { objects: folder.map_or_else(|| Objects::Memory(Arc::default()), Objects::Folder), clock }
    }

    /// The bucket's paths, as a part of another server.
    pub fn router(&self) -> Router {
        let server = self.clone();
        Router::new().route(
            &format!("/{BUCKET}/{{*key}}"),
            any(move |request: Request| async move { server.answer(request).await }),
        )
    }

    /// Serves the store from a thread of its own, and says where.
    ///
    /// # Errors
    /// A sentence for people: this machine has no loopback.
    pub fn serve(&self) -> Result<String, String> {
        let broken = |error: std::io::Error| format!("the store of files cannot be served: {error}");
        let listener = std::net::TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).map_err(broken)?;
        let address = listener.local_addr().map_err(broken)?;
        listener.set_nonblocking(true).map_err(broken)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(broken)?;
        let server = self.clone();
        let router = Router::new().fallback(move |request: Request| async move { server.answer(request).await });
        thread::spawn(move || {
            runtime.block_on(async {
                if let Ok(listener) = TcpListener::from_std(listener) {
                    drop(axum::serve(listener, router).await);
                }
            });
        });
        Ok(format!("http://{address}"))
    }

    /// Any page may send and fetch by a link, as the rule of the bucket in `template.yaml` says.
    async fn answer(self, request: Request) -> Response<Body> {
        let is_of_a_page = request.headers().contains_key(header::ORIGIN);
        let mut response =
            if request.method() == Method::OPTIONS { preflight(request.headers()) } else { self.judged(request).await };
        if is_of_a_page {
            response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        }
        response
    }

    async fn judged(self, request: Request) -> Response<Body> {
        let (parts, body) = request.into_parts();
        let most = usize::try_from(FILE_BYTES_MAX).unwrap_or(usize::MAX);
        let Ok(content) = to_bytes(body, most).await else { return refused(StatusCode::BAD_REQUEST, "EntityTooLarge") };
        let now = self.clock.map(|clock| clock.now());
        if !is_signed(&parts.method, &parts.uri, &parts.headers, now) {
            return refused(StatusCode::FORBIDDEN, "SignatureDoesNotMatch");
        }
        let Some(key) = parts.uri.path().strip_prefix(&format!("/{BUCKET}/")) else {
            return refused(StatusCode::NOT_FOUND, "NoSuchBucket");
        };
        match parts.method {
            Method::GET => match self.objects.get(key) {
                Some(object) => fetched(&parts.uri, object),
                None => refused(StatusCode::NOT_FOUND, "NoSuchKey"),
            },
            Method::PUT => stored(&self.objects, key, &parts.headers, content.to_vec()),
            Method::DELETE => {
                self.objects.remove(key);
                plain(StatusCode::NO_CONTENT, Body::empty())
            }
            _ => refused(StatusCode::METHOD_NOT_ALLOWED, "MethodNotAllowed"),
        }
    }
}

/// Serves a new store from a thread of its own, and says where.
///
/// # Errors
/// As [`FileServer::serve`].
pub fn serve(folder: Option<PathBuf>, clock: Option<Arc<dyn Clock>>) -> Result<String, String> {
    FileServer::new(folder, clock).serve()
}

/// Address of one store in memory for the whole process, for which links are good for ever.
///
/// # Panics
/// When this machine has no loopback.
#[must_use]
pub fn shared_in_memory() -> &'static str {
    static ENDPOINT: OnceLock<String> = OnceLock::new();
    ENDPOINT.get_or_init(|| {
        #[expect(clippy::expect_used, reason = "without a store of files no test can run")]
        serve(None, None).expect("a store of files in memory")
    })
}

/// What a browser asks before it sends to another origin than the page's.
fn preflight(headers: &HeaderMap) -> Response<Body> {
    let asked = headers.get(header::ACCESS_CONTROL_REQUEST_METHOD).map(HeaderValue::as_bytes);
    if !headers.contains_key(header::ORIGIN) || !matches!(asked, Some(b"GET" | b"PUT")) {
        return refused(StatusCode::FORBIDDEN, "AccessForbidden");
    }
    let mut response = plain(StatusCode::OK, Body::empty());
    let allowed = response.headers_mut();
    allowed.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, PUT"));
    allowed.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("3600"));
    if let Some(names) = headers.get(header::ACCESS_CONTROL_REQUEST_HEADERS) {
        allowed.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, names.clone());
    }
    response
}

fn fetched(uri: &Uri, object: Object) -> Response<Body> {
    let mut response = Response::new(Body::from(object.content.to_vec()));
    let shown = query(uri).into_iter().find(|(name, _)| name == "response-content-disposition");
    let headers =
        [(header::CONTENT_TYPE, Some(object.content_type)), (header::CONTENT_DISPOSITION, shown.map(|shown| shown.1))];
    for (name, value) in headers {
        if let Some(value) = value.and_then(|value| value.parse().ok()) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

fn stored(objects: &Objects, key: &str, headers: &HeaderMap, content: Vec<u8>) -> Response<Body> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let object = if let Some(source) = text("x-amz-copy-source") {
        let Some(object) = source.strip_prefix(&format!("/{BUCKET}/")).and_then(|source| objects.get(source)) else {
            return refused(StatusCode::NOT_FOUND, "NoSuchKey");
        };
        object
    } else {
        let digest = STANDARD.encode(Sha256::digest(&content));
        if text("x-amz-checksum-sha256").is_some_and(|told| told != digest) {
            return refused(StatusCode::BAD_REQUEST, "BadDigest");
        }
        Object {
            content_type: text("content-type").unwrap_or("binary/octet-stream").to_owned(),
            content: content.into(),
        }
    };
    match objects.put(key, object) {
        Some(()) => plain(StatusCode::OK, Body::from("<Result/>")),
        None => refused(StatusCode::INTERNAL_SERVER_ERROR, "InternalError"),
    }
}

/// Whether the request is the one that was signed: the same method, key, query and signed headers, while the link is
/// good.
fn is_signed(method: &Method, uri: &Uri, headers: &HeaderMap, now: Option<Timestamp>) -> bool {
    let query = query(uri);
    let of = |name: &str| query.iter().find(|(told, _)| told == name).map(|(_, value)| value.as_str());
    let signed = || {
        let at = NaiveDateTime::parse_from_str(of("X-Amz-Date")?, "%Y%m%dT%H%M%SZ").ok()?.and_utc();
        let at = Timestamp::from_millis(at.timestamp_millis())?;
        let seconds: u32 = of("X-Amz-Expires")?.parse().ok()?;
        if now.is_some_and(|now| now < at || now >= at.plus(Duration::seconds(seconds.into()))) {
            return None;
        }
        let host = headers.get(header::HOST)?.to_str().ok()?;
        let asked = format!("http://{host}{}", uri.path_and_query()?.as_str());
        let address = asked.split("X-Amz-").next()?.trim_end_matches(['?', '&']);
        let names = of("X-Amz-SignedHeaders")?.split(';').filter(|name| *name != "host");
        let named: Option<Vec<(&str, &str)>> =
            names.map(|name| Some((name, headers.get(name)?.to_str().ok()?))).collect();
        let good_for = std::time::Duration::from_secs(seconds.into());
        let url = Signer::local(REGION).signed(good_for, method.as_str(), address, &named?, at).ok()?;
        Some(url == asked)
    };
    signed().unwrap_or(false)
}

fn query(uri: &Uri) -> Vec<(String, String)> {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned().collect()
}

fn refused(status: StatusCode, code: &str) -> Response<Body> {
    plain(status, Body::from(format!("<Error><Code>{code}</Code></Error>")))
}

fn plain(status: StatusCode, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response
}
