//! A letter as an area asks for it, before its wording.

use records::{LetterType, Location, Member};
use store::Record;
use values::{EmailAddress, Id, Timestamp};

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
    /// The record by which a reader is known who is no member, whatever the address is: a company, a visit.
    pub known_by: Option<Id<()>>,
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
            known_by: None,
            locale: fields.locale.to_string(),
        }
    }

    /// Somebody who is no member, or an address of a company.
    #[must_use]
    pub fn address(email: EmailAddress, name: impl Into<String>) -> Self {
        Self { email, name: name.into(), member_id: None, known_by: None, locale: String::new() }
    }

    /// The same, known by a record: the letter reaches the reader at another address, too.
    #[must_use]
    pub fn known_by<K>(self, record: Id<K>) -> Self {
        Self { known_by: Some(record.cast()), ..self }
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
