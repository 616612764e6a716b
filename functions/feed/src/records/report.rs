//! Report: somebody says that a post or a comment should not stand there.

use records::Member;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, holds_fields};
use values::{Id, Kind, KindName, ShortText, Timestamp, UniqueKey};

use super::target::{TargetId, TargetType};

/// What clients write of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FeedReportFields {
    /// Whether a post or a comment is reported.
    #[schemars(extend("x-create-only" = true))]
    pub target_type: TargetType,
    /// Identifier of the post or comment that is reported.
    #[schemars(extend("x-create-only" = true))]
    pub target_id: TargetId,
    /// Member who reports it, and did not write it.
    #[schemars(extend("x-create-only" = true))]
    pub member_id: Id<Member>,
    /// Reason for the report, in words; empty by default.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub reason: ShortText,
}

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FeedReportStatus")]
pub enum ReportStatus {
    /// No moderator has decided yet.
    Open,
    /// What was reported may stand.
    Dismissed,
    /// It may not, and is hidden.
    Upheld,
}

/// A report as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeedReport {
    /// Fields of the report that clients write.
    #[serde(flatten)]
    pub fields: FeedReportFields,
    /// What became of it.
    pub status: ReportStatus,
    /// When a moderator decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved_at: Option<Timestamp>,
}

holds_fields!(FeedReport, FeedReportFields);

impl FeedReport {
    /// By what is reported.
    pub const BY_TARGET: IndexBy<Self, TargetId> = IndexBy::new(Index::First, "target");
    /// By who reports it, under the name of a customer.
    pub const BY_MEMBER: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Second, "customer");

    /// Held by the one report of this member and target.
    #[must_use]
    pub fn key(&self) -> UniqueKey {
        UniqueKey::new("feed_report", format!("{}#{}", self.target_id, self.member_id)).of_field("target_id")
    }
}

impl From<FeedReportFields> for FeedReport {
    /// A report that no moderator has decided on.
    fn from(fields: FeedReportFields) -> Self {
        Self { fields, status: ReportStatus::Open, resolved_at: None }
    }
}

impl Kind for FeedReport {
    const KIND: KindName = KindName::FeedReport;
}

impl Entity for FeedReport {
    const PATH: &'static str = "/feed-reports";
    type View = FeedReportView;

    fn view(&self, _now: Timestamp) -> FeedReportView {
        FeedReportView { fields: self.fields.clone(), status: self.status, resolved_at: self.resolved_at }
    }

    fn unique_keys(&self) -> Vec<UniqueKey> {
        vec![self.key()]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_TARGET, &self.target_id, id).by(&Self::BY_MEMBER, &self.member_id, id)
    }
}

/// Somebody says that a post or a comment should not stand there.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "FeedReport")]
pub struct FeedReportView {
    /// Fields of the report that clients write.
    #[serde(flatten)]
    fields: FeedReportFields,
    /// What became of it.
    status: ReportStatus,
    /// When a moderator decided; null before.
    resolved_at: Option<Timestamp>,
}
