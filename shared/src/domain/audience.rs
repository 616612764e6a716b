//! Audience: who may see or use something, from everybody to nobody but the merchant's own people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who may see or book something. Ordered from the widest to the narrowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody.
    #[default]
    Public,
    /// Members of any location of the same network group.
    NetworkMembers,
    /// Members of the location.
    Members,
    /// Members whose membership plan names it.
    ExclusiveMembers,
    /// The merchant's own people.
    Admins,
}
