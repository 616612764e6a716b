//! The courier of Amazon SES.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use work::letter_service::{LetterService, ServiceAnswer};

use crate::courier::{Courier, Outgoing, Taken};

/// Name of the tag with which SES tells what comes back.
pub const TAG: &str = "letter";
/// What SES says of the account and not of the letter.
const OF_THE_ACCOUNT: [&str; 7] =
    ["not verified", "n't verified", "paused", "suspended", "restricted", "exceeded", "quota"];
/// Longest answer that is kept, in characters.
const RESPONSE_LETTERS_MAX: usize = 300;

/// Sends letters by Amazon SES.
pub struct SesCourier(pub Arc<LetterService>);

impl Courier for SesCourier {
    fn take(&self, outgoing: Outgoing) -> BoxFuture<'_, Taken> {
        Box::pin(async move {
            let sent = self.0.send(outgoing.to.as_str(), &outgoing.source, (TAG, &outgoing.tag)).await;
            sent.map_or_else(|error| Taken::Unknown(error.message.to_string()), |answer| taken(&answer))
        })
    }
}

/// What an answer of SES says (its API reference, `SendEmail`, Errors). What is wrong with the account passes; what is
/// wrong with the letter does not.
fn taken(answer: &ServiceAnswer) -> Taken {
    let told: String = answer.told.chars().take(RESPONSE_LETTERS_MAX).collect();
    match answer.status {
        200 => Taken::Accepted(told),
        400 if OF_THE_ACCOUNT.iter().any(|words| told.contains(words)) => Taken::Deferred(told),
        400 | 413 => Taken::Refused { response: told, is_bounce: false },
        _ => Taken::Deferred(told),
    }
}

#[cfg(test)]
mod tests {
    use work::letter_service::ServiceAnswer;

    use super::taken;
    use crate::courier::Taken;

    #[test]
    fn what_is_wrong_with_the_account_passes_and_what_is_wrong_with_the_letter_does_not() {
        let of = |status, told: &str| taken(&ServiceAnswer { status, told: told.to_owned() });
        assert!(matches!(of(200, "id"), Taken::Accepted(_)));
        assert!(matches!(of(400, "Email address is not verified."), Taken::Deferred(_)));
        assert!(matches!(of(400, "Daily message quota exceeded."), Taken::Deferred(_)));
        assert!(matches!(of(400, "Illegal address"), Taken::Refused { is_bounce: false, .. }));
        assert!(matches!(of(429, "Maximum sending rate exceeded"), Taken::Deferred(_)));
        assert!(matches!(of(503, ""), Taken::Deferred(_)));
    }
}
