//! The end of a subscription on a day that something else decided, such as the contract that made it: what is charged
//! after that day is credited, and what was committed to beyond it costs the fee. It is the engine of ending at once,
//! asked as of that day.

use billing::{
    commitment::CancelTiming,
    period::{plus_days, start_of},
    proration::ProrationMode,
};
use values::{ApiError, Day, ErrorCode, Id, Percent, Timestamp};
use work::{UnitOfWork, unit_of_work::retry};

use super::{
    ended_lines::{self, Ending},
    record::Subscription,
    renewing::{self, Limits},
    storing,
};

/// Periods that are renewed before it is looked at.
const STEPS_MAX: usize = 12;

/// What the end costs.
#[derive(Clone, Copy, Debug)]
pub struct EndTerms {
    /// Percent of the dues still owed of a commitment; the subscription's own when none.
    pub fee: Option<Percent>,
    /// What becomes of the days after the end that were charged.
    pub mode: ProrationMode,
}

/// Ends a subscription with the local day `last`, today or later, unless it ends before; whether there was anything to
/// do. Doing it again does nothing.
///
/// # Errors
/// 422 when an amount does not fit; 503 when the store cannot be used.
pub async fn end_on(work: &UnitOfWork, id: Id<Subscription>, last: Day, terms: EndTerms) -> Result<bool, ApiError> {
    match Box::pin(renewing::catch_up(work, id, None, Limits::retrying(STEPS_MAX))).await {
        // That a renewal is refused stands in no way out.
        Err(error) if error.code != ErrorCode::RuleViolation => return Err(error),
        Ok(_) | Err(_) => {}
    }
    Box::pin(retry(work, || Box::pin(attempt(work, id, last, terms)))).await
}

async fn attempt(work: &UnitOfWork, id: Id<Subscription>, last: Day, terms: EndTerms) -> Result<bool, ApiError> {
    let Some(mut before) = work.store.find(work.tenant(), id).await? else { return Ok(false) };
    before.body = before.body.add_paid_after_all(work).await?;
    let ends = plus_days(last, 1);
    let is_earlier = before.body.ends.is_some_and(|own| ends.is_none_or(|ends| own <= ends));
    if before.body.is_over || !before.body.status(work.now).is_live() || is_earlier {
        return Ok(false);
    }
    let mut transaction = work.transaction();
    let decide = |charged: &Subscription| charged.ended_on(last, terms, work.now);
    let ended = Box::pin(ended_lines::end(work, &mut transaction, id, &before.body, decide)).await?;
    let after = work.next_version(&before, ended.after, None);
    storing::replace(work, &mut transaction, &before, &after, None).await?;
    work.store.commit(transaction).await.map(|()| true)
}

impl Subscription {
    /// The same, ended with the day `last`, and what that does.
    fn ended_on(&self, last: Day, terms: EndTerms, now: Timestamp) -> Result<(Self, Ending), ApiError> {
        let today = self.day_of(now)?;
        let fee = terms.fee.unwrap_or(self.early_termination_fee);
        let mut mode = terms.mode;
        let period = self.period_on(last.max(self.first))?;
        // An end that was decided before is decided anew when this one is earlier.
        let mut as_of = Self { is_ended_early: false, ..self.clone() };
        let at = if last <= today {
            let present = self.period_on(today)?;
            // It is done late, and a period was charged that begins after it.
            if period.map(|period| period.number()) < present.map(|present| present.number())
                && mode != ProrationMode::None
            {
                mode = ProrationMode::FullCredit;
                now
            } else {
                start_of(last, self.zone).unwrap_or(now).min(now)
            }
        } else if last < self.first {
            now
        } else {
            // The periods up to it are renewed by then.
            let number = period.map(|period| period.number());
            as_of.renewed = number.max(self.renewed);
            start_of(last, self.zone).unwrap_or(now)
        };
        let (mut after, ending) = as_of.cancelled(CancelTiming::Now { fee, mode }, at)?;
        after.renewed = self.renewed;
        after.notice_given_at = Some(self.notice_given_at.unwrap_or(now));
        Ok((after.dated(now)?, ending))
    }
}
