//! A letter made ready to leave: what it says in its reader's language, as mail programs read it; or why it does not.

use mailing::{
    Letter, LetterTemplate, LetterType, NotSentReason, Place, SuppressedAddress, UNSUBSCRIBE_PATH, Unsubscription,
};
use records::{
    Member,
    letter_type::{OptionalLetter, SwitchableLetter},
};
use store::Record;
use values::{ApiError, EmailAddress, Id, language::Language};
use wording::{Reader, Worded, Wording, word, wording};
use work::UnitOfWork;

use crate::{
    contents::{self, Contents},
    courier::Outgoing,
    letterhead::Writer,
    mime::{self, Head},
    notifier::Notifier,
};

/// A letter that is ready.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The letter as it leaves.
    pub outgoing: Outgoing,
    language: Language,
    worded: Worded,
}

impl Ready {
    /// The letter's record with the address that it goes to, and what is kept of its words: nothing of what tells about
    /// somebody else than its reader, so that whoever is forgotten is not named by letters to others.
    #[must_use]
    pub fn noted_in(&self, letter: Letter) -> Letter {
        let Worded { kept_subject, kept_text, .. } = &self.worded;
        let (subject, text) = if letter.letter.tells_about_others() {
            (String::new(), String::new())
        } else {
            (kept_subject.clone(), kept_text.clone())
        };
        Letter { email: Some(self.outgoing.to.clone()), language: Some(self.language), subject, text, ..letter }
    }
}

/// Makes a letter ready.
///
/// # Errors
/// 503 when the store or a secret cannot be read.
pub async fn make(
    notifier: &Notifier,
    work: &UnitOfWork,
    letter: &Record<Letter>,
) -> Result<Result<Ready, NotSentReason>, ApiError> {
    let kind = letter.body.letter;
    if work.tenant().is_sandbox() && !notifier.courier.takes_of_sandboxes() && kind != LetterType::SignInCode {
        return Ok(Err(NotSentReason::Sandbox));
    }
    let asked = (work, &*notifier.context.secrets, &*notifier.sources);
    let contents = match contents::read(asked, letter).await? {
        Ok(contents) => contents,
        Err(reason) => return Ok(Err(reason)),
    };
    let writer = Writer::read(work, contents.location_id).await?;
    if let Some(reason) = refused(work, kind, (&writer, &contents.to.email, contents.to.member_id)).await? {
        return Ok(Err(reason));
    }
    let unsubscribe_url = unsubscribe_url(notifier, work, kind, contents.to.member_id).await?;
    worded(notifier, work, letter, (contents, writer, unsubscribe_url)).await
}

/// Who does not want it: the merchant, the reader, or the server that the address is at.
async fn refused(
    work: &UnitOfWork,
    letter: LetterType,
    (writer, email, member): (&Writer, &EmailAddress, Option<Id<Member>>),
) -> Result<Option<NotSentReason>, ApiError> {
    let switched_off = &writer.merchant.body.letter_settings.switched_off;
    if SwitchableLetter::of(letter).is_some_and(|letter| switched_off.contains(&letter)) {
        return Ok(Some(NotSentReason::SwitchedOff));
    }
    if SuppressedAddress::find(work, email).await?.is_some() {
        return Ok(Some(NotSentReason::Suppressed));
    }
    let (Some(member), Some(letter)) = (member, OptionalLetter::of(letter)) else { return Ok(None) };
    let member = work.store.find(work.tenant(), member).await?;
    let is_off = member.is_some_and(|member| member.body.letters_off.contains(&letter));
    Ok(is_off.then_some(NotSentReason::Unsubscribed))
}

async fn unsubscribe_url(
    notifier: &Notifier,
    work: &UnitOfWork,
    letter: LetterType,
    member: Option<Id<Member>>,
) -> Result<Option<String>, ApiError> {
    let (Some(base), Some(member), Some(letter)) = (&notifier.context.public_url, member, OptionalLetter::of(letter))
    else {
        return Ok(None);
    };
    let wish = Unsubscription { merchant: work.tenant().merchant(), member, letter };
    let query = wish.query(&notifier.context.secrets).await?;
    Ok(Some(format!("{base}{UNSUBSCRIBE_PATH}?{query}")))
}

async fn worded(
    notifier: &Notifier,
    work: &UnitOfWork,
    letter: &Record<Letter>,
    (contents, writer, unsubscribe_url): (Contents, Writer, Option<String>),
) -> Result<Result<Ready, NotSentReason>, ApiError> {
    let Some(sender) = &notifier.context.mailbox.sender else {
        return Err(ApiError::internal("no address to send from"));
    };
    let kind = letter.body.letter;
    let language = writer.language(&contents.to.locale);
    let own = find_own(work, kind, language).await?;
    let mut facts = contents.facts;
    facts.extend(writer.facts());
    let shown = contents.attachments.iter().filter(|attachment| attachment.place == Place::Shown);
    let reader = Reader {
        name: contents.to.name.clone(),
        locale: contents.to.locale.clone(),
        is_member: contents.to.member_id.is_some(),
        unsubscribe_url: unsubscribe_url.clone(),
        pictures: shown.map(|picture| picture.file_name.clone()).collect(),
    };
    let by = |wording: &Wording| word(wording, &facts, (&reader, &writer.letterhead()), language).ok();
    // A wording of the merchant that does not come out, or leaves out what nothing can be done without, is no reason to
    // tell nothing.
    let own = own.as_ref().and_then(by).filter(|worded| wording::says_what_is_needed(kind, &facts, &worded.text));
    let Some(worded) = own.or_else(|| by(&wording(kind, language))) else {
        return Ok(Err(NotSentReason::NotRenderable));
    };
    let to = contents.to.email;
    let domain = sender.rsplit_once('@').map_or("localhost", |(_, domain)| domain);
    let head = Head {
        from: sender.to_string(),
        from_name: writer.sender_name().to_owned(),
        reply_to: writer.reply_to(),
        to: to.clone(),
        message_id: Letter::message_id(letter.id, letter.body.resend_count, domain),
        at: notifier.context.clock.now(),
        unsubscribe_url,
    };
    let Ok(source) = mime::source(&head, &worded, &contents.attachments) else {
        return Ok(Err(NotSentReason::NotRenderable));
    };
    let Worded { subject, text, html, .. } = worded.clone();
    let tag = format!("{}_{}", work.tenant().merchant(), letter.id);
    let outgoing = Outgoing { from: sender.to_string(), to, tag, subject, text, html, source, at: head.at };
    Ok(Ok(Ready { outgoing, language, worded }))
}

/// The merchant's own wording of a letter, if there is one.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find_own(work: &UnitOfWork, letter: LetterType, language: Language) -> Result<Option<Wording>, ApiError> {
    let holder = work.store.find_holder(work.tenant(), &LetterTemplate::key(letter, language)).await?;
    let Some(id) = holder.as_deref().and_then(Id::<LetterTemplate>::parse) else { return Ok(None) };
    let template = work.store.find(work.tenant(), id).await?;
    Ok(template.map(|template| {
        let fields = template.body.fields;
        Wording { subject: fields.subject.to_string(), body: fields.body.to_string() }
    }))
}
