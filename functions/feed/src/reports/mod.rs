//! Reports: members say what should not stand there, and moderators decide.

mod create;
mod list;
mod resolve;

use serde_json::json;
use shared::api::{Call, Data, PathId, People, Route, Shows};
use values::{
    ErrorCode::{InvalidState, RuleViolation},
    Scope,
};

use crate::{records::report::FeedReport, rules::presence::require_target};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_feed_reports", "/feed-reports", list::list)
            .described(
                "Newest first. With `target_id` or `member_id` the list may lag a moment behind. Members see only their own: `visible_to`.",
            )
            .refusing(&[RuleViolation]),
        Route::post("create_feed_report", "/feed-reports", create::create).people(People::Own("member_id"), &["reason", "target_id", "target_type"])
            .labelled("Report")
            .described(
                "Once for each member and post or comment: sent again it answers 200 with the same report. As many open ones as the \
                 merchant's `feed_settings.reports_to_hide` hide it until a moderator has decided.",
            )
            .refusing(&[InvalidState])
            .example(|| {
                json!({"target_type": "post", "target_id": "0199a000-0000-7000-8000-000000000001",
                    "member_id": "0199a000-0000-7000-8000-000000000002", "reason": "This is an advertisement."})
            }),
        Route::get("get_feed_report", "/feed-reports/{id}", get),
        Route::post("resolve_feed_report", "/feed-reports/{id}/resolve", resolve::resolve)
            .needing(Scope::FEED_MODERATE)
            .described(
                "Decides about what was reported, and so about all of its open reports: `dismissed` shows it again if reports had hidden \
                 it, `upheld` hides it until it is restored.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"outcome": "dismissed"})),
    ]
}

/// Shows a report, unless what was reported was removed.
async fn get(call: Call, PathId(id): PathId<FeedReport>) -> Shows<FeedReport> {
    let report = call.get(id).await?;
    require_target(&call, report.body.target_id).await?;
    Ok(Data(report))
}
