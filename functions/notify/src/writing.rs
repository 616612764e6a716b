//! From a notice to its letters: the areas are asked whom the event is told, and a letter is stored for each, once,
//! however often the notice comes.

use mailing::{Draft, Drafts, Kept, Letter, LetterNotice, LetterSources, ToldEvent};
use records::{LoggedEvent, letter_type::SwitchableLetter, merchant::LetterSettings};
use store::Record;
use values::{ApiError, Id};
use work::{UnitOfWork, secrets::Secrets, unit_of_work::retry};

use crate::digest;

/// Most letters that are stored in one transaction.
const AT_ONCE_MAX: usize = 20;

/// Stores the letters of an event, and takes the notice away; those that are to be sent now.
///
/// # Errors
/// 503 when the store cannot be used: the notice is still there, and comes back.
pub async fn write(
    (work, secrets, sources): (&UnitOfWork, &Secrets, &LetterSources),
    id: Id<LetterNotice>,
) -> Result<Vec<Record<Letter>>, ApiError> {
    let Some(notice) = work.store.find(work.tenant(), id).await? else { return Ok(Vec::new()) };
    match notice.body.digest_of {
        Some(location) => digest::write(work, secrets, &notice, location).await,
        None => retry(work, || write_once(work, sources, id)).await,
    }
}

async fn write_once(
    work: &UnitOfWork,
    sources: &LetterSources,
    id: Id<LetterNotice>,
) -> Result<Vec<Record<Letter>>, ApiError> {
    let event_id: Id<LoggedEvent> = id.cast();
    let (notice, event) = tokio::join!(work.store.find(work.tenant(), id), work.store.find(work.tenant(), event_id));
    let (mut notice, event) = (notice?, event?);
    let mut written = Vec::new();
    while let Some(present) = notice {
        let letters = match &event {
            Some(event) => letters(work, sources, event, present.body.after.as_deref()).await?,
            None => WrittenPage::default(),
        };
        let (letters, rest) = store_page(work, &present, letters).await?;
        written.extend(letters);
        notice = rest;
    }
    written.retain(|letter| letter.body.next_attempt_at.is_some_and(|at| at <= work.now));
    Ok(written)
}

/// Stores the letters of a page that are not there, and with the last of them that the notice goes on behind it or is
/// done. A process that dies meanwhile leaves the notice to whoever comes after.
async fn store_page(
    work: &UnitOfWork,
    notice: &Record<LetterNotice>,
    WrittenPage { mut letters, digests, next }: WrittenPage,
) -> Result<(Vec<Record<Letter>>, Option<Record<LetterNotice>>), ApiError> {
    let ids: Vec<Id<Letter>> = letters.iter().map(|letter| letter.id).collect();
    let stored = work.store.find_all(work.tenant(), &ids).await?;
    letters.retain(|letter| stored.iter().all(|stored| stored.id != letter.id));
    let rest = next.map(|next| work.next_version(notice, notice.body.clone().gone_on(next, work.now), None));
    let mut parts = letters.chunks(AT_ONCE_MAX).peekable();
    loop {
        let part = parts.next().unwrap_or_default();
        let is_last = parts.peek().is_none();
        let mut transaction = work.transaction();
        for letter in part {
            transaction.begin(letter);
        }
        if is_last {
            match &rest {
                Some(rest) => transaction.replace(notice, rest),
                None => transaction.remove(notice),
            }
            if let Some(notice) = &digests {
                transaction.begin(notice);
            }
        }
        work.store.commit(transaction).await?;
        if is_last {
            return Ok((letters, rest));
        }
    }
}

/// A page of the letters about an event, and notices of digests that begin with them.
#[derive(Default)]
struct WrittenPage {
    letters: Vec<Record<Letter>>,
    digests: Option<Record<LetterNotice>>,
    next: Option<String>,
}

/// A page of the letters about an event: one for each reader. What the merchant switched off is not written at all.
async fn letters(
    work: &UnitOfWork,
    sources: &LetterSources,
    event: &Record<LoggedEvent>,
    after: Option<&str>,
) -> Result<WrittenPage, ApiError> {
    let Drafts { drafts, next } = Box::pin(sources.drafts(work, event, after)).await?;
    let Some(first) = drafts.first() else { return Ok(WrittenPage { next, ..WrittenPage::default() }) };
    let digests = match first.location_id {
        Some(location) => digest::begin(work, location).await?,
        None => None,
    };
    let merchant = work.read_merchant().await?;
    let kept = Kept::days(merchant.body.retention.letter_days, work.now);
    let mut letters: Vec<Record<Letter>> = Vec::new();
    for draft in drafts.iter().filter(|draft| !is_off(&merchant.body.letter_settings, draft)) {
        let id = Letter::id_of(event.id, draft.letter, &draft.to.email);
        if letters.iter().all(|letter| letter.id != id) {
            let body = Letter::new(draft.letter, &draft.to, kept).about(event.id, &event.body);
            let told = draft.send_at.map(|_| ToldEvent::of(&event.body));
            let at = draft.send_at.unwrap_or(work.now).max(work.now);
            let body = Letter { told, ..body.waiting_until(at, work.now) };
            letters.push(work.new_record_of(id, body, None));
        }
    }
    Ok(WrittenPage { letters, digests, next })
}

fn is_off(settings: &LetterSettings, draft: &Draft) -> bool {
    SwitchableLetter::of(draft.letter).is_some_and(|letter| settings.switched_off.contains(&letter))
}
