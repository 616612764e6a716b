//! How letters leave: from which address, by which queue they come to the function that sends them, and, where nothing
//! leaves this machine, what was kept of them.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use values::{EmailAddress, Timestamp};

use crate::{letter_service::LetterService, queue::WorkQueue};

/// Most letters that are kept.
const LETTERS_MAX: usize = 500;

/// How letters leave this process.
#[derive(Clone)]
pub struct Mailbox {
    /// Address that letters are from, beside the merchant's name; none where this deployment sends no letters.
    pub sender: Option<Arc<str>>,
    /// Since when what happens is told: of what the demo data brings along nobody is.
    pub since: Timestamp,
    /// Where letters go that are to be written or sent, which another process does soon.
    pub queue: WorkQueue,
    /// The service that sends them; none where they are kept, or go to a server that a command names.
    pub service: Option<Arc<LetterService>>,
    /// Letters that were sent nowhere, the oldest first: on a developer's machine and in tests.
    kept: Arc<Mutex<Kept>>,
}

/// The letters that were sent nowhere.
#[derive(Default)]
struct Kept {
    letters: VecDeque<KeptLetter>,
    count: u64,
}

/// A letter that was sent nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptLetter {
    /// Its number among those of this process, from 1.
    pub number: u64,
    /// When it would have been sent.
    pub sent_at: Timestamp,
    /// To whom it would have been sent.
    pub to: EmailAddress,
    /// What it is about, in a line.
    pub subject: String,
    /// What it says, as plain text.
    pub text: String,
    /// What it says, as HTML.
    pub html: String,
    /// All of it, as mail programs read it.
    pub source: Vec<u8>,
}

impl Mailbox {
    /// One that sends from this address, if there is one, by this queue.
    #[must_use]
    pub fn new(sender: Option<&str>, queue: WorkQueue) -> Self {
        Self { sender: sender.map(Arc::from), since: Timestamp::EPOCH, queue, service: None, kept: Arc::default() }
    }

    /// The same with this service, if there is one.
    #[must_use]
    pub fn by(self, service: Option<Arc<LetterService>>) -> Self {
        Self { service, ..self }
    }

    /// Whether this deployment sends letters at all.
    #[must_use]
    pub const fn sends(&self) -> bool {
        self.sender.is_some()
    }

    /// Keeps a letter that is sent nowhere, under the next number.
    pub fn keep(&self, letter: KeptLetter) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.count += 1;
        let number = kept.count;
        if kept.letters.len() >= LETTERS_MAX {
            kept.letters.pop_front();
        }
        kept.letters.push_back(KeptLetter { number, ..letter });
    }

    /// The letters that were kept, the newest first.
    #[must_use]
    pub fn letters(&self) -> Vec<KeptLetter> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).letters.iter().rev().cloned().collect()
    }
}
