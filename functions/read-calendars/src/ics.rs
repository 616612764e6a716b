//! A file of iCalendar: one GET, on the condition that its tag is another one.

use calendars::outside_calendars::{ReadingFailure, state::ChangeMark};
use http::{Method, header};

use crate::source::{Ask, Asked, Found, Server, failure_of_status, text_of};

/// What a file has.
///
/// # Errors
/// Why it cannot be read.
pub async fn read(server: &Server<'_>, asked: Asked<'_>) -> Result<Found, ReadingFailure> {
    let mut headers = vec![("accept", "text/calendar".to_owned())];
    if let Some(ChangeMark::Etag(etag)) = asked.mark {
        headers.push(("if-none-match", etag.clone()));
    }
    let answer = server.ask(Ask { method: Method::GET, headers, body: String::new() }).await?;
    if answer.status == 304 && asked.mark.is_some() {
        return Ok(Found::Unchanged(asked.mark.cloned()));
    }
    if answer.status != 200 {
        return Err(failure_of_status(answer.status));
    }
    let etag = answer.headers.get(header::ETAG).and_then(|etag| etag.to_str().ok()).map(str::to_owned);
    let mark = etag.and_then(|etag| ChangeMark::Etag(etag).kept());
    Ok(Found::Calendars { texts: vec![text_of(answer)], mark })
}
