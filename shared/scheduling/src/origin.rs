//! What made a calendar block or an assignment inside its own transaction.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, ErrorCode, Id, Kind};

/// A record of another area that a block or an assignment belongs to, such as an event or a contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    /// Kind of the record, such as `event` or `contract`.
    pub kind: String,
    /// Its id; null of a kind that not everybody may see who sees this.
    pub id: Option<Id<()>>,
}

impl Origin {
    /// The record of this id.
    #[must_use]
    pub fn of<K: Kind>(id: Id<K>) -> Self {
        Self { kind: K::KIND.to_string(), id: Some(id.cast()) }
    }

    /// A record of this kind that is not named.
    #[must_use]
    pub fn unnamed<K: Kind>() -> Self {
        Self { kind: K::KIND.to_string(), id: None }
    }
}

/// Refuses that a client changes what another record made: that changes and goes with its origin.
///
/// # Errors
/// 409 `in_use` naming `id`.
pub fn check_own(made_by: Option<&Origin>) -> Result<(), ApiError> {
    let Some(Origin { kind, id }) = made_by else { return Ok(()) };
    let kind = kind.replace('_', " ");
    let message = id.map_or_else(
        || format!("it belongs to a {kind} and changes with that"),
        |id| format!("it belongs to the {kind} {id} and changes with that"),
    );
    Err(ApiError::conflict(ErrorCode::InUse, message).at("id", "made_by"))
}
