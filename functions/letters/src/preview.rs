//! A letter in words before it is sent.

use event_history::can_see;
use mailing::{Draft, Drafts, Facts, LetterType};
use notify::{Writer, find_own, sources};
use records::LoggedEvent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Body, Call, Data, Shown};
use values::{ApiError, DocumentText, ErrorCode, Id, Name, Timestamp, language::Language};
use wording::{Reader, Worded, Wording, word};

use crate::checking::check_wording;

/// Which letter, in whose words.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewedLetter {
    /// Which letter.
    letter: LetterType,
    /// In which language.
    language: Language,
    /// Its subject; the present wording's when left out.
    #[serde(default)]
    subject: Option<Name>,
    /// Its body; the present wording's when left out.
    #[serde(default)]
    body: Option<DocumentText>,
    /// Event of the log that the letter tells; with examples when left out.
    #[serde(default)]
    event_id: Option<Id<LoggedEvent>>,
}

/// A letter in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LetterPreview {
    /// What it is about, in a line.
    subject: String,
    /// What it says, as HTML: one page, with nothing but the logo from elsewhere.
    html: String,
    /// What it says, as plain text.
    text: String,
}

impl Shown for LetterPreview {
    type View = Self;

    fn show(&self, _now: Timestamp) -> Self {
        self.clone()
    }
}

/// The letter in words; nothing is sent or stored. Codes and links that work by themselves are left out.
pub async fn preview(call: Call, Body(input): Body<PreviewedLetter>) -> Result<Data<LetterPreview>, ApiError> {
    let wording = wording_of(&call, &input).await?;
    let draft = match input.event_id {
        Some(event) => Some(find_draft(&call, event, input.letter).await?),
        None => None,
    };
    let writer = Writer::read(&call, draft.as_ref().and_then(|draft| draft.location_id)).await?;
    let (mut facts, reader) = match draft {
        Some(draft) => (hidden(draft.facts), reader(&draft.to.name, &draft.to.locale)),
        None => (wording::example(input.letter), reader("Ada Lovelace", "")),
    };
    facts.extend(writer.facts());
    let worded = word(&wording, &facts, (&reader, &writer.letterhead()), input.language);
    let Worded { subject, html, text, .. } = worded.map_err(|refusal| refusal.of_field("body"))?;
    Ok(Data(LetterPreview { subject, html, text }))
}

async fn wording_of(call: &Call, input: &PreviewedLetter) -> Result<Wording, ApiError> {
    let own = find_own(call, input.letter, input.language).await?;
    let present = own.unwrap_or_else(|| wording::wording(input.letter, input.language));
    let subject = input.subject.as_ref().map_or(present.subject, ToString::to_string);
    let body = input.body.as_ref().map_or(present.body, ToString::to_string);
    check_wording(input.letter, &subject, &body)?;
    Ok(Wording { subject, body })
}

/// What the letter says about an event, to the first who reads it.
async fn find_draft(call: &Call, event: Id<LoggedEvent>, letter: LetterType) -> Result<Draft, ApiError> {
    let Some(event) = call.store.find(call.tenant(), event).await? else {
        return Err(ApiError::reference_not_found("event_id"));
    };
    if !can_see(&call.caller.scopes, &event.body.object_type) {
        let message = "what the event is about is not the client's to read";
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    let Drafts { drafts, .. } = sources().drafts(call, &event, None).await?;
    let draft = drafts.into_iter().find(|draft| draft.letter == letter);
    let message = "the letter says nothing about this event, or not any more";
    draft.ok_or_else(|| ApiError::rule("event_id", "nothing_to_tell", message))
}

/// The same without codes and links that work by themselves: a preview is no way to them.
fn hidden(facts: Facts) -> Facts {
    let hidden = |fact| match fact {
        mailing::Fact::Secret(_) | mailing::Fact::Sealed(_) => mailing::Fact::Text("•••".to_owned()),
        fact => fact,
    };
    facts.into_iter().map(|(name, fact)| (name, hidden(fact))).collect()
}

fn reader(name: &str, locale: &str) -> Reader {
    Reader { name: name.to_owned(), locale: locale.to_owned(), is_member: true, ..Reader::default() }
}
