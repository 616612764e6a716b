//! What an answer of a server for outgoing mail means for a letter: it depends on the command that was answered. Only
//! what is said of the recipient, or of the letter itself, is about them. Pure: no IO.

use crate::courier::Taken;

/// Enhanced status codes (RFC 3463, IANA's registry) by which a mailbox is not there.
const NO_SUCH_MAILBOX: [&str; 5] = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"];
/// The status of a mailbox that is not there, where the server has no enhanced codes.
const MAILBOX_UNAVAILABLE: u16 = 550;
/// Longest answer that is kept, in characters.
const RESPONSE_LETTERS_MAX: usize = 300;

/// Up to which command a conversation came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Before the recipient was named: connection, greeting, TLS, login, sender.
    Opening,
    /// The recipient.
    Recipient,
    /// That the letter is to follow.
    Data,
    /// The letter itself.
    Letter,
}

/// What a server said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Nothing: the connection ended.
    Nothing,
    /// Not now.
    NotNow,
    /// Never, with this status.
    Never(u16),
}

/// What became of a letter whose conversation ended at a command with this answer.
#[must_use]
pub fn judged(at: Command, said: Said, told: &str) -> Taken {
    let response = line(told);
    match (at, said) {
        (Command::Recipient, Said::Never(status)) => {
            Taken::Refused { is_bounce: is_no_mailbox(status, told), response }
        }
        (Command::Letter, Said::Never(_)) => Taken::Refused { is_bounce: false, response },
        (Command::Letter, Said::Nothing) => Taken::Unknown(response),
        // What is refused there is about this service, or about everybody's letters: it may be mended within a day.
        _ => Taken::Deferred(response),
    }
}

/// Whether a recipient is refused because the mailbox is not there.
fn is_no_mailbox(status: u16, told: &str) -> bool {
    match told.split([' ', ':', ';', ',', '-', '\r', '\n']).find(|word| is_enhanced(word)) {
        Some(code) => NO_SUCH_MAILBOX.contains(&code),
        None => status == MAILBOX_UNAVAILABLE,
    }
}

/// Whether a word is an enhanced status code, such as `5.7.1`.
fn is_enhanced(word: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    let is_number = |part: &&str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 3 && matches!(parts.first(), Some(&"4" | &"5")) && parts.iter().all(is_number)
}

/// A text in a line.
#[must_use]
pub fn line(text: &str) -> String {
    let line: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    line.chars().take(RESPONSE_LETTERS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::{Command, Said, judged};
    use crate::courier::Taken;

    fn is_bounce(at: Command, status: u16, told: &str) -> Option<bool> {
        match judged(at, Said::Never(status), told) {
            Taken::Refused { is_bounce, .. } => Some(is_bounce),
            _ => None,
        }
    }

    #[test]
    fn only_a_recipient_who_is_not_there_is_a_bounce() {
        let recipient = Command::Recipient;
        for (status, told, expected) in [
            (550, "permanent error (550): 5.1.1 no such user", true),
            (550, "permanent error (550): 550-5.1.10: null mx", true),
            (550, "permanent error (550): 5.1.8 bad sender", false),
            (550, "permanent error (550): no such user at 192.0.2.1", true),
            (550, "permanent error (550): 5.7.1 blocked by policy, see 5.1.1", false),
            (554, "permanent error (554): 5.1.2 no such host", true),
            (554, "permanent error (554): relay access denied", false),
            (552, "permanent error (552): 5.2.2 mailbox full", false),
        ] {
            assert_eq!(is_bounce(recipient, status, told), Some(expected), "{told}");
        }
        assert_eq!(is_bounce(Command::Letter, 550, "permanent error (550): 5.1.1 spam"), Some(false));
    }

    #[test]
    fn what_is_refused_before_the_recipient_or_for_now_is_tried_again() {
        for at in [Command::Opening, Command::Data] {
            assert!(matches!(judged(at, Said::Never(550), "5.7.1 go away"), Taken::Deferred(_)), "{at:?}");
        }
        assert!(matches!(judged(Command::Recipient, Said::NotNow, "greylisted"), Taken::Deferred(_)));
        assert!(matches!(judged(Command::Recipient, Said::Nothing, "gone"), Taken::Deferred(_)));
        assert!(matches!(judged(Command::Letter, Said::Nothing, "gone"), Taken::Unknown(_)));
        assert!(matches!(judged(Command::Letter, Said::NotNow, "451"), Taken::Deferred(_)));
    }
}
