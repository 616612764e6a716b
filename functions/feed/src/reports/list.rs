use records::Member;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::Id;

use crate::{
    records::{
        report::{FeedReport, ReportStatus},
        target::{TargetId, TargetType},
    },
    rules::{
        audience::read_reader,
        presence::{has_target, if_there},
    },
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedReportFilter {
    /// Only reports of this post or comment.
    target_id: Option<TargetId>,
    /// Only reports of posts, or of comments.
    target_type: Option<TargetType>,
    /// Only reports by this member.
    member_id: Option<Id<Member>>,
    /// Only reports in this state.
    status: Option<ReportStatus>,
    /// Only reports that this member made: nobody sees those of others.
    visible_to: Option<Id<Member>>,
}

/// Lists reports, newest first; with `visible_to` only the member's own.
pub async fn list(call: Call, Listing { filter, paging }: Listing<FeedReportFilter>) -> Lists<FeedReport> {
    if let Some(member) = filter.visible_to {
        read_reader(&call, member, "visible_to").await?;
    }
    let member = filter.visible_to.as_ref().or(filter.member_id.as_ref());
    let reports =
        List::first_of([FeedReport::BY_TARGET.asked(filter.target_id.as_ref()), FeedReport::BY_MEMBER.asked(member)])
            .only("member_id", filter.member_id.as_ref())
            .only("member_id", filter.visible_to.as_ref())
            .only("target_type", filter.target_type.as_ref())
            .only("status", filter.status.as_ref());
    let is_there = match filter.target_id {
        Some(target) => has_target(&call, target).await?,
        None => true,
    };
    call.page(if_there(reports, is_there), paging).await
}
