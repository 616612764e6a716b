//! Why a reading of an outside calendar failed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why an outside calendar could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadingFailure {
    /// No connection was made, or no encrypted one, or it broke.
    Unreachable,
    /// The name leads into a network that is not public.
    AddressNotAllowed,
    /// The server did not answer in time.
    TimedOut,
    /// The server wants another user name or password, or gives access to nobody.
    Refused,
    /// There is nothing at the address, or not any more.
    NotFound,
    /// The server names another address: only the one that was given is read.
    Redirected,
    /// The server answered that it failed, or sent only a part of a collection.
    ServerFailed,
    /// What is there is no calendar, or only a part of one.
    NotACalendar,
    /// What the server sends is larger than is read.
    TooLarge,
    /// It has more events than are looked at, or an event that repeats every minute or second.
    TooManyEvents,
}
