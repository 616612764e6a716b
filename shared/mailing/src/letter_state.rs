//! How far a letter is, and what came of the attempts to send it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::Timestamp;

/// How far a letter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LetterStatus {
    /// It is to be sent: now, or at `next_attempt_at`.
    Pending,
    /// The server for outgoing mail accepted it.
    Sent,
    /// It was refused for good, or every attempt of a day has failed.
    Failed,
    /// It is not sent: `reason` says why.
    NotSent,
}

/// Why a letter is not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotSentReason {
    /// The merchant switched such letters off.
    SwitchedOff,
    /// The reader does not want such letters.
    Unsubscribed,
    /// The address takes nothing: letters came back, or somebody complained.
    Suppressed,
    /// The reader was blocked, anonymised or deleted.
    ReaderGone,
    /// What it was to tell is not so any more.
    OutOfDate,
    /// A sandbox merchant's letters leave the service only as codes to sign in.
    Sandbox,
    /// The wording of the merchant cannot be filled in.
    NotRenderable,
}

/// An attempt to send a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LetterAttempt {
    /// When it began.
    pub at: Timestamp,
    /// What came of it.
    pub outcome: AttemptOutcome,
    /// What the server for outgoing mail said, in a line.
    pub response: String,
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttemptOutcome {
    /// The letter was accepted.
    Accepted,
    /// It was refused for now, or the server could not be reached: it is tried again.
    Deferred,
    /// It was refused for good.
    Refused,
    /// The connection ended before the server said whether it accepts the letter: it may have arrived.
    Unknown,
}

/// What came back from where a letter was sent to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LetterFeedback")]
pub struct Feedback {
    /// What came back.
    pub r#type: FeedbackType,
    /// When that was told.
    pub at: Timestamp,
}

/// What can come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackType {
    /// The mailbox is not there: nothing more is sent to the address.
    Bounce,
    /// The reader calls it unwanted: nothing more is sent to the address.
    Complaint,
}
