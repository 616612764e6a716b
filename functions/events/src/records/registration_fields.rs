//! What clients write of a registration.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{LongText, ShortText};

/// What clients may change of a registration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventRegistrationFields {
    /// Who comes, by name; the customer or the guest unless a create says otherwise.
    #[serde(default)]
    pub attendee_name: ShortText,
    /// Comment of whoever registers; empty by default.
    #[serde(default)]
    pub comment: LongText,
}
