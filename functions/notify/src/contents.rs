//! What a letter says, made anew from the records as they are when it is sent; or why it says nothing any more.

use std::collections::BTreeMap;

use mailing::{
    Attachment, Draft, Fact, Facts, Letter, LetterSources, LetterType, NotSentReason, Recipient, SealedFacts,
    SealedLink, recipients,
};
use platform::secrets::Purpose;
use records::{Location, LoggedEvent, Member, member::MemberStatus};
use store::Record;
use values::{ApiError, Id};
use work::{UnitOfWork, secrets::Secrets};

use crate::digest::LOCATION;

/// What a letter says, and to whom.
#[derive(Clone, Debug)]
pub struct Contents {
    /// Who reads it.
    pub to: Recipient,
    /// Where the record is that it is about.
    pub location_id: Option<Id<Location>>,
    /// What it tells.
    pub facts: Facts,
    /// What is attached.
    pub attachments: Vec<Attachment>,
}

impl From<Draft> for Contents {
    fn from(draft: Draft) -> Self {
        let Draft { to, location_id, facts, attachments, .. } = draft;
        Self { to, location_id, facts, attachments }
    }
}

/// What a letter says now; the reason when it is not to be sent any more.
///
/// # Errors
/// 503 when the store or a secret cannot be read.
pub async fn read(
    (work, secrets, sources): (&UnitOfWork, &Secrets, &LetterSources),
    letter: &Record<Letter>,
) -> Result<Result<Contents, NotSentReason>, ApiError> {
    if letter.body.email.is_none() {
        return Ok(Err(NotSentReason::ReaderGone));
    }
    let Some(event) = letter.body.event_id else {
        let sealed = mailing::open(secrets, letter).await?;
        return of_sealed(work, letter, &sealed).await;
    };
    let Some(event) = read_event(work, &letter.body, event).await? else { return Ok(Err(NotSentReason::OutOfDate)) };
    if let Some(draft) = sources.draft_of(work, &event, &letter.body).await? {
        let contents = Contents::from(draft);
        let facts = opened(secrets, contents.facts).await?;
        return Ok(Ok(Contents { facts, ..contents }));
    }
    let is_there = match letter.body.member_id {
        Some(member) => active(work, member).await?.is_some(),
        None => true,
    };
    Ok(Err(if is_there { NotSentReason::OutOfDate } else { NotSentReason::ReaderGone }))
}

/// The event that a letter tells; what the letter keeps of it where the log has it no more.
async fn read_event(
    work: &UnitOfWork,
    letter: &Letter,
    id: Id<LoggedEvent>,
) -> Result<Option<Record<LoggedEvent>>, ApiError> {
    let found: Option<Record<LoggedEvent>> = work.store.find(work.tenant(), id).await?;
    if found.is_some() {
        return Ok(found);
    }
    let kept = letter.told.as_ref().zip(letter.object_id);
    Ok(kept.map(|(told, object)| work.new_record_of(id, told.event(letter.object_type.clone(), object), None)))
}

/// The same facts with the links opened that are stored encrypted; one that no key opens is left out.
async fn opened(secrets: &Secrets, mut facts: Facts) -> Result<Facts, ApiError> {
    for fact in facts.values_mut() {
        if let Fact::Sealed(link) = fact {
            let SealedLink { before, place, sealed } = link.clone();
            let token = secrets.find_checked(Purpose::Sealing, |keys| keys.opened(&place, &sealed)).await?;
            *fact = Fact::Secret(token.map(|token| format!("{before}{token}")).unwrap_or_default());
        }
    }
    Ok(facts)
}

async fn of_sealed(
    work: &UnitOfWork,
    letter: &Record<Letter>,
    sealed: &SealedFacts,
) -> Result<Result<Contents, NotSentReason>, ApiError> {
    let Some(member) = letter.body.member_id else { return Ok(Err(NotSentReason::ReaderGone)) };
    let Some(member) = active(work, member).await? else { return Ok(Err(NotSentReason::ReaderGone)) };
    let location_id = sealed.get(LOCATION).and_then(|id| Id::parse(id));
    if letter.body.letter == LetterType::StaffDigest && !recipients::is_staff(&member.body, location_id) {
        return Ok(Err(NotSentReason::ReaderGone));
    }
    if letter.body.good_until.is_some_and(|until| until <= work.now) {
        return Ok(Err(NotSentReason::OutOfDate));
    }
    let facts = facts(letter, sealed);
    Ok(Ok(Contents { to: Recipient::member(&member), location_id, facts, attachments: Vec::new() }))
}

async fn active(work: &UnitOfWork, id: Id<Member>) -> Result<Option<Record<Member>>, ApiError> {
    let member = work.store.find(work.tenant(), id).await?;
    Ok(member.filter(|member| member.body.status == MemberStatus::Active))
}

/// The facts of a letter that no event tells: each is of the form that the wording's example of it has.
fn facts(letter: &Record<Letter>, sealed: &SealedFacts) -> Facts {
    let examples = wording::example(letter.body.letter);
    let of = |(name, example): (&'static str, &Fact)| {
        let text = sealed.get(name)?;
        let fact = match example {
            Fact::Secret(_) => Fact::Secret(text.clone()),
            Fact::Count(_) => Fact::Count(text.parse().ok()?),
            Fact::Day(_) => Fact::Day(values::Day::parse(text)?),
            _ => Fact::Text(text.clone()),
        };
        Some((name, fact))
    };
    examples.iter().filter_map(|(name, example)| of((name, example))).collect::<BTreeMap<_, _>>()
}
