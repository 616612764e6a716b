//! Letter: what is written to one person about one event, with what became of it.

use chrono::Duration;
use records::{LetterType, LoggedEvent, Member};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{Entity, Index, IndexBy, Indexes};
use values::{EmailAddress, Id, Kind, KindName, SealedText, Timestamp, email::comparable_email, language::Language};

use crate::draft::Recipient;

/// Attempts that are kept.
const ATTEMPTS_KEPT: usize = 20;
/// After how many minutes the sweep hands a letter to the queue that was to be there.
const HANDED_OVER_MINUTES: i64 = 5;
/// How long an attempt may be under way, in seconds: what has no outcome by then has an unknown one.
pub const ATTEMPT_SECONDS_MAX: i64 = 60;

/// A letter as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// What it is about.
    pub letter: LetterType,
    /// The member who reads it; none for a guest, a visitor and the address of a company.
    pub member_id: Option<Id<Member>>,
    /// Address that it is sent to; none once its reader was anonymised.
    pub email: Option<EmailAddress>,
    /// The event that it tells; none for a code to sign in and for a digest.
    pub event_id: Option<Id<LoggedEvent>>,
    /// What the event is about, such as `booking`; empty where there is no event.
    pub object_type: String,
    /// Identifier of the record that the event is about.
    pub object_id: Option<Id<()>>,
    /// What it is written from where it has no event, encrypted until it is sent: a code, a digest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_facts: Option<SealedText>,
    /// How far it is.
    pub status: LetterStatus,
    /// Why it is not sent.
    pub reason: Option<NotSentReason>,
    /// Language in which it was written.
    pub language: Option<Language>,
    /// What it is about, in a line, as it was sent; codes and links that work by themselves are left out.
    pub subject: String,
    /// What it says as plain text, likewise.
    pub text: String,
    /// How often it was tried.
    pub attempt_count: i64,
    /// The last attempts, oldest first.
    pub attempts: Vec<LetterAttempt>,
    /// Attempts of which nobody knows whether the letter was accepted, and after which it was sent again.
    pub repeat_count: i64,
    /// When the attempt began that is under way.
    pub begun_at: Option<Timestamp>,
    /// When the next attempt is made.
    pub next_attempt_at: Option<Timestamp>,
    /// Failed attempts since it was written or sent again: what its place in the schedule follows from.
    pub failures: i64,
    /// Number of its present turn: a message of another one is out of date.
    pub turn: i64,
    /// How often somebody asked to send it again: each time with another `Message-ID`.
    pub resend_count: i64,
    /// When it was accepted last.
    pub sent_at: Option<Timestamp>,
    /// What came back from where it was sent to.
    pub feedback: Option<Feedback>,
    /// When the sweep looks at it.
    pub due_at: Option<Timestamp>,
    /// After which instant it is not kept any more.
    pub kept_until: Timestamp,
}

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

impl Letter {
    /// Letters to a member, newest first.
    pub const BY_MEMBER: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "customer");
    /// Letters about an event.
    pub const BY_EVENT: IndexBy<Self, Id<LoggedEvent>> = IndexBy::new(Index::First, "event");
    /// Letters to somebody who is no member, by the address: as `records::personal_data::declared::BY_GUEST` reads them.
    pub const BY_GUEST: IndexBy<Self, EmailAddress> =
        IndexBy::compared(Index::Third, "guest", |email| comparable_email(email.as_str()));
    /// Letters about one record.
    pub const BY_OBJECT: IndexBy<Self, Id<()>> = IndexBy::new(Index::Fourth, "object");

    /// A letter that is to be sent.
    #[must_use]
    pub fn new(letter: LetterType, to: &Recipient, kept: Kept) -> Self {
        Self {
            letter,
            member_id: to.member_id,
            email: Some(to.email.clone()),
            event_id: None,
            object_type: String::new(),
            object_id: None,
            sealed_facts: None,
            status: LetterStatus::Pending,
            reason: None,
            language: None,
            subject: String::new(),
            text: String::new(),
            attempt_count: 0,
            attempts: Vec::new(),
            repeat_count: 0,
            begun_at: None,
            next_attempt_at: None,
            failures: 0,
            turn: 1,
            resend_count: 0,
            sent_at: None,
            feedback: None,
            due_at: None,
            kept_until: kept.until,
        }
    }

    /// The same about an event.
    #[must_use]
    pub fn about(self, event_id: Id<LoggedEvent>, event: &LoggedEvent) -> Self {
        let (object_type, object_id) = (event.object_type.clone(), Some(event.object_id));
        Self { event_id: Some(event_id), object_type, object_id, ..self }
    }

    /// The same to be sent at `at`.
    #[must_use]
    pub fn waiting_until(self, at: Timestamp, now: Timestamp) -> Self {
        let due_at = if at <= now { now.plus(Duration::minutes(HANDED_OVER_MINUTES)) } else { at };
        Self { status: LetterStatus::Pending, next_attempt_at: Some(at), due_at: Some(due_at), begun_at: None, ..self }
    }

    /// The same handed to the queue now: the sweep looks whether it was lost there.
    #[must_use]
    pub fn handed_over(self, now: Timestamp) -> Self {
        Self { due_at: Some(now.plus(Duration::minutes(HANDED_OVER_MINUTES))), ..self }
    }

    /// The same with an attempt under way. One that began before and has no outcome is written down as unknown.
    #[must_use]
    pub fn begun(self, now: Timestamp) -> Self {
        let before = match self.begun_at {
            Some(at) => {
                let response = "the process ended before it knew".to_owned();
                let lost = LetterAttempt { at, outcome: AttemptOutcome::Unknown, response };
                Self { repeat_count: self.repeat_count + 1, ..self.noted(lost) }
            }
            None => self,
        };
        Self { begun_at: Some(now), due_at: Some(now.plus(Duration::minutes(HANDED_OVER_MINUTES))), ..before }
    }

    /// Whether nobody is to read it: a code for an address that is no member's, which was stored so that the answer to
    /// whoever asked for it tells nothing.
    #[must_use]
    pub const fn is_to_nobody(&self) -> bool {
        self.event_id.is_none() && self.member_id.is_none()
    }

    /// Whether an attempt is under way at `now`.
    #[must_use]
    pub fn is_under_way(&self, now: Timestamp) -> bool {
        self.begun_at.is_some_and(|at| now < at.plus(Duration::seconds(ATTEMPT_SECONDS_MAX)))
    }

    /// Whether a message of this turn still holds.
    #[must_use]
    pub const fn awaits(&self, turn: i64) -> bool {
        matches!(self.status, LetterStatus::Pending) && self.turn == turn
    }

    /// The same with an attempt.
    #[must_use]
    pub fn noted(mut self, attempt: LetterAttempt) -> Self {
        self.attempt_count = self.attempt_count.saturating_add(1);
        self.attempts.push(attempt);
        let superfluous = self.attempts.len().saturating_sub(ATTEMPTS_KEPT);
        self.attempts.drain(..superfluous);
        self
    }

    /// The same with nothing further to be done: what it was written from is not kept.
    #[must_use]
    pub fn ended(self, status: LetterStatus, reason: Option<NotSentReason>) -> Self {
        Self {
            status,
            reason,
            sealed_facts: None,
            begun_at: None,
            next_attempt_at: None,
            due_at: None,
            turn: self.turn.saturating_add(1),
            ..self
        }
    }

    /// The same begun anew because somebody asked for it.
    #[must_use]
    pub fn resent(self, now: Timestamp) -> Self {
        let (turn, resend_count) = (self.turn.saturating_add(1), self.resend_count.saturating_add(1));
        Self { reason: None, failures: 0, turn, resend_count, ..self }.waiting_until(now, now)
    }

    /// The id of the letter about an event to an address: the same whoever writes it, so that there is one. It is dated
    /// as the event is.
    #[must_use]
    pub fn id_of(event: Id<LoggedEvent>, letter: LetterType, email: &EmailAddress) -> Id<Self> {
        let digest = Sha256::new()
            .chain_update(b"colonnade letter\n")
            .chain_update(event.uuid().as_bytes())
            .chain_update(letter.name())
            .chain_update(b"\n")
            .chain_update(comparable_email(email.as_str()))
            .finalize();
        let mut bytes = *event.uuid().as_bytes();
        bytes[6..].copy_from_slice(&digest[..10]);
        Id::new(uuid::Builder::from_bytes(bytes).with_version(uuid::Version::SortRand).into_uuid())
    }

    /// What mail programs know the letter by: the same at every attempt, so that whoever gets it twice sees it once.
    #[must_use]
    pub fn message_id(id: Id<Self>, resend_count: i64, domain: &str) -> String {
        format!("<{id}.{resend_count}@{domain}>")
    }
}

/// How long letters are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    until: Timestamp,
}

impl Kept {
    /// So many days from `now`.
    #[must_use]
    pub fn days(days: u32, now: Timestamp) -> Self {
        Self { until: now.plus(Duration::days(i64::from(days))) }
    }
}

impl Kind for Letter {
    const KIND: KindName = KindName::Letter;
}

impl Entity for Letter {
    const PATH: &'static str = "/letters";
    type View = LetterView;

    fn view(&self, _now: Timestamp) -> LetterView {
        LetterView {
            letter: self.letter,
            member_id: self.member_id,
            email: self.email.clone(),
            event_id: self.event_id,
            object_type: self.object_type.clone(),
            object_id: self.object_id,
            status: self.status,
            reason: self.reason,
            language: self.language,
            subject: self.subject.clone(),
            text: self.text.clone(),
            attempt_count: self.attempt_count,
            attempts: self.attempts.clone(),
            repeat_count: self.repeat_count,
            next_attempt_at: self.next_attempt_at,
            resend_count: self.resend_count,
            sent_at: self.sent_at,
            feedback: self.feedback.clone(),
            kept_until: self.kept_until,
        }
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.kept_until)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let indexes = match (&self.email, &self.member_id) {
            (Some(_), Some(member)) => Indexes::default().by(&Self::BY_MEMBER, member, id),
            (Some(email), None) => Indexes::default().by(&Self::BY_GUEST, email, id),
            (None, _) => Indexes::default(),
        };
        indexes
            .by_any(&Self::BY_EVENT, self.event_id.as_ref(), id)
            .by_any(&Self::BY_OBJECT, self.object_id.as_ref(), id)
            .due(self.due_at)
    }
}

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
    /// What it is about, in a line, as it was sent; codes and links that work by themselves are left out.
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
    /// After which instant it is not kept any more.
    pub kept_until: Timestamp,
}
