//! The courier of Amazon SES.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use work::letter_service::{LetterService, ServiceAnswer};

use crate::courier::{Courier, Outgoing, Taken};

/// Name of the tag with which SES tells what comes back.
pub const TAG: &str = "letter";
/// The errors of SES that are about the account and not about the letter.
const OF_THE_ACCOUNT: [&str; 4] = [
    "AccountSuspendedException",
    "LimitExceededException",
    "MailFromDomainNotVerifiedException",
    "SendingPausedException",
];
/// What SES says of the account where it refuses the letter (`MessageRejected`): an identity is not verified.
const NOT_VERIFIED: &str = "not verified";
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
/// wrong with the letter does not. None of it is about the mailbox: SES tells that afterwards.
fn taken(answer: &ServiceAnswer) -> Taken {
    let told: String = answer.told.chars().take(RESPONSE_LETTERS_MAX).collect();
    let is_of_account = match answer.error.as_str() {
        "MessageRejected" => told.contains(NOT_VERIFIED),
        error => OF_THE_ACCOUNT.contains(&error),
    };
    match answer.status {
        200 => Taken::Accepted(told),
        400 | 413 if !is_of_account => Taken::Refused { response: told, is_bounce: false },
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
        let of = |status, error: &str, told: &str| {
            taken(&ServiceAnswer { status, error: error.to_owned(), told: told.to_owned() })
        };
        let rejected = "MessageRejected";
        assert!(matches!(of(200, "", "id"), Taken::Accepted(_)));
        assert!(matches!(of(400, rejected, "Email address is not verified."), Taken::Deferred(_)));
        assert!(matches!(of(400, "SendingPausedException", ""), Taken::Deferred(_)));
        assert!(matches!(of(400, "LimitExceededException", "Daily message quota exceeded."), Taken::Deferred(_)));
        assert!(matches!(
            of(400, rejected, "Illegal address quota@example.com"),
            Taken::Refused { is_bounce: false, .. }
        ));
        assert!(matches!(of(400, "BadRequestException", "Local address contains control"), Taken::Refused { .. }));
        assert!(matches!(of(429, "TooManyRequestsException", "Maximum sending rate exceeded"), Taken::Deferred(_)));
        assert!(matches!(of(503, "", ""), Taken::Deferred(_)));
    }
}
