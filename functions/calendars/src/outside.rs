//! The address at which calendar programs read. It stands outside `/v1`: they send no headers of ours.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::Duration;
use http::{HeaderValue, Response, StatusCode, header};
use records::ClientId;
use sha2::{Digest, Sha256};
use shared::api::{OutsideAnswer, OutsideRequest, OutsideRoute};
use store::Record;
use values::{ApiError, Id, Secret, Tenant};
use work::{Context, UnitOfWork, unit_of_work::read_shown_time};

use crate::{
    entries,
    feed::CalendarFeed,
    reader::{self, Shown},
};

/// Path of all feeds, outside `/v1`.
pub const FEED_PATH: &str = "/calendars/feed.ics";
/// What stands in `request_id` of what is changed here.
const NAME: &str = "calendar-feed";
/// How often a program is to ask, at the most.
const CACHE: &str = "private, max-age=300";

/// All of it.
#[must_use]
pub fn outside() -> Vec<OutsideRoute> {
    vec![OutsideRoute::get(FEED_PATH, |context, request| async move { read(&context, &request).await })]
}

async fn read(context: &Context, request: &OutsideRequest) -> Result<OutsideAnswer, ApiError> {
    let query = request.parts.uri.query().unwrap_or_default();
    let value = |name: &str| query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
    let (Some(id), Some(secret)) = (value("feed").and_then(ClientId::parse), value("secret")) else {
        return Err(ApiError::not_found());
    };
    let tenant = tenant_of(id);
    let feed: Id<CalendarFeed> = id.client().cast();
    let found: Option<Record<CalendarFeed>> = request.store.find(&tenant, feed).await?;
    let is_right = |feed: &Record<CalendarFeed>| feed.body.secret.matches(&Secret::received(secret).digest());
    let Some(feed) = found.filter(is_right) else { return Err(ApiError::not_found()) };
    let context = Context { store: request.store.clone(), ..context.clone() };
    let now = read_shown_time(&context.store, &tenant, request.meta.timestamp).await?;
    let work = UnitOfWork::scheduled_at(&context, tenant, NAME, now);
    let shown = reader::shown(&work, &feed.body).await?;
    if shown == Shown::Nothing {
        return Err(ApiError::not_found());
    }
    let text = entries::read(&work, &feed.body, &shown).await?;
    note_read(&work, &feed).await?;
    Ok(OutsideAnswer { response: answer(request, text), caller: None })
}

/// The feed of a merchant, which its address names; it is read by whoever knows the secret.
#[expect(clippy::disallowed_methods, reason = "nothing of it is answered before the secret of the feed was compared")]
const fn tenant_of(id: ClientId) -> Tenant {
    Tenant::of(id.merchant())
}

/// The text, or that nothing has changed since the program read it last.
fn answer(request: &OutsideRequest, text: String) -> Response<String> {
    let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()));
    let etag = format!("\"{digest}\"");
    let known = request.parts.headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(',').any(|own| own.trim().trim_start_matches("W/") == etag));
    let mut response = Response::new(if is_known { String::new() } else { text });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/calendar; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(CACHE));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        headers.insert(header::ETAG, etag);
    }
    response
}

/// Notes that it was read, once an hour. Whoever reads it at the same moment notes the same.
async fn note_read(work: &UnitOfWork, feed: &Record<CalendarFeed>) -> Result<(), ApiError> {
    let is_noted = feed.body.last_read_at.is_some_and(|at| work.now < at.plus(Duration::hours(1)));
    if is_noted {
        return Ok(());
    }
    let body = CalendarFeed { last_read_at: Some(work.now), ..feed.body.clone() };
    let mut transaction = work.transaction();
    transaction.replace(feed, &work.next_version(feed, body, None));
    match work.store.commit(transaction).await {
        Err(error) if error.code == values::ErrorCode::VersionConflict => Ok(()),
        done => done,
    }
}
