//! Letters that this process sends: none where nothing is set up for it, or kept to be shown on this machine.

use std::sync::{Arc, Mutex, PoisonError};

use values::{EmailAddress, Timestamp};

/// Most letters that are kept.
const LETTERS_MAX: usize = 500;

/// Where letters go.
#[derive(Clone, Default)]
pub enum Mailbox {
    /// Nowhere: this deployment sends none.
    #[default]
    None,
    /// Into the memory of this process, where `/mail` of the local service shows them.
    Kept(Arc<Mutex<Vec<Letter>>>),
}

/// A letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// When it was sent.
    pub sent_at: Timestamp,
    /// To whom it was sent.
    pub to: EmailAddress,
    /// What it is about, in a line.
    pub subject: String,
    /// What it says, as plain text.
    pub text: String,
}

impl Mailbox {
    /// One that keeps its letters.
    #[must_use]
    pub fn kept() -> Self {
        Self::Kept(Arc::default())
    }

    /// Whether it sends letters at all.
    #[must_use]
    pub const fn sends(&self) -> bool {
        matches!(self, Self::Kept(_))
    }

    /// Sends a letter.
    pub fn send(&self, letter: Letter) {
        if let Self::Kept(letters) = self {
            let mut letters = letters.lock().unwrap_or_else(PoisonError::into_inner);
            if letters.len() >= LETTERS_MAX {
                letters.remove(0);
            }
            letters.push(letter);
        }
    }

    /// The letters that were kept, the newest first.
    #[must_use]
    pub fn letters(&self) -> Vec<Letter> {
        match self {
            Self::None => Vec::new(),
            Self::Kept(letters) => {
                letters.lock().unwrap_or_else(PoisonError::into_inner).iter().rev().cloned().collect()
            }
        }
    }
}
