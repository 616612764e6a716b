//! Who may change what was written: its author for a day, moderators always.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::Call;
use values::{ApiError, ErrorCode, Scope, Timestamp};

use crate::records::{edit::Editor, post::editable_until};

/// Whether the author or a moderator makes a change.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedEditing {
    /// Who changes it; a moderator when left out by a client with the scope `feed:moderate`, the author otherwise.
    pub by: Option<Editor>,
}

impl FeedEditing {
    /// Who changes what was written at an instant.
    ///
    /// # Errors
    /// 403 naming `by`; 409 `invalid_state` once the author's time is over.
    pub fn editor(self, call: &Call, written_at: Timestamp) -> Result<Editor, ApiError> {
        let may_moderate = call.caller.scopes.allow(Scope::FEED_MODERATE);
        let editor = self.by.unwrap_or(if may_moderate { Editor::Moderator } else { Editor::Author });
        match editor {
            Editor::Moderator if !may_moderate => {
                let message = format!("changing this as a moderator needs the scope {}", Scope::FEED_MODERATE);
                Err(ApiError::new(ErrorCode::Forbidden, message).at("by", "scope_missing"))
            }
            Editor::Author if editable_until(written_at) <= call.now => {
                let message = "authors change what they wrote within 24 hours";
                Err(ApiError::conflict(ErrorCode::InvalidState, message).at("id", "edit_window_over"))
            }
            Editor::Moderator | Editor::Author => Ok(editor),
        }
    }
}
