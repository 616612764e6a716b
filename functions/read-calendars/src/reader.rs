//! Does the work of a message: reads a calendar, goes on with its blocks, or lets the blocks of one go that was put away.

use std::sync::Arc;

use calendars::outside_calendars::{
    OutsideCalendar, OutsideCalendarState,
    schedule::{rest_until, unread_until},
};
use futures_util::future::BoxFuture;
use platform::outgoing::SystemResolver;
use scheduling::Resource;
use store::{Record, RecordSet};
use values::{ApiError, ErrorCode, Id};
use work::{Context, UnitOfWork, queue::WorkMessage, unit_of_work::read_shown_time};

use crate::{
    job::Job,
    reading,
    source::{Source, SourceLimits},
    taking,
};

/// What stands in the records that are changed.
const NAME: &str = "read-calendars";

/// Reads outside calendars.
#[derive(Clone)]
pub struct Reader {
    context: Context,
    source: Source,
}

impl Reader {
    /// A reader of the Internet.
    #[must_use]
    pub fn over_the_internet(context: Context) -> Self {
        Self::limited(context, SourceLimits::default())
    }

    /// The same with other limits.
    #[must_use]
    pub fn limited(context: Context, limits: SourceLimits) -> Self {
        let local = context.allow_local_webhooks.into();
        Self { source: Source::new(Arc::new(SystemResolver), limits, local), context }
    }

    /// Does what a message asks for.
    ///
    /// # Errors
    /// 503 when the store or a secret cannot be used: the message comes back.
    #[must_use]
    pub fn work<'a>(&'a self, message: &'a WorkMessage) -> BoxFuture<'a, Result<(), ApiError>> {
        Box::pin(async move {
            match self.do_work(message).await {
                // Somebody else came in between: who put it away, who changed its address, or another worker. What is
                // left to do is due.
                Err(error) if error.code == ErrorCode::VersionConflict => Ok(()),
                done => done,
            }
        })
    }

    async fn do_work(&self, message: &WorkMessage) -> Result<(), ApiError> {
        let context = Context { store: self.context.store.metered(), ..self.context.clone() };
        let (tenant, real) = (message.tenant(), context.clock.now());
        let now = read_shown_time(&context.store, &tenant, real).await?;
        let work = UnitOfWork::scheduled_at(&context, tenant, NAME, now);
        let id: Id<OutsideCalendarState> = Id::new(message.record);
        let Some(state) = work.store.find(work.tenant(), id).await? else { return Ok(()) };
        if state.body.turn != message.turn || state.body.is_claimed(real) {
            return Ok(());
        }
        let job = Job { context: &self.context, source: &self.source, work: &work, real };
        match work.store.find(work.tenant(), id.cast::<OutsideCalendar>()).await? {
            Some(calendar) => work_on(&job, calendar, state).await,
            None => taking::go_on(&job, None, state).await,
        }
    }
}

/// What is done with a calendar that is there.
async fn work_on(
    job: &Job<'_>,
    calendar: Record<OutsideCalendar>,
    state: Record<OutsideCalendarState>,
) -> Result<(), ApiError> {
    let work = job.work;
    let found = work.store.find(work.tenant(), calendar.body.resource_id).await?;
    let Some(resource): Option<Record<Resource>> = found else { return put_away(job, &calendar, &state).await };
    if state.body.is_open() {
        return taking::go_on(job, Some(calendar), state).await;
    }
    if calendar.body.is_active && resource.body.is_active {
        return Box::pin(reading::read(job, calendar, state, &resource)).await;
    }
    let later = if calendar.body.is_active { rest_until(work.now) } else { unread_until(work.now) };
    let after = state.body.clone().released(Some(later), work.now);
    let mut transaction = work.transaction();
    transaction.replace(&state, &work.next_version(&state, after, None));
    work.store.commit(transaction).await
}

/// Puts a calendar away whose resource is gone.
async fn put_away(
    job: &Job<'_>,
    calendar: &Record<OutsideCalendar>,
    before: &Record<OutsideCalendarState>,
) -> Result<(), ApiError> {
    let work = job.work;
    let state = work.next_version(before, before.body.clone().ending(work.now), None);
    let body = OutsideCalendar { sealed_password: None, ..calendar.body.clone() };
    let mut transaction = work.transaction();
    transaction.replace(calendar, &work.moved(calendar, body, RecordSet::Archived));
    transaction.replace(before, &state);
    transaction.add(&OutsideCalendar::of_merchant(work.tenant().merchant()), -1);
    work.store.commit(transaction).await?;
    job.go_on_later(&state).await;
    Ok(())
}
