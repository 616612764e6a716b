//! Makes, moves and deletes the blocks of a calendar as its state plans it: some with each message, each in a transaction
//! of its own. A block that was made is recognised by its id, which was stored before, so whoever comes after a process
//! that died makes none twice and forgets none.

use calendars::outside_calendars::{
    OutsideCalendar, OutsideCalendarState,
    busy::{BusyTime, Standing},
};
use scheduling::{
    CalendarBlock,
    blocking::{NewBlock, block_time_as, erase_block, move_block},
    calendar_block::{BlockKind, CalendarBlockFields},
    origin::Origin,
};
use store::Record;
use values::{ApiError, ErrorCode, Id, ShortText, Timestamp};
use work::{UnitOfWork, unit_of_work::retry};

use crate::{
    became::{Became, noted},
    job::Job,
    obstacles, outcome, pieces,
};

/// Busy times that are worked on with one message.
const AT_ONCE_MAX: usize = 25;

/// Goes on with what is planned, in place of whoever began it.
///
/// # Errors
/// As [`take`].
pub async fn go_on(
    job: &Job<'_>,
    calendar: Option<Record<OutsideCalendar>>,
    state: Record<OutsideCalendarState>,
) -> Result<(), ApiError> {
    let work = job.work;
    let claimed = work.next_version(&state, state.body.clone().claimed(work.now, job.real), None);
    let mut transaction = work.transaction();
    transaction.replace(&state, &claimed);
    work.store.commit(transaction).await?;
    take(job, calendar, claimed).await
}

/// Does some of what is planned, and writes down what became of it.
///
/// # Errors
/// 409 `version_conflict` when somebody else came in between; 503 when the store cannot be used.
pub async fn take(
    job: &Job<'_>,
    calendar: Option<Record<OutsideCalendar>>,
    state: Record<OutsideCalendarState>,
) -> Result<(), ApiError> {
    let after = worked_off(job.work, calendar.as_ref(), state.body.clone()).await;
    let has_done = after.busy != state.body.busy || after.pieces != state.body.pieces;
    let written = retry(job.work, || write_down(job, &state, &after)).await?;
    let goes_on = |state: &Record<OutsideCalendarState>| state.body.is_open() || state.body.whole_read_at.is_none();
    // What cannot be done now is due after a while.
    if let Some(state) = written.filter(|state| has_done && goes_on(state)) {
        job.go_on_later(&state).await;
    }
    Ok(())
}

/// The state after some of what is planned was done.
async fn worked_off(
    work: &UnitOfWork,
    calendar: Option<&Record<OutsideCalendar>>,
    mut state: OutsideCalendarState,
) -> OutsideCalendarState {
    let times = state.busy.0.iter().chain(&state.pieces.0);
    let mut open: Vec<BusyTime> = times.filter(|time| time.standing.is_open()).copied().collect();
    // What goes makes room for what comes.
    open.sort_by_key(|time| (time.standing != Standing::Gone, time.start));
    let (mut hindered, mut has_taken) = (Vec::new(), false);
    for time in open.into_iter().take(AT_ONCE_MAX) {
        // What became of another may have changed what is to become of this one.
        if !state.busy.0.iter().chain(&state.pieces.0).any(|now| *now == time) {
            continue;
        }
        let Ok(became) = Box::pin(work_on(work, calendar, &state, time)).await else { break };
        match became {
            Became::Hindered(_) => hindered.push((time, became)),
            Became::Taken | Became::Met(_) | Became::Whole | Became::Covered | Became::Gone => {
                has_taken |= matches!(became, Became::Taken);
                state = noted(state, time, became, work.now, || work.ids.next());
            }
        }
    }
    // What stood in the way may have been the next block, which has moved since.
    for (time, first) in hindered.into_iter().rev() {
        let again = if has_taken { Box::pin(work_on(work, calendar, &state, time)).await } else { Ok(first) };
        let Ok(became) = Box::pin(given_up(work, calendar, &state, (time, again))).await else { break };
        state = noted(state, time, became, work.now, || work.ids.next());
    }
    state
}

async fn work_on(
    work: &UnitOfWork,
    calendar: Option<&Record<OutsideCalendar>>,
    state: &OutsideCalendarState,
    time: BusyTime,
) -> Result<Became, ApiError> {
    let (Some(calendar), Standing::Wanted | Standing::WantedAgain) = (calendar, time.standing) else {
        retry(work, || erase(work, time.block)).await?;
        return Ok(Became::Gone);
    };
    // Its own pieces would be in its way.
    let is_whole = state.busy.0.iter().any(|busy| busy.block == time.block);
    if is_whole && pieces::of(&state.pieces, time).next().is_some() {
        let met = obstacles::find(work, calendar.body.resource_id, state, time).await?;
        return Ok(met.map_or(Became::Whole, Became::Met));
    }
    match retry(work, || make(work, calendar, time)).await {
        Ok(()) => Ok(Became::Taken),
        Err(error) if is_passing(error.code) => Err(error),
        Err(error) => Ok(Became::Hindered(error.code)),
    }
}

/// What becomes of a busy time whose block stays hindered: it goes, because it takes a time that nobody wants.
async fn given_up(
    work: &UnitOfWork,
    calendar: Option<&Record<OutsideCalendar>>,
    state: &OutsideCalendarState,
    (time, became): (BusyTime, Result<Became, ApiError>),
) -> Result<Became, ApiError> {
    let (code, calendar) = match (became?, calendar) {
        (Became::Hindered(code), Some(calendar)) => (code, calendar),
        (became, _) => return Ok(became),
    };
    retry(work, || erase(work, time.block)).await?;
    if code != ErrorCode::BookingConflict {
        return Ok(Became::Covered);
    }
    let met = obstacles::find(work, calendar.body.resource_id, state, time).await?;
    Ok(met.map_or(Became::Covered, Became::Met))
}

/// Whether an error says nothing of the busy time.
const fn is_passing(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::VersionConflict | ErrorCode::ServiceUnavailable)
}

/// Makes the block of a busy time, or moves it there; nothing when it is there.
async fn make(work: &UnitOfWork, calendar: &Record<OutsideCalendar>, time: BusyTime) -> Result<(), ApiError> {
    let before: Option<Record<CalendarBlock>> = work.store.find(work.tenant(), time.block).await?;
    let Some(start) = start_of(time, before.as_ref().map(|block| block.body.start_time), work.now) else {
        return Ok(());
    };
    let fields = CalendarBlockFields {
        resource_id: calendar.body.resource_id,
        start_time: start,
        end_time: time.end,
        reason: ShortText::new(calendar.body.name.as_str()),
        kind: BlockKind::Event,
    };
    let mut transaction = work.transaction();
    // Who put it away meanwhile, or changed where it is, wants no block of what was read.
    transaction.require_unchanged(calendar);
    match before {
        Some(before) if before.body.fields == fields => return Ok(()),
        Some(before) => {
            let mut after = before.body.clone();
            after.fields = fields;
            move_block(work, &mut transaction, &before, &mut after).await?;
            transaction.replace(&before, &work.next_version(&before, after, None));
        }
        None => {
            let new = NewBlock { fields, made_by: Some(Origin::of(calendar.id)), metadata: None };
            block_time_as(work, &mut transaction, time.block, new).await?;
        }
    }
    work.store.commit(transaction).await
}

/// When the block of a busy time begins: of one that is under way no more than what is left, and what it has already;
/// none when it is over.
fn start_of(time: BusyTime, present: Option<Timestamp>, now: Timestamp) -> Option<Timestamp> {
    if time.end <= now {
        return None;
    }
    let begun = present.filter(|present| *present <= now).unwrap_or(now);
    Some(if now <= time.start { time.start } else { begun.max(time.start) })
}

async fn erase(work: &UnitOfWork, block: Id<CalendarBlock>) -> Result<(), ApiError> {
    let Some(before) = work.store.find(work.tenant(), block).await? else { return Ok(()) };
    let mut transaction = work.transaction();
    erase_block(work, &mut transaction, &before).await?;
    work.store.commit(transaction).await
}

/// Writes down what was done, unless somebody else has changed the state; the state as it is then, if it is there still.
async fn write_down(
    job: &Job<'_>,
    claimed: &Record<OutsideCalendarState>,
    after: &OutsideCalendarState,
) -> Result<Option<Record<OutsideCalendarState>>, ApiError> {
    let work = job.work;
    let Some(before) = job.still(claimed).await? else { return Ok(None) };
    let calendar: Option<Record<OutsideCalendar>> =
        work.store.find(work.tenant(), claimed.id.cast::<OutsideCalendar>()).await?;
    let mut transaction = work.transaction();
    let Some(calendar) = calendar.filter(|_| !after.is_open()) else {
        if after.busy.0.is_empty() && after.pieces.0.is_empty() {
            transaction.remove(&before);
            work.store.commit(transaction).await?;
            return Ok(None);
        }
        let next = work.next_version(&before, after.clone().released(None, work.now), None);
        transaction.replace(&before, &next);
        work.store.commit(transaction).await?;
        return Ok(Some(next));
    };
    let readings = outcome::counted(&calendar.body.readings, after, work.now);
    outcome::note(work, &mut transaction, calendar, readings);
    let due_at = Some(after.next_at(work.now));
    let body = OutsideCalendarState { has_new_conflict: false, ..after.clone() }.released(due_at, work.now);
    let next = work.next_version(&before, body, None);
    transaction.replace(&before, &next);
    work.store.commit(transaction).await?;
    Ok(Some(next))
}
