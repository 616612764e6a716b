//! A letter as every answer shows it.

use records::{LetterType, LoggedEvent, Member};
use schemars::JsonSchema;
use serde::Serialize;
use values::{EmailAddress, Id, Timestamp, language::Language};

use crate::letter_state::{Feedback, LetterAttempt, LetterStatus, NotSentReason};

/// What was written to somebody, and what became of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Letter")]
pub struct LetterView {
    /// What it is about.
    pub letter: LetterType,
    /// The member who reads it; null for a guest, a visitor and the address of a company.
    pub member_id: Option<Id<Member>>,
    /// Address that it is sent to; null once its reader was anonymised.
    pub email: Option<EmailAddress>,
    /// The event that it tells; null for a code to sign in and for a digest.
    pub event_id: Option<Id<LoggedEvent>>,
    /// What the event is about, such as `booking`; empty where there is no event.
    pub object_type: String,
    /// Identifier of the record that the event is about; null where there is no event.
    pub object_id: Option<Id<()>>,
    /// How far it is.
    pub status: LetterStatus,
    /// Why it is not sent; null unless it is not.
    pub reason: Option<NotSentReason>,
    /// Language in which it was written; null before.
    pub language: Option<Language>,
    /// What it is about, in a line, as it was sent; codes and links that work by themselves are left out. Empty unless
    /// the client may read what it is about, and of a letter that tells about somebody else than its reader.
    pub subject: String,
    /// What it says as plain text, likewise; empty before it is written.
    pub text: String,
    /// How often it was tried.
    pub attempt_count: i64,
    /// The last twenty attempts, oldest first.
    pub attempts: Vec<LetterAttempt>,
    /// Attempts of which nobody knows whether the letter was accepted, and after which it was sent again, with the same
    /// `Message-ID`: so often it may have arrived twice.
    pub repeat_count: i64,
    /// When the next attempt is made, at the earliest; null when none is.
    pub next_attempt_at: Option<Timestamp>,
    /// How often somebody asked to send it again.
    pub resend_count: i64,
    /// When the server for outgoing mail accepted it last; null when it never did.
    pub sent_at: Option<Timestamp>,
    /// What came back from where it was sent to; null when nothing did.
    pub feedback: Option<Feedback>,
    /// After which instant it is not kept any more; of one that waits, if it is sent at `next_attempt_at`.
    pub kept_until: Timestamp,
}
