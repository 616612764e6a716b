//! Whether a lead may still come to something. Pure: no IO.

use agreements::lead::{Lead, LeadStage};
use values::{ApiError, ErrorCode::InvalidState};

/// Refuses what is done with leads that have not ended.
///
/// # Errors
/// 409 `invalid_state` (`id`, `won` or `lost`).
pub fn require_open(lead: &Lead) -> Result<(), ApiError> {
    let conflict = |reason, message| Err(ApiError::conflict(InvalidState, message).at("id", reason));
    match lead.stage {
        LeadStage::Won => conflict("won", "the lead was converted"),
        LeadStage::Lost => conflict("lost", "the lead was lost: reopen it first"),
        LeadStage::New | LeadStage::Contacted | LeadStage::TourScheduled | LeadStage::OfferMade => Ok(()),
    }
}
