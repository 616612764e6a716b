//! What is done of a contract after the request that decided it, step by step: what signing makes, and the end of what
//! it made. Each step writes itself down in the transaction in which it is done, so it is done once; whoever comes next
//! goes on: the request that began it, and the sweep.

use std::time::Duration as Wait;

use agreements::subscription::{
    agreeing,
    ended_on::{self, end_on},
};
use billing::proration::ProrationMode;
use chrono::Duration;
use shared::api::{Call, retry};
use store::Record;
use values::{ApiError, Id, Percent, ShortText};

use super::{charging, ending};
use crate::records::{
    contract::Contract,
    contract_fields::OnSigned,
    contract_state::{EndTerms, Task, TaskKind},
};

/// Time that a request keeps for its end.
const KEPT: Wait = Wait::from_secs(2);
/// Minutes after which it is tried again when it was refused once, twice, and more often.
const AGAIN_MINUTES: [i64; 3] = [10, 60, 24 * 60];

/// What ends with notice costs nothing more, and nothing of what comes after.
pub const AS_AGREED: EndTerms = EndTerms { fee_percent: Some(Percent::ZERO), proration: ProrationMode::Prorate };

/// Goes on with what is to be done of a contract, as far as the time goes; whether there was anything to do. What is
/// refused is noted on the contract, and tried again later.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn advance(call: &Call, id: Id<Contract>) -> Result<bool, ApiError> {
    let mut any = false;
    while call.time_left() > KEPT {
        let Some(contract) = call.store.find(call.tenant(), id).await? else { break };
        let Some(task) = &contract.body.task else { break };
        let done = match &task.kind {
            TaskKind::OnSigned => Box::pin(make(call, id)).await,
            TaskKind::End(terms) => Box::pin(end(call, &contract, *terms)).await,
        };
        any = true;
        match done {
            Ok(()) => {}
            Err(error) if error.code.status() >= 500 => return Err(error),
            Err(error) => {
                note_failure(call, id, &error).await?;
                break;
            }
        }
    }
    Ok(any)
}

/// Does the next of what signing makes.
async fn make(call: &Call, id: Id<Contract>) -> Result<(), ApiError> {
    let mut tries = agreeing::Tries::default();
    retry(call, || {
        let with_first = tries.next_with_first();
        Box::pin(make_next(call, id, with_first))
    })
    .await
}

async fn make_next(call: &Call, id: Id<Contract>, with_first: bool) -> Result<(), ApiError> {
    let before = call.get(id).await?;
    if !before.body.task.as_ref().is_some_and(|task| task.kind == TaskKind::OnSigned) {
        return Ok(());
    }
    let mut transaction = call.transaction();
    let mut body = before.body.clone();
    match body.on_signed {
        OnSigned::CreateSubscriptions => {
            let number = body.made.subscriptions.len();
            if let Some(planned) = charging::prepare_subscription(call, &before, number).await? {
                let (agreed, offer) = (planned.subscription, &planned.offer);
                let made = agreeing::subscribe(call, &mut transaction, agreed, None, offer, with_first).await?;
                let plan = planned.offer.plan.id;
                body.made.subscriptions.push(made.id);
                transaction.replace(&before, &call.next_version(&before, cleared(call, body)?, None));
                let outcome = call.store.commit(transaction).await;
                return agreeing::follow_up(call, outcome, made.id, plan).await;
            }
        }
        OnSigned::CreateInvoice if body.made.invoice_id.is_none() => {
            body.made.invoice_id = charging::invoice(call, &mut transaction, &before.body).await?;
        }
        OnSigned::CreateInvoice | OnSigned::None => {}
    }
    // Notice may have been served since a subscription was made without an end.
    let ends = body.notice.is_some() && !body.made.subscriptions.is_empty();
    body.task = ends.then(|| ending::task(TaskKind::End(AS_AGREED), call.now));
    transaction.replace(&before, &call.next_version(&before, body.dated(call.now)?, None));
    call.store.commit(transaction).await
}

/// The same without the failure of an earlier try.
fn cleared(call: &Call, mut body: Contract) -> Result<Contract, ApiError> {
    if let Some(task) = &mut body.task {
        task.failure = None;
        task.failures = 0;
    }
    body.dated(call.now)
}

/// Ends the subscriptions with the day that was decided on.
async fn end(call: &Call, contract: &Record<Contract>, terms: EndTerms) -> Result<(), ApiError> {
    if let Some(last) = contract.body.known_end() {
        let terms = ended_on::EndTerms { fee: terms.fee_percent, mode: terms.proration };
        let mut refusal = None;
        for subscription in &contract.body.made.subscriptions {
            match end_on(call, *subscription, last, terms).await {
                // One that refuses keeps none of the others running.
                Err(error) if error.code.status() < 500 => refusal = Some(error),
                outcome => drop(outcome?),
            }
        }
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
    }
    retry(call, || async {
        let before = call.get(contract.id).await?;
        if before.body.task != contract.body.task {
            return Ok(());
        }
        let mut transaction = call.transaction();
        let body = Contract { task: None, ..before.body.clone() }.dated(call.now)?;
        transaction.replace(&before, &call.next_version(&before, body, None));
        call.store.commit(transaction).await
    })
    .await
}

/// Notes why something could not be done, and when it is tried again.
async fn note_failure(call: &Call, id: Id<Contract>, error: &ApiError) -> Result<(), ApiError> {
    retry(call, || async {
        let before = call.get(id).await?;
        let Some(task) = before.body.task.clone() else { return Ok(()) };
        let why: String = error.message.chars().filter(|letter| !letter.is_control()).take(200).collect();
        let tried = usize::try_from(task.failures).unwrap_or(usize::MAX).min(AGAIN_MINUTES.len() - 1);
        let due_at = call.now.plus(Duration::minutes(AGAIN_MINUTES[tried]));
        let failures = task.failures.saturating_add(1);
        let task = Task { due_at, failure: Some(ShortText::new(why)), failures, ..task };
        let mut transaction = call.transaction();
        let body = Contract { task: Some(task), ..before.body.clone() }.dated(call.now)?;
        transaction.replace(&before, &call.next_version(&before, body, None));
        call.store.commit(transaction).await
    })
    .await
}
