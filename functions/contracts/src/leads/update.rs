//! Update a lead, and delete one.

use agreements::lead::{Lead, LeadStage};
use shared::api::{Body, Call, Changes, Patch, PathId, retry};
use store::Entity as _;
use values::{ApiError, Id};

use super::{open::require_open, references};

/// Changes a lead that has not ended; of any other its notes and metadata.
pub async fn update(call: Call, PathId(id): PathId<Lead>, Body(patch): Body<Patch<Lead>>) -> Changes<Lead> {
    retry(&call, || attempt(&call, id, &patch)).await
}

async fn attempt(call: &Call, id: Id<Lead>, patch: &Patch<Lead>) -> Changes<Lead> {
    let mut update = call.update(id).await?.patched(patch)?;
    if update.is_unchanged() {
        return update.commit().await;
    }
    let mut noted = update.present.fields.clone();
    noted.notes = update.after.fields.notes.clone();
    if update.after.fields != noted {
        require_open(&update.present)?;
        check_stage(update.present.fields.stage, update.after.fields.stage)?;
        let (before, after) = (&update.present.fields, &update.after.fields);
        references::check(call, &mut update.transaction, Some(before), after).await?;
    }
    let (stage, now) = (update.after.fields.stage, call.now);
    if stage != update.present.fields.stage {
        update.after.stage_changed_at = now;
    }
    update.after = update.after.clone().kept_from(now);
    update.commit().await
}

/// Refuses a stage that no update brings about.
fn check_stage(from: LeadStage, to: LeadStage) -> Result<(), ApiError> {
    if from == to || from.may_become(to) {
        return Ok(());
    }
    let (reason, message) = match to {
        LeadStage::Won => ("by_converting", "a lead is won by converting it"),
        LeadStage::Lost => ("by_losing", "a lead is lost by losing it, for a reason"),
        LeadStage::New | LeadStage::Contacted | LeadStage::TourScheduled | LeadStage::OfferMade => {
            ("not_new_again", "nobody is new again who was talked to")
        }
    };
    Err(ApiError::rule("stage", reason, message))
}

/// Puts a lead away, with everything about the person.
pub async fn delete(call: Call, PathId(id): PathId<Lead>) -> Changes<Lead> {
    retry(&call, || delete_once(&call, id)).await
}

async fn delete_once(call: &Call, id: Id<Lead>) -> Changes<Lead> {
    let mut update = call.update(id).await?.archived().without_metadata();
    if let Some(nobody) = update.present.put_away() {
        update.after = nobody;
    }
    update.commit().await
}
