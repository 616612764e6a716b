//! Letter: what is written to one person about one event, with what became of it.

use chrono::Duration;
use records::{LetterType, LoggedEvent, Member};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{Entity, Index, IndexBy, Indexes};
use values::{EmailAddress, Id, Kind, KindName, SealedText, Timestamp, email::comparable_email, language::Language};

use crate::{
    draft::Recipient,
    letter_state::{Feedback, LetterAttempt, LetterStatus, NotSentReason},
    letter_view::LetterView,
    told_event::ToldEvent,
};

/// How long an attempt may be under way, in seconds: what has no outcome by then has an unknown one.
pub const ATTEMPT_SECONDS_MAX: i64 = 60;
/// How many days letters are kept that are older than [`Letter::kept_days`].
const KEPT_DAYS: u32 = 90;

const fn kept_days() -> u32 {
    KEPT_DAYS
}

/// A letter as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// What it is about.
    pub letter: LetterType,
    /// The member who reads it; none for a guest, a visitor and the address of a company.
    pub member_id: Option<Id<Member>>,
    /// The record by which a reader is known who is no member, whatever the address is by now: a company, a visit, a
    /// registration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_by: Option<Id<()>>,
    /// Address that it is sent to; none once its reader was anonymised.
    pub email: Option<EmailAddress>,
    /// The event that it tells; none for a code to sign in and for a digest.
    pub event_id: Option<Id<LoggedEvent>>,
    /// What is needed of the event when the letter is sent later than events are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<ToldEvent>,
    /// What the event is about, such as `booking`; empty where there is no event.
    pub object_type: String,
    /// Identifier of the record that the event is about.
    pub object_id: Option<Id<()>>,
    /// What it is written from where it has no event, encrypted until it is sent: a code, a digest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_facts: Option<SealedText>,
    /// First instant at which that is good no more, such as a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub good_until: Option<Timestamp>,
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
    /// How many days it is kept once nothing is to be done about it.
    #[serde(default = "kept_days")]
    pub kept_days: u32,
    /// After which instant it is not kept any more; of one that is to be sent, if it were sent when that is to be.
    pub kept_until: Timestamp,
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
            known_by: to.known_by,
            email: Some(to.email.clone()),
            event_id: None,
            told: None,
            object_type: String::new(),
            object_id: None,
            sealed_facts: None,
            good_until: None,
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
            kept_days: kept.days,
            kept_until: kept.until,
        }
    }

    /// The same about an event.
    #[must_use]
    pub fn about(self, event_id: Id<LoggedEvent>, event: &LoggedEvent) -> Self {
        let (object_type, object_id) = (event.object_type.clone(), Some(event.object_id));
        Self { event_id: Some(event_id), object_type, object_id, ..self }
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

    /// Whether it is to this reader, whatever the address is by now.
    #[must_use]
    pub fn is_to(&self, reader: &Recipient) -> bool {
        let is = |email: &EmailAddress| comparable_email(email.as_str()) == comparable_email(reader.email.as_str());
        match (self.member_id, self.known_by) {
            (Some(member), _) if reader.member_id.is_some() => reader.member_id == Some(member),
            (_, Some(record)) => reader.known_by == Some(record),
            (_, None) => self.email.as_ref().is_some_and(is),
        }
    }

    /// Whether it is kept at `now`; the table deletes it some days late.
    #[must_use]
    pub fn is_kept(&self, now: Timestamp) -> bool {
        self.status == LetterStatus::Pending || now < self.kept_until
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
    days: u32,
    until: Timestamp,
}

impl Kept {
    /// So many days from `now`.
    #[must_use]
    pub fn days(days: u32, now: Timestamp) -> Self {
        Self { days, until: now.plus(Duration::days(i64::from(days))) }
    }

    /// After which instant they are not kept any more.
    #[must_use]
    pub const fn until(self) -> Timestamp {
        self.until
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

    /// What is to be sent stays until it was.
    fn expires_at(&self) -> Option<Timestamp> {
        (self.status != LetterStatus::Pending).then_some(self.kept_until)
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
