//! Who is to be told what of an event: each area says so of its own records, in a table that the function `notify` goes
//! through.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use records::LoggedEvent;
use store::Record;
use values::ApiError;
use work::UnitOfWork;

use crate::{draft::Draft, letter::Letter};

/// Whom a source is asked about.
#[derive(Clone, Debug)]
pub enum Readers {
    /// All, from the first one on, or from where it said to go on.
    From(Option<String>),
    /// The reader of this letter, which is written already.
    Of(Box<Letter>),
}

/// Letters about an event.
#[derive(Clone, Debug, Default)]
pub struct Drafts {
    /// The letters; where one reader was asked about also those of others, if they cost nothing.
    pub drafts: Vec<Draft>,
    /// Where to go on; none when these are the last.
    pub next: Option<String>,
}

/// What says who is told what of an event.
pub type Drafting =
    Arc<dyn Fn(UnitOfWork, Record<LoggedEvent>, Readers) -> BoxFuture<'static, Result<Drafts, ApiError>> + Send + Sync>;

/// Letters about some events.
#[derive(Clone)]
pub struct LetterSource {
    /// The types of events that it knows something to say about.
    pub events: &'static [&'static str],
    /// What it has to say, by the records as they are at that moment: nothing where the record says something else by
    /// now. It is asked again for a letter that is sent later.
    pub draft: Drafting,
    /// Whether its readers may be many, so that they are read a page at a time.
    pub is_paged: bool,
}

impl LetterSource {
    /// A source of letters about these types of events, each to few readers.
    pub fn new<F>(
        events: &'static [&'static str],
        draft: impl Fn(UnitOfWork, Record<LoggedEvent>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Vec<Draft>, ApiError>> + Send + 'static,
    {
        let draft: Drafting = Arc::new(move |work, event, _| {
            let drafting = draft(work, event);
            Box::pin(async move { Ok(Drafts { drafts: drafting.await?, next: None }) })
        });
        Self { events, draft, is_paged: false }
    }

    /// A source of letters about these types of events, each to any number of readers.
    pub fn paged<F>(
        events: &'static [&'static str],
        draft: impl Fn(UnitOfWork, Record<LoggedEvent>, Readers) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Drafts, ApiError>> + Send + 'static,
    {
        let draft: Drafting = Arc::new(move |work, event, readers| Box::pin(draft(work, event, readers)));
        Self { events, draft, is_paged: true }
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

    /// Who is told what of an event, a page at a time: where it goes on, only sources with many readers are asked.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn drafts(
        &self,
        work: &UnitOfWork,
        event: &Record<LoggedEvent>,
        after: Option<&str>,
    ) -> Result<Drafts, ApiError> {
        let mut all = Drafts::default();
        for source in self.of(event).filter(|source| after.is_none() || source.is_paged) {
            let readers = Readers::From(after.map(str::to_owned));
            let Drafts { drafts, next } = (source.draft)(work.clone(), event.clone(), readers).await?;
            all.drafts.extend(drafts);
            all.next = all.next.or(next);
        }
        Ok(all)
    }

    /// What a letter about an event says now; none when it says nothing any more, or not to its reader.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn draft_of(
        &self,
        work: &UnitOfWork,
        event: &Record<LoggedEvent>,
        letter: &Letter,
    ) -> Result<Option<Draft>, ApiError> {
        for source in self.of(event) {
            let readers = Readers::Of(Box::new(letter.clone()));
            let Drafts { drafts, .. } = (source.draft)(work.clone(), event.clone(), readers).await?;
            let is_own = |draft: &Draft| draft.letter == letter.letter && letter.is_to(&draft.to);
            if let Some(own) = drafts.into_iter().find(is_own) {
                return Ok(Some(own));
            }
        }
        Ok(None)
    }

    fn of<'a>(&'a self, event: &'a Record<LoggedEvent>) -> impl Iterator<Item = &'a LetterSource> {
        self.0.iter().filter(|source| source.events.contains(&event.body.event_type.as_str()))
    }
}
