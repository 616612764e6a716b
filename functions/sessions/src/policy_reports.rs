//! What browsers report of pages that did what their policy forbids: a line in the log for each.

use http::StatusCode;
use serde::Deserialize;
use serde_json::json;
use shared::api::{OutsideAnswer, OutsideRequest, error_response};
use work::context::Context;

/// Where browsers send reports.
pub const PATH: &str = "/auth/policy-reports";
/// Longest report that is looked at, in bytes: anybody can send one.
const BYTES_MAX: usize = 8_192;
/// Most characters of an address that are kept.
const ADDRESS_CHARACTERS_MAX: usize = 200;

#[derive(Deserialize)]
struct Reported {
    #[serde(rename = "csp-report")]
    report: Report,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[derive(Default)]
struct Report {
    effective_directive: String,
    violated_directive: String,
    blocked_uri: String,
    source_file: String,
    line_number: u32,
}

/// Writes a report into the log, without query and fragment of the addresses in it. Whatever is sent is answered alike.
pub fn note(context: &Context, request: &OutsideRequest) -> OutsideAnswer {
    let reported = (request.body.len() <= BYTES_MAX).then(|| serde_json::from_slice::<Reported>(&request.body).ok());
    if let Some(Reported { report }) = reported.flatten() {
        let directive = if report.effective_directive.is_empty() {
            &report.violated_directive
        } else {
            &report.effective_directive
        };
        context.log.write(&json!({
            "level": "warn",
            "message": "policy report",
            "request_id": request.meta.request_id,
            "directive": address(directive),
            "blocked": address(&report.blocked_uri),
            "source": address(&report.source_file),
            "line": report.line_number,
        }));
    }
    OutsideAnswer {
        response: error_response::plain(StatusCode::NO_CONTENT, String::new(), &request.meta),
        caller: None,
    }
}

/// What may stand in the log of an address: neither query nor fragment, which may have secrets.
fn address(text: &str) -> String {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    path.chars().take(ADDRESS_CHARACTERS_MAX).collect()
}
