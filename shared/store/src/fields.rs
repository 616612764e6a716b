//! A record's writable fields, written once: what a create takes, what a patch may change and what an answer shows come
//! from one struct.
//!
//! A create takes all of them; those without a serde default are required. A patch takes any of them but those marked
//! `x-create-only`. Neither takes a field marked `readOnly`, which the service sets. An `Option` is null when there is
//! nothing; it may be set to null.

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

use super::Entity;

/// A kind of record whose fields clients write.
pub trait Writable: Entity {
    /// The fields that clients write, under the names and in the form of the API. An entity that has others too holds
    /// them flattened, beside what the service sets.
    type Fields: Serialize + DeserializeOwned + JsonSchema + Send;
}

/// Lets an entity that holds its writable fields in `fields` be read and changed as if they were its own.
#[macro_export]
macro_rules! holds_fields {
    ($entity:ty, $fields:ty) => {
        impl std::ops::Deref for $entity {
            type Target = $fields;

            fn deref(&self) -> &$fields {
                &self.fields
            }
        }

        impl std::ops::DerefMut for $entity {
            fn deref_mut(&mut self) -> &mut $fields {
                &mut self.fields
            }
        }

        impl $crate::Writable for $entity {
            type Fields = $fields;
        }
    };
}

/// The default of a flag that is set unless a create says otherwise.
#[must_use]
pub const fn yes() -> bool {
    true
}
