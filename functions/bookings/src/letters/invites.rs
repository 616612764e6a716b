//! Invitations as letters carry them.

use mailing::{Attachment, Draft, Facts, LetterType, Place, Recipient};
use records::Location;
use values::Id;

use super::invitation::{Method, Party};

/// The text of an invitation as the other form of a letter.
#[must_use]
pub fn attached(method: Method, text: String) -> Attachment {
    let file_name = match method {
        Method::Request => "invite.ics",
        Method::Cancel => "cancel.ics",
    };
    Attachment {
        file_name: file_name.to_owned(),
        media_type: format!("text/calendar; charset=utf-8; method={}", method.name()),
        content: text.into_bytes(),
        place: Place::Alternative,
    }
}

/// The reader of a letter as an invitation names them.
#[must_use]
pub fn attendee(reader: &Recipient) -> Party {
    Party { name: reader.name.clone(), email: reader.email.to_string() }
}

/// A letter to each of these readers, with what is attached for each.
pub fn letters_to(
    readers: Vec<Recipient>,
    (letter, location): (LetterType, Id<Location>),
    facts: &Facts,
    attach: impl Fn(&Recipient) -> Option<Attachment>,
) -> Vec<Draft> {
    let letter_to = |reader: Recipient| {
        let attachment = attach(&reader);
        let draft = Draft::new(letter, reader, Some(location), facts.clone());
        match attachment {
            Some(attachment) => draft.with(attachment),
            None => draft,
        }
    };
    readers.into_iter().map(letter_to).collect()
}
