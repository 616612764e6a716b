//! What becomes of a letter, step by step.

use chrono::Duration;
use values::Timestamp;

use crate::{
    letter::{Kept, Letter},
    letter_state::{AttemptOutcome, LetterAttempt, LetterStatus, NotSentReason},
};

/// Attempts that are kept.
const ATTEMPTS_KEPT: usize = 20;
/// After how many minutes the sweep hands a letter to the queue that was to be there.
const HANDED_OVER_MINUTES: i64 = 5;

impl Letter {
    /// The same to be sent at `at`.
    #[must_use]
    pub fn waiting_until(self, at: Timestamp, now: Timestamp) -> Self {
        let due_at = if at <= now { now.plus(Duration::minutes(HANDED_OVER_MINUTES)) } else { at };
        let kept_until = Kept::days(self.kept_days, at.max(now)).until();
        let status = LetterStatus::Pending;
        Self { status, next_attempt_at: Some(at), due_at: Some(due_at), begun_at: None, kept_until, ..self }
    }

    /// The same handed to the queue now: the sweep looks whether it was lost there.
    #[must_use]
    pub fn handed_over(self, now: Timestamp) -> Self {
        Self { due_at: Some(now.plus(Duration::minutes(HANDED_OVER_MINUTES))), ..self }
    }

    /// The same with an attempt under way. One that began before and has no outcome may have sent the letter.
    #[must_use]
    pub fn begun(self, now: Timestamp) -> Self {
        let repeat_count = self.repeat_count.saturating_add(i64::from(self.begun_at.is_some()));
        let due_at = Some(now.plus(Duration::minutes(HANDED_OVER_MINUTES)));
        Self { begun_at: Some(now), due_at, repeat_count, ..self.without_lost() }
    }

    /// The same with an attempt that began and has no outcome written down as unknown: it counts as a failed one.
    #[must_use]
    pub fn without_lost(self) -> Self {
        let Some(at) = self.begun_at else { return self };
        let response = "the process ended before it knew".to_owned();
        let failures = self.failures.saturating_add(1);
        Self { failures, ..self.noted(LetterAttempt { at, outcome: AttemptOutcome::Unknown, response }) }
    }

    /// The same with an attempt, which is not under way any more.
    #[must_use]
    pub fn noted(mut self, attempt: LetterAttempt) -> Self {
        self.begun_at = None;
        self.attempt_count = self.attempt_count.saturating_add(1);
        self.attempts.push(attempt);
        let superfluous = self.attempts.len().saturating_sub(ATTEMPTS_KEPT);
        self.attempts.drain(..superfluous);
        self
    }

    /// The same with nothing further to be done: what it was written from is not kept, and it is kept from now on for as
    /// long as letters are.
    #[must_use]
    pub fn ended(self, (status, reason): (LetterStatus, Option<NotSentReason>), now: Timestamp) -> Self {
        let letter = self.without_lost();
        Self {
            status,
            reason,
            sealed_facts: None,
            next_attempt_at: None,
            due_at: None,
            turn: letter.turn.saturating_add(1),
            kept_until: Kept::days(letter.kept_days, now).until(),
            ..letter
        }
    }

    /// The same with nothing of its reader: neither the address nor what it said, nor what a server said about them.
    #[must_use]
    pub fn forgotten(self) -> Self {
        let emptied = |attempt: LetterAttempt| LetterAttempt { response: String::new(), ..attempt };
        let attempts = self.attempts.into_iter().map(emptied).collect();
        Self { email: None, subject: String::new(), text: String::new(), attempts, ..self }
    }

    /// The same begun anew because somebody asked for it.
    #[must_use]
    pub fn resent(self, now: Timestamp) -> Self {
        let (turn, resend_count) = (self.turn.saturating_add(1), self.resend_count.saturating_add(1));
        Self { reason: None, failures: 0, turn, resend_count, ..self }.waiting_until(now, now)
    }
}
