//! Audience: who may see or use something, from everybody to nobody but the merchant's own people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who may see or book something. Ordered from the widest to the narrowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody, members or not, at any location.
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

/// Who may order or attend what is offered. Unlike [`Audience`] it names no membership plans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferAudience {
    /// Everybody, members or not, at any location.
    Public,
    /// Members of every location in the network group.
    NetworkMembers,
    /// Members of the location.
    #[default]
    Members,
    /// Nobody: those who run the space prepare it.
    Admins,
}

impl OfferAudience {
    /// The same among those of what names membership plans, too.
    #[must_use]
    pub const fn audience(self) -> Audience {
        match self {
            Self::Public => Audience::Public,
            Self::NetworkMembers => Audience::NetworkMembers,
            Self::Members => Audience::Members,
            Self::Admins => Audience::Admins,
        }
    }
}
