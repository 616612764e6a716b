//! A collection of a `CalDAV` server. A token says whether something changed since (RFC 6578); a server without tokens
//! has a tag of the collection. What changed is not read by itself: the events of the window are, all of them, so that
//! nothing has to be kept of each, and nothing can differ from what the server has.

use calendars::outside_calendars::{ReadingFailure, state::ChangeMark};
use http::Method;
use platform::outgoing::Answer;
use values::Timestamp;

use crate::{
    multistatus::Multistatus,
    source::{Ask, Asked, Found, Server, failure_of_status, text_of},
};

const NAMESPACES: &str =
    r#"xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/""#;

/// What a collection has.
///
/// # Errors
/// Why it cannot be read.
pub async fn read(server: &Server<'_>, asked: Asked<'_>) -> Result<Found, ReadingFailure> {
    if let Some(ChangeMark::SyncToken(token)) = asked.mark
        && let Some(changes) = changes_since(server, token).await?
        && changes.responses == 0
    {
        let token = changes.sync_token.unwrap_or_else(|| token.clone());
        return Ok(Found::Unchanged(ChangeMark::SyncToken(token).kept()));
    }
    // Asked before the events: what changes in between is found by the next reading.
    let mark = mark_of(server).await?;
    if mark.is_some() && mark.as_ref() == asked.mark {
        return Ok(Found::Unchanged(mark));
    }
    let answer = multistatus(server.ask(xml("REPORT", "1", &events_in(asked.window))).await?)?;
    // A part of the events would free what the others take.
    if answer.withheld > 0 {
        return Err(ReadingFailure::ServerFailed);
    }
    Ok(Found::Calendars { texts: answer.calendars, mark })
}

/// What changed since a token; none from a server that has no tokens, or this one not any more.
async fn changes_since(server: &Server<'_>, token: &str) -> Result<Option<Multistatus>, ReadingFailure> {
    let token = escaped(token);
    let body = format!(
        "<sync-collection {NAMESPACES}><sync-token>{token}</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>"
    );
    let answer = server.ask(xml("REPORT", "0", &body)).await?;
    Ok(multistatus(answer).ok())
}

/// By what the server will say whether something changed; none when it has nothing of the kind.
async fn mark_of(server: &Server<'_>) -> Result<Option<ChangeMark>, ReadingFailure> {
    let body = format!("<propfind {NAMESPACES}><prop><sync-token/><S:getctag/></prop></propfind>");
    let answer = multistatus(server.ask(xml("PROPFIND", "0", &body)).await?)?;
    let token = answer.sync_token.and_then(|token| ChangeMark::SyncToken(token).kept());
    Ok(token.or_else(|| answer.collection_tag.and_then(|tag| ChangeMark::CollectionTag(tag).kept())))
}

fn multistatus(answer: Answer) -> Result<Multistatus, ReadingFailure> {
    if answer.status != 207 {
        return Err(failure_of_status(answer.status));
    }
    Multistatus::read(&text_of(answer)).ok_or(ReadingFailure::NotACalendar)
}

fn events_in([from, to]: [Timestamp; 2]) -> String {
    let written = |instant: Timestamp| instant.utc().format("%Y%m%dT%H%M%SZ").to_string();
    let (from, to) = (written(from), written(to));
    format!(
        r#"<C:calendar-query {NAMESPACES}><prop><C:calendar-data/></prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="{from}" end="{to}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>"#
    )
}

fn xml(method: &str, depth: &str, body: &str) -> Ask {
    let headers = vec![("content-type", "application/xml; charset=utf-8".to_owned()), ("depth", depth.to_owned())];
    let method = Method::from_bytes(method.as_bytes()).unwrap_or_default();
    Ask { method, headers, body: format!(r#"<?xml version="1.0" encoding="utf-8"?>{body}"#) }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
