//! What comes back from where letters were sent to: Amazon SES tells bounces and complaints by EventBridge, with the tag
//! that the letter left with. The address gets nothing more, and the letter says why.

use mailing::{Feedback, FeedbackType, Letter, SuppressionReason};
use serde_json::{Value, json};
use store::Record;
use values::{ApiError, EmailAddress, Id, MerchantReference, tenant::Tenant};
use work::{Context, UnitOfWork, unit_of_work::read_shown_time, unit_of_work::retry};

use crate::{notifier::NAME, ses::TAG, suppressing};

/// Longest words of a server that are kept, in characters.
const RESPONSE_LETTERS_MAX: usize = 300;

/// What an event of SES says of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    merchant: Id<MerchantReference>,
    letter: Id<Letter>,
    feedback: FeedbackType,
    /// The address that it came back from; none where SES does not say.
    email: Option<EmailAddress>,
    response: String,
}

/// Notes what an event of SES says. One that says nothing of a letter of ours changes nothing.
///
/// # Errors
/// 503 when the store cannot be used: the event comes again.
pub async fn note(context: &Context, event: &Value) -> Result<(), ApiError> {
    let Some(told) = read(event) else { return Ok(()) };
    let tenant = tenant_of(told.merchant);
    let now = read_shown_time(&context.store, &tenant, context.clock.now()).await?;
    let work = UnitOfWork::scheduled_at(context, tenant, NAME, now);
    retry(&work, || note_once(&work, &told)).await?;
    let line = json!({
        "level": "info", "message": "letter came back", "merchant": told.merchant.to_string(),
        "letter": told.letter.to_string(), "type": told.feedback,
    });
    context.log.write(&line);
    Ok(())
}

/// Whose letter it was: only this service gives letters a tag.
#[expect(
    clippy::disallowed_methods,
    reason = "what comes back is about the merchant's own letter, by the tag it left with"
)]
fn tenant_of(merchant: Id<MerchantReference>) -> Tenant {
    Tenant::of(merchant)
}

/// Notes it with the letter, and that nothing more is sent to the address, each time it is told. Of a reader who was
/// anonymised meanwhile nothing is noted.
async fn note_once(work: &UnitOfWork, told: &Told) -> Result<(), ApiError> {
    let before: Option<Record<Letter>> = work.store.find(work.tenant(), told.letter).await?;
    let Some(before) = before else { return Ok(()) };
    let Some(email) = before.body.email.as_ref().map(|email| told.email.as_ref().unwrap_or(email)) else {
        return Ok(());
    };
    let mut transaction = work.transaction();
    let reason = match told.feedback {
        FeedbackType::Bounce => SuppressionReason::Bounce,
        FeedbackType::Complaint => SuppressionReason::Complaint,
    };
    suppressing::suppress(work, &mut transaction, email, (reason, told.response.clone())).await?;
    let feedback = Some(Feedback { r#type: told.feedback, at: work.now });
    transaction.replace(&before, &work.next_version(&before, Letter { feedback, ..before.body.clone() }, None));
    suppressing::commit(work, transaction).await
}

/// Reads an event (SES Developer Guide, "Contents of event data"). A bounce that passes changes nothing: SES tries on.
fn read(event: &Value) -> Option<Told> {
    let detail = &event["detail"];
    let (feedback, of, response) = match detail["eventType"].as_str()? {
        "Bounce" if detail["bounce"]["bounceType"] == "Permanent" => {
            let of = &detail["bounce"]["bouncedRecipients"][0];
            (FeedbackType::Bounce, of, &of["diagnosticCode"])
        }
        "Complaint" => {
            let of = &detail["complaint"]["complainedRecipients"][0];
            (FeedbackType::Complaint, of, &detail["complaint"]["complaintFeedbackType"])
        }
        _ => return None,
    };
    let email = of["emailAddress"].as_str().map(EmailAddress::new);
    let (merchant, letter) = detail["mail"]["tags"][TAG][0].as_str()?.split_once('_')?;
    let response = response.as_str().unwrap_or_default().chars().take(RESPONSE_LETTERS_MAX).collect();
    Some(Told { merchant: Id::parse(merchant)?, letter: Id::parse(letter)?, feedback, email, response })
}
