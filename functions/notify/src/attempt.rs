//! An attempt to send one letter. It is written down before the letter leaves, so that whoever comes after a process
//! that died knows that it may have left; and what became of it afterwards.

use mailing::{AttemptOutcome, Letter, LetterAttempt, LetterStatus, NotSentReason, SuppressionReason};
use records::{Member, member::MemberStatus};
use store::Record;
use values::{ApiError, EmailAddress, Id, Timestamp};
use work::{UnitOfWork, unit_of_work::retry};

use crate::{
    courier::Taken,
    notifier::Notifier,
    ready::{self, Ready},
    schedule::next_attempt_at,
    suppressing,
};

/// What came of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempted {
    /// The letter was taken to the server.
    Taken {
        /// Whether it was accepted.
        is_accepted: bool,
    },
    /// It is not to be sent: now, or any more.
    NotSent,
}

/// Tries to send a letter whose turn this is.
///
/// # Errors
/// 503 when the store or a secret cannot be read or written: the message comes back.
pub async fn attempt(
    notifier: &Notifier,
    work: &UnitOfWork,
    (id, turn): (Id<Letter>, i64),
) -> Result<Attempted, ApiError> {
    let Some((letter, ready)) = retry(work, || begin(notifier, work, (id, turn))).await? else {
        return Ok(Attempted::NotSent);
    };
    let (began, to) = (work.now, ready.outgoing.to.clone());
    let taken = notifier.courier.take(ready.outgoing).await;
    let is_accepted = matches!(taken, Taken::Accepted(_));
    let tried = Tried { began, to, taken };
    let again = retry(work, || write_down(work, &letter, &tried)).await?;
    if let Some(letter) = again {
        notifier.send_later(work, &letter).await;
    }
    Ok(Attempted::Taken { is_accepted })
}

/// An attempt that was made.
struct Tried {
    began: Timestamp,
    to: EmailAddress,
    taken: Taken,
}

/// Makes the letter ready and writes down that it leaves; none when it does not.
async fn begin(
    notifier: &Notifier,
    work: &UnitOfWork,
    (id, turn): (Id<Letter>, i64),
) -> Result<Option<(Record<Letter>, Ready)>, ApiError> {
    let Some(before) = work.store.find(work.tenant(), id).await? else { return Ok(None) };
    let is_time = before.body.next_attempt_at.is_some_and(|at| at <= work.now);
    if !before.body.awaits(turn) || !is_time || before.body.is_under_way(work.now) {
        return Ok(None);
    }
    if before.body.is_to_nobody() {
        let mut transaction = work.transaction();
        transaction.remove(&before);
        work.store.commit(transaction).await?;
        return Ok(None);
    }
    let (body, ready) = decide(notifier, work, &before).await?;
    let after = work.next_version(&before, body, None);
    let mut transaction = work.transaction();
    transaction.replace(&before, &after);
    work.store.commit(transaction).await?;
    Ok(ready.map(|ready| (after, ready)))
}

/// What becomes of a letter whose turn it is, and how it leaves if it does. One whose attempts end without an outcome,
/// each with the process that made it, fails as others do.
async fn decide(
    notifier: &Notifier,
    work: &UnitOfWork,
    before: &Record<Letter>,
) -> Result<(Letter, Option<Ready>), ApiError> {
    let letter = before.body.clone();
    let is_lost = letter.begun_at.is_some();
    if is_lost && next_attempt_at(letter.failures.saturating_add(1), work.now).is_none() {
        return Ok((letter.ended((LetterStatus::Failed, None), work.now), None));
    }
    Ok(match Box::pin(ready::make(notifier, work, before)).await? {
        Ok(ready) => (ready.noted_in(letter).begun(work.now), Some(ready)),
        Err(reason) => {
            let ended = letter.ended((LetterStatus::NotSent, Some(reason)), work.now);
            let is_nobodys = reason == NotSentReason::ReaderGone && is_forgotten(work, &ended).await?;
            (if is_nobodys { ended.forgotten() } else { ended }, None)
        }
    })
}

/// Whether its reader was anonymised: a letter that was written at the same moment must not keep the address.
async fn is_forgotten(work: &UnitOfWork, letter: &Letter) -> Result<bool, ApiError> {
    let Some(member) = letter.member_id else { return Ok(false) };
    let member: Option<Record<Member>> = work.store.find(work.tenant(), member).await?;
    Ok(member.is_none_or(|member| member.body.status == MemberStatus::Deleted))
}

/// Writes down what became of an attempt; the letter when another is to be made. Of a reader who was anonymised
/// meanwhile nothing is written.
async fn write_down(
    work: &UnitOfWork,
    letter: &Record<Letter>,
    tried: &Tried,
) -> Result<Option<Record<Letter>>, ApiError> {
    let Some(before) = work.store.find(work.tenant(), letter.id).await? else { return Ok(None) };
    let is_forgotten = before.body.email.is_none();
    let (body, is_bounce) = after(before.body.clone(), tried.began, &tried.taken, work.now);
    let body = if is_forgotten { body.forgotten() } else { body };
    let next = work.next_version(&before, body, None);
    let mut transaction = work.transaction();
    transaction.replace(&before, &next);
    if is_bounce && !is_forgotten {
        let told = (SuppressionReason::Bounce, response(&tried.taken).to_owned());
        suppressing::suppress(work, &mut transaction, &tried.to, told).await?;
    }
    suppressing::commit(work, transaction).await?;
    Ok(next.body.next_attempt_at.is_some().then_some(next))
}

/// A letter after an attempt, and whether its address is not there.
fn after(letter: Letter, began: Timestamp, taken: &Taken, now: Timestamp) -> (Letter, bool) {
    let outcome = match taken {
        Taken::Accepted(_) => AttemptOutcome::Accepted,
        Taken::Deferred(_) => AttemptOutcome::Deferred,
        Taken::Refused { .. } => AttemptOutcome::Refused,
        Taken::Unknown(_) => AttemptOutcome::Unknown,
    };
    let noted = letter.noted(LetterAttempt { at: began, outcome, response: response(taken).to_owned() });
    match taken {
        Taken::Accepted(_) => (Letter { sent_at: Some(now), ..noted }.ended((LetterStatus::Sent, None), now), false),
        Taken::Refused { is_bounce, .. } => (noted.ended((LetterStatus::Failed, None), now), *is_bounce),
        Taken::Deferred(_) | Taken::Unknown(_) => {
            let failures = noted.failures.saturating_add(1);
            let unknown = i64::from(outcome == AttemptOutcome::Unknown);
            let turn = noted.turn.saturating_add(1);
            let again = Letter { failures, turn, ..noted };
            match next_attempt_at(failures, now) {
                Some(at) => {
                    let repeat_count = again.repeat_count.saturating_add(unknown);
                    (Letter { repeat_count, ..again }.waiting_until(at, now), false)
                }
                None => (again.ended((LetterStatus::Failed, None), now), false),
            }
        }
    }
}

fn response(taken: &Taken) -> &str {
    match taken {
        Taken::Accepted(response) | Taken::Deferred(response) | Taken::Unknown(response) => response,
        Taken::Refused { response, .. } => response,
    }
}

#[cfg(test)]
mod tests {
    use mailing::{AttemptOutcome, Kept, Letter, LetterStatus, LetterType, Recipient};
    use values::{EmailAddress, Timestamp};

    use super::after;
    use crate::courier::Taken;

    fn letter() -> Letter {
        let to = Recipient::address(EmailAddress::new("ada@example.com"), "Ada");
        let now = Timestamp::EPOCH;
        Letter::new(LetterType::BookingConfirmed, &to, Kept::days(1, now)).waiting_until(now, now).begun(now)
    }

    #[test]
    fn a_letter_that_is_refused_for_now_is_tried_again_and_one_for_good_is_not() {
        let now = Timestamp::EPOCH;
        let (deferred, _) = after(letter(), now, &Taken::Deferred("450 later".to_owned()), now);
        assert_eq!((deferred.status, deferred.failures, deferred.repeat_count), (LetterStatus::Pending, 1, 0));
        let refused = Taken::Refused { response: "550 no such user".to_owned(), is_bounce: true };
        let (failed, is_bounce) = after(letter(), now, &refused, now);
        assert_eq!((failed.status, failed.next_attempt_at, is_bounce), (LetterStatus::Failed, None, true));
    }

    #[test]
    fn an_attempt_that_nobody_knows_the_end_of_is_counted_when_it_is_repeated() {
        let now = Timestamp::EPOCH;
        let (unknown, _) = after(letter(), now, &Taken::Unknown("broken".to_owned()), now);
        assert_eq!((unknown.repeat_count, unknown.turn), (1, 2));
        let died = letter().begun(now);
        assert_eq!((died.repeat_count, died.attempts.len()), (1, 1));
    }

    #[test]
    fn a_letter_that_ends_while_an_attempt_has_no_outcome_says_so() {
        let now = Timestamp::EPOCH;
        let ended = letter().ended((LetterStatus::NotSent, None), now);
        assert_eq!((ended.attempts.len(), ended.attempts[0].outcome), (1, AttemptOutcome::Unknown));
        let (sent, _) = after(letter(), now, &Taken::Accepted(String::new()), now);
        assert_eq!((sent.attempts.len(), sent.failures), (1, 0));
    }

    #[test]
    fn a_letter_fails_after_a_day_of_attempts() {
        let now = Timestamp::EPOCH;
        let tried = (0..8).fold(letter(), |letter, _| after(letter, now, &Taken::Deferred(String::new()), now).0);
        assert_eq!(tried.status, LetterStatus::Pending);
        assert_eq!(after(tried, now, &Taken::Deferred(String::new()), now).0.status, LetterStatus::Failed);
    }
}
