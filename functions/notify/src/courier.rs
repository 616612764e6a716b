//! Who takes a letter to the server for outgoing mail.

use futures_util::future::BoxFuture;
use values::{EmailAddress, Timestamp};

/// A letter as it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// Address of the deployment that it is from.
    pub from: String,
    /// To whom it goes.
    pub to: EmailAddress,
    /// Whose letter it is and which, for what comes back.
    pub tag: String,
    /// What it is about, in a line.
    pub subject: String,
    /// What it says, as plain text.
    pub text: String,
    /// What it says, as HTML.
    pub html: String,
    /// All of it, as mail programs read it.
    pub source: Vec<u8>,
    /// When it leaves.
    pub at: Timestamp,
}

/// What became of a letter that was taken to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It was accepted.
    Accepted(String),
    /// It was refused for now, or the server could not be reached.
    Deferred(String),
    /// It was refused for good.
    Refused {
        /// What the server said.
        response: String,
        /// Whether it said that the mailbox is not there.
        is_bounce: bool,
    },
    /// The connection ended before the server said whether it accepts the letter.
    Unknown(String),
}

/// Takes letters to the server for outgoing mail.
pub trait Courier: Send + Sync {
    /// Takes a letter there once. It never fails: what went wrong is part of what became of it.
    fn take(&self, outgoing: Outgoing) -> BoxFuture<'_, Taken>;

    /// Whether it takes letters of sandbox merchants too, and not codes alone: those that stay on this machine.
    fn takes_of_sandboxes(&self) -> bool {
        false
    }
}
