//! The courier that keeps letters in the memory of this process, where `/mail` of the local service shows them.

use futures_util::future::BoxFuture;
use work::mailbox::{KeptLetter, Mailbox};

use crate::courier::{Courier, Outgoing, Taken};

/// Keeps letters in a mailbox.
pub struct Keeper(pub Mailbox);

impl Courier for Keeper {
    fn take(&self, outgoing: Outgoing) -> BoxFuture<'_, Taken> {
        let Outgoing { to, subject, text, html, source, at, .. } = outgoing;
        self.0.keep(KeptLetter { number: 0, sent_at: at, to, subject, text, html, source });
        Box::pin(std::future::ready(Taken::Accepted("kept on this machine".to_owned())))
    }

    fn takes_of_sandboxes(&self) -> bool {
        true
    }
}
