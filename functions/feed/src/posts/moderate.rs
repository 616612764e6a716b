//! Hide a post and restore it, and decide about its reports by that.

use shared::api::{Call, Changes, Data, PathId, retry};
use values::Id;

use crate::{
    records::{
        counts::CountChanges,
        hiding::{HiddenBy, Hiding},
        open_reports::OpenReports,
        post::FeedPost,
        report::ReportStatus,
    },
    rules::{hiding, resolving::resolve, showing::read_counts},
};

/// Hides a post from members, unpins it, and upholds its open reports.
pub async fn hide(call: Call, PathId(id): PathId<FeedPost>) -> Changes<FeedPost> {
    retry(&call, || set(&call, id, Some(HiddenBy::Moderator))).await
}

/// Shows a hidden post again, and dismisses its open reports.
pub async fn restore(call: Call, PathId(id): PathId<FeedPost>) -> Changes<FeedPost> {
    retry(&call, || set(&call, id, None)).await
}

async fn set(call: &Call, id: Id<FeedPost>, by: Option<HiddenBy>) -> Changes<FeedPost> {
    let mut before = call.get_for_change(id).await?;
    let (counts, open) = tokio::join!(read_counts(call, id.cast()), OpenReports::read(call, id.cast()));
    let open = open?;
    before.body.counts = counts?.unwrap_or_default();
    let is_so = before.body.hidden.map(|hidden| hidden.by) == by;
    if is_so && open.reports.is_empty() {
        return call.unchanged(Data(before));
    }
    let mut transaction = call.transaction();
    let status = if by.is_some() { ReportStatus::Upheld } else { ReportStatus::Dismissed };
    resolve(call, &mut transaction, id.cast(), &open, status).await?;
    if is_so {
        return call.commit(transaction, Data(before)).await;
    }
    let mut changes = CountChanges::default();
    let hidden = by.map(|by| Hiding { at: call.now, by });
    let after = hiding::post(call, (&mut transaction, &mut changes), &before, hidden).await?;
    changes.write(&mut transaction);
    call.commit(transaction, Data(after)).await
}
