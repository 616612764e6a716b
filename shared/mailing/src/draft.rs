//! Who is to be told what of an event: each area says so of its own records, in a table that the function `notify` goes
//! through.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use records::{LetterType, Location, LoggedEvent, Member};
use store::Record;
use values::{ApiError, EmailAddress, Id, Timestamp};
use work::UnitOfWork;

use crate::facts::Facts;

/// A letter as an area asks for it, before its wording.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What it is about.
    pub letter: LetterType,
    /// Who is to read it.
    pub to: Recipient,
    /// Where the record is: it says whose letterhead, and in which language when the reader has named none.
    pub location_id: Option<Id<Location>>,
    /// What it tells.
    pub facts: Facts,
    /// What is attached.
    pub attachments: Vec<Attachment>,
    /// When it is sent; at once when there is none.
    pub send_at: Option<Timestamp>,
}

impl Draft {
    /// A letter that is sent at once, with nothing attached.
    #[must_use]
    pub const fn new(letter: LetterType, to: Recipient, location_id: Option<Id<Location>>, facts: Facts) -> Self {
        Self { letter, to, location_id, facts, attachments: Vec::new(), send_at: None }
    }

    /// The same with something attached.
    #[must_use]
    pub fn with(mut self, attachment: Attachment) -> Self {
        self.attachments.push(attachment);
        self
    }

    /// The same, to be sent later.
    #[must_use]
    pub const fn at(mut self, send_at: Timestamp) -> Self {
        self.send_at = Some(send_at);
        self
    }
}

/// Who is to read a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    /// Address that it is sent to.
    pub email: EmailAddress,
    /// What the reader is called; empty when that is not known.
    pub name: String,
    /// The member who reads it; none for a guest, a visitor and the address of a company.
    pub member_id: Option<Id<Member>>,
    /// Language and region of the reader, such as `nl-NL`; empty when that is not known.
    pub locale: String,
}

impl Recipient {
    /// A member.
    #[must_use]
    pub fn member(member: &Record<Member>) -> Self {
        let fields = &member.body.fields;
        Self {
            email: fields.email.clone(),
            name: fields.name.to_string(),
            member_id: Some(member.id),
            locale: fields.locale.to_string(),
        }
    }

    /// Somebody who is no member, or an address of a company.
    #[must_use]
    pub fn address(email: EmailAddress, name: impl Into<String>) -> Self {
        Self { email, name: name.into(), member_id: None, locale: String::new() }
    }
}

/// A file that goes with a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Its name, with an ending.
    pub file_name: String,
    /// Its media type, such as `application/pdf`, with parameters.
    pub media_type: String,
    /// What is in it.
    pub content: Vec<u8>,
    /// How it goes along.
    pub place: Place,
}

/// How a file goes with a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Beside the letter.
    Attached,
    /// As another form of the letter, which programs for mail act on: an invitation to a calendar.
    Alternative,
    /// In the letter, as a picture that its last part shows: the code for an entrance.
    Shown,
}

/// What says who is told what of an event.
pub type Drafting =
    Arc<dyn Fn(UnitOfWork, Record<LoggedEvent>) -> BoxFuture<'static, Result<Vec<Draft>, ApiError>> + Send + Sync>;

/// Letters about some events.
#[derive(Clone)]
pub struct LetterSource {
    /// The types of events that it knows something to say about.
    pub events: &'static [&'static str],
    /// What it has to say, by the records as they are at that moment: nothing where the record says something else by
    /// now. It is asked again for a letter that is sent later.
    pub draft: Drafting,
}

impl LetterSource {
    /// A source of letters about these types of events.
    pub fn new<F>(
        events: &'static [&'static str],
        draft: impl Fn(UnitOfWork, Record<LoggedEvent>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Vec<Draft>, ApiError>> + Send + 'static,
    {
        Self { events, draft: Arc::new(move |work, event| Box::pin(draft(work, event))) }
    }
}

/// The sources of all areas.
#[derive(Clone, Default)]
pub struct LetterSources(Vec<LetterSource>);

impl LetterSources {
    /// Those of these areas.
    #[must_use]
    pub fn merged(of_areas: impl IntoIterator<Item = Vec<LetterSource>>) -> Self {
        Self(of_areas.into_iter().flatten().collect())
    }

    /// Every type of event that a letter is written about.
    pub fn events(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.iter().flat_map(|source| source.events.iter().copied())
    }

    /// Who is told what of an event.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn drafts(&self, work: &UnitOfWork, event: &Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
        let mut drafts = Vec::new();
        for source in self.0.iter().filter(|source| source.events.contains(&event.body.event_type.as_str())) {
            drafts.extend((source.draft)(work.clone(), event.clone()).await?);
        }
        Ok(drafts)
    }
}
