//! A letter as mail programs read it (RFC 5322, 2045 to 2047), by the library lettre.

use std::time::{Duration, SystemTime};

use lettre::message::{
    Attachment as Attached, Body, Mailbox, Message, MultiPart, SinglePart,
    header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
};
use mailing::{Attachment, Place};
use values::{EmailAddress, Timestamp};
use wording::Worded;

/// What stands at the head of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Address that it is from.
    pub from: String,
    /// What the sender is called.
    pub from_name: String,
    /// Where answers go, if not there.
    pub reply_to: Option<String>,
    /// To whom it goes.
    pub to: EmailAddress,
    /// What mail programs know it by.
    pub message_id: String,
    /// When it leaves.
    pub at: Timestamp,
    /// The page at which such letters can be refused.
    pub unsubscribe_url: Option<String>,
}

/// The letter, byte for byte.
///
/// # Errors
/// What lettre cannot read of it, such as an address.
pub fn source(head: &Head, worded: &Worded, attachments: &[Attachment]) -> Result<Vec<u8>, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let address = |text: &str| text.parse().map_err(|error| format!("{text}: {error}"));
    let at = SystemTime::UNIX_EPOCH + Duration::from_millis(head.at.millis().unsigned_abs());
    let mut builder = Message::builder()
        .from(Mailbox::new(Some(head.from_name.clone()), address(&head.from)?))
        .to(Mailbox::new(None, address(head.to.as_str())?))
        .subject(worded.subject.clone())
        .message_id(Some(head.message_id.clone()))
        .date(at)
        // Nobody's absence is answered to a program (RFC 3834).
        .raw_header(raw("Auto-Submitted", "auto-generated".to_owned())?);
    if let Some(reply_to) = &head.reply_to {
        builder = builder.reply_to(Mailbox::new(None, address(reply_to)?));
    }
    if let Some(url) = &head.unsubscribe_url {
        builder = builder
            .raw_header(raw("List-Unsubscribe", format!("<{url}>"))?)
            .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned())?);
    }
    let message = builder.multipart(parts(worded, attachments)?).map_err(|error| told(&error))?;
    Ok(message.formatted())
}

fn raw(name: &str, value: String) -> Result<HeaderValue, String> {
    let name = HeaderName::new_from_ascii(name.to_owned()).map_err(|error| error.to_string())?;
    Ok(HeaderValue::new(name, value))
}

/// The parts of a letter: its forms, the last of which mail programs like best, and what is attached.
fn parts(worded: &Worded, attachments: &[Attachment]) -> Result<MultiPart, String> {
    let of = |place: Place| attachments.iter().filter(move |attachment| attachment.place == place);
    let mut shown = MultiPart::related().singlepart(SinglePart::html(worded.html.clone()));
    for picture in of(Place::Shown) {
        let attached = Attached::new_inline(picture.file_name.clone());
        shown = shown.singlepart(attached.body(picture.content.clone(), media_type(picture)?));
    }
    let mut forms = MultiPart::alternative().singlepart(SinglePart::plain(worded.text.clone())).multipart(shown);
    for form in of(Place::Alternative) {
        forms = forms.singlepart(alternative(form)?);
    }
    let mut all = MultiPart::mixed().multipart(forms);
    for attachment in of(Place::Attached) {
        let attached = Attached::new(attachment.file_name.clone());
        all = all.singlepart(attached.body(attachment.content.clone(), media_type(attachment)?));
    }
    Ok(all)
}

fn alternative(form: &Attachment) -> Result<SinglePart, String> {
    let body = Body::new_with_encoding(form.content.clone(), ContentTransferEncoding::Base64);
    let body = body.map_err(|_| "a form of the letter cannot be encoded".to_owned())?;
    Ok(SinglePart::builder().header(media_type(form)?).body(body))
}

fn media_type(attachment: &Attachment) -> Result<ContentType, String> {
    ContentType::parse(&attachment.media_type).map_err(|error| format!("{}: {error}", attachment.media_type))
}

#[cfg(test)]
mod tests {
    use mailing::{Attachment, Place};
    use values::{EmailAddress, Timestamp};
    use wording::Worded;

    use super::{Head, source};

    fn head() -> Head {
        Head {
            from: "letters@colonnade.example".to_owned(),
            from_name: "Café \"Über\", Inc.".to_owned(),
            reply_to: None,
            to: EmailAddress::new("ada@example.com"),
            message_id: "<1.0@colonnade.example>".to_owned(),
            at: Timestamp::EPOCH,
            unsubscribe_url: Some("https://api.example.com/letters/unsubscribe?a=1".to_owned()),
        }
    }

    fn worded(subject: &str) -> Worded {
        let text = "Grüße\n.\nto you".to_owned();
        let html = format!("<p>{text}</p>");
        Worded {
            subject: subject.to_owned(),
            html,
            text: text.clone(),
            kept_subject: subject.to_owned(),
            kept_text: text,
        }
    }

    #[test]
    fn a_letter_has_the_head_that_mail_programs_ask_for() {
        let letter = String::from_utf8(source(&head(), &worded("Room\r\nBcc: x@y.example"), &[]).expect("a letter"))
            .expect("text");
        for line in ["Message-ID: <1.0@colonnade.example>", "Auto-Submitted: auto-generated", "List-Unsubscribe-Post: "]
        {
            assert!(letter.contains(line), "{line}: {letter}");
        }
        assert!(!letter.contains("\r\nBcc:") && letter.is_ascii());
    }

    #[test]
    fn an_invitation_is_another_form_of_the_letter_and_a_file_is_beside_it() {
        let attachment = |name: &str, media_type: &str, place| Attachment {
            file_name: name.to_owned(),
            media_type: media_type.to_owned(),
            content: b"BEGIN:VCALENDAR".to_vec(),
            place,
        };
        let both = [
            attachment("invite.ics", "text/calendar; method=REQUEST; charset=utf-8", Place::Alternative),
            attachment("INV-1.pdf", "application/pdf", Place::Attached),
            attachment("code.png", "image/png", Place::Shown),
        ];
        let letter = String::from_utf8(source(&head(), &worded("Room"), &both).expect("a letter")).expect("text");
        for part in ["method=REQUEST", "filename=\"INV-1.pdf\"", "Content-ID: <code.png>"] {
            assert!(letter.contains(part), "{part}: {letter}");
        }
    }
}
