//! Lose a lead, and reopen one that was lost.

use agreements::lead::{Lead, LeadLost, LeadStage, LostReason};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, retry};
use values::{ApiError, ErrorCode, Id, ShortText};

use super::open::require_open;

/// Why nothing comes of a lead.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeadLose {
    /// Which reason it is.
    lost_reason: LostReason,
    /// The same in words.
    #[serde(default)]
    lost_text: ShortText,
}

/// Ends a lead of which nothing comes.
pub async fn lose(call: Call, PathId(id): PathId<Lead>, Body(input): Body<LeadLose>) -> Changes<Lead> {
    retry(&call, || lose_once(&call, id, &input)).await
}

async fn lose_once(call: &Call, id: Id<Lead>, input: &LeadLose) -> Changes<Lead> {
    let mut update = call.update(id).await?;
    require_open(&update.present)?;
    let lost = LeadLost { lost_reason: input.lost_reason, lost_text: input.lost_text.clone() };
    update.after = Lead { lost: Some(lost), ..update.after.clone() }.staged(LeadStage::Lost, call.now);
    update.after = update.after.clone().kept_from(call.now);
    update.commit().await
}

/// Takes up a lead again that was lost.
pub async fn reopen(call: Call, PathId(id): PathId<Lead>) -> Changes<Lead> {
    retry(&call, || reopen_once(&call, id)).await
}

async fn reopen_once(call: &Call, id: Id<Lead>) -> Changes<Lead> {
    let mut update = call.update(id).await?;
    if update.present.stage != LeadStage::Lost {
        let message = "only a lost lead is reopened";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("id", "not_lost"));
    }
    update.after = Lead { lost: None, ..update.after.clone() }.staged(LeadStage::Contacted, call.now);
    update.after = update.after.clone().kept_from(call.now);
    update.commit().await
}
