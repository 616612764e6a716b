//! Sign a contract, or decline to. The last signature assigns its resources in the same transaction.

use records::publication::RequireActive as _;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, Path, retry};
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id, ShortText};

use crate::{
    records::{
        contract::Contract,
        contract_fields::{ContractSigner, SignatureMethod, SignerType},
        contract_state::{ContractStatus, TaskKind, TrailEvent},
        text::ContractText,
    },
    rules::{agreed, charging, checks, claims, closing, ending, link, parts::Parts, tasks, trailing},
};

/// Which signer of which contract.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignerPath {
    /// Identifier of the contract.
    id: Id<Contract>,
    /// Identifier of the signer.
    signer_id: Id<ContractSigner>,
}

/// The signature of one signer, by a link or on paper.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractSignature {
    /// Token of the signer's link; not for a signature on paper.
    token: Option<ShortText>,
    /// Hash of the text that the signer saw; when it is given it must be the contract's.
    document_hash: Option<ShortText>,
    /// IP address of the signer, version 4 or 6, as you see it; empty when you do not know it.
    #[serde(default)]
    ip_address: ShortText,
    /// Browser of the signer, as it names itself, cut to 200 characters.
    #[serde(default)]
    user_agent: ShortText,
}

/// A refusal to sign.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractDecline {
    /// Token of the signer's link; not where people sign on paper.
    token: Option<ShortText>,
    /// Reason for declining, in words; empty when left out.
    #[serde(default)]
    reason: ShortText,
    /// IP address of the signer, version 4 or 6, as you see it; empty when you do not know it.
    #[serde(default)]
    ip_address: ShortText,
    /// Browser of the signer, as it names itself, cut to 200 characters.
    #[serde(default)]
    user_agent: ShortText,
}

/// Records a signature; the last one makes the contract `signed` and assigns its resources.
pub async fn sign(call: Call, Path(path): Path<SignerPath>, Body(input): Body<ContractSignature>) -> Changes<Contract> {
    let answer = retry(&call, || Box::pin(attempt(&call, path, &input))).await?;
    // What is left when the time is over is the sweep's.
    drop(tokio::time::timeout(call.time_for_more(), Box::pin(tasks::advance(&call.unanswered(), path.id))).await);
    Ok(answer)
}

async fn attempt(call: &Call, path: SignerPath, input: &ContractSignature) -> Changes<Contract> {
    checks::ip_address(&input.ip_address)?;
    let before = call.get_for_change(path.id).await?;
    let position = awaited(call, &before, path, input.token.as_ref())?;
    if input.document_hash.as_ref().is_some_and(|seen| Some(seen.as_str()) != before.body.document_hash.as_deref()) {
        let message = "the signer saw another text than that of the contract";
        return Err(ApiError::rule("document_hash", "other_document", message));
    }
    let mut body = before.body.clone();
    body.signing[position].link = None;
    body.signing[position].signed_at = Some(call.now);
    let signed = TrailEvent::Signed {
        signer_id: path.signer_id,
        ip_address: address_of(call, &input.ip_address),
        user_agent: input.user_agent.clone(),
    };
    let mut transaction = call.transaction();
    if body.next_order().is_some() {
        trailing::note(call, &mut transaction, &before, signed).await?;
        let after = call.next_version(&before, body, None);
        transaction.replace(&before, &after);
        return call.commit(transaction, Data(after)).await;
    }
    let events = vec![(call.now, signed), (call.now, TrailEvent::Completed)];
    trailing::note_all(call, &mut transaction, &before, events).await?;
    match complete(call, transaction, &before, body).await {
        Err(refusal) if refusal.code == ErrorCode::BookingConflict => {
            // What is in its way may be what the same signature, sent twice, has assigned.
            let now = call.get_for_change(path.id).await?;
            Err(if now.version == before.version { refusal } else { version_conflict() })
        }
        outcome => outcome,
    }
}

/// Completes a contract with its last signature: from now on it holds.
async fn complete(
    call: &Call,
    mut transaction: Transaction,
    before: &Record<Contract>,
    mut body: Contract,
) -> Changes<Contract> {
    let location = call.get(body.location_id).await?;
    location.body.check_active("id")?;
    transaction.require_active(&location, "id");
    call.welcome_customer(&mut transaction, body.customer_id, "id").await?;
    agreed::check_active(&body, &agreed::read_items(call, &body.fields).await?)?;
    note_renewal(call, &mut transaction, before).await?;
    charging::check(call, before).await?;
    body.status = ContractStatus::Signed;
    body.signed_at = Some(call.now);
    body.task = body.does_something().then(|| ending::task(TaskKind::OnSigned, call.now));
    keep_text(call, &mut transaction, before.id).await?;
    claims::end(&mut transaction, before.id, &before.body);
    body.made.held = Vec::new();
    let mut parts = Parts::read(call, &body).await?;
    let outcome = async {
        body.made.assignments = parts.take(call, &mut transaction, before).await?;
        let after = call.next_version(before, body.dated(call.now)?, None);
        transaction.replace(before, &after);
        call.commit(transaction, Data(after)).await
    };
    let outcome = Box::pin(outcome).await;
    parts.reopen_unless_done(call, outcome).await
}

/// Notes in the trail of the contract that this one follows that it does. A draft that follows it is no fact yet, and
/// there can be any number of them; one is signed.
async fn note_renewal(call: &Call, transaction: &mut Transaction, signed: &Record<Contract>) -> Result<(), ApiError> {
    let Some(id) = signed.body.renewed_from_id else { return Ok(()) };
    let Some(renewed) = call.store.find(call.tenant(), id).await? else { return Ok(()) };
    trailing::note(call, transaction, &renewed, TrailEvent::Renewed { renewal_id: signed.id.cast() }).await
}

/// Notes on the text that it was signed: from now on it is kept.
async fn keep_text(call: &Call, transaction: &mut Transaction, id: Id<Contract>) -> Result<(), ApiError> {
    let before = call.store.find(call.tenant(), ContractText::id_of(id)).await?;
    let before = before.ok_or_else(|| ApiError::internal("a contract without its text"))?;
    let kept = ContractText { signed_at: Some(call.now), ..before.body.clone() };
    transaction.replace(&before, &call.next_version(&before, kept, None));
    Ok(())
}

/// Records that a signer declines, which makes the contract `declined`.
pub async fn decline(
    call: Call,
    Path(path): Path<SignerPath>,
    Body(input): Body<ContractDecline>,
) -> Changes<Contract> {
    retry(&call, || decline_once(&call, path, &input)).await
}

async fn decline_once(call: &Call, path: SignerPath, input: &ContractDecline) -> Changes<Contract> {
    checks::ip_address(&input.ip_address)?;
    let mut before = call.get_for_change(path.id).await?;
    let position = awaited(call, &before, path, input.token.as_ref())?;
    let stored = before.clone();
    before.body.signing[position].declined_at = Some(call.now);
    let declined = TrailEvent::Declined {
        signer_id: path.signer_id,
        ip_address: address_of(call, &input.ip_address),
        user_agent: input.user_agent.clone(),
        reason: input.reason.clone(),
    };
    let end = (ContractStatus::Declined, call.now, input.reason.clone());
    let mut transaction = call.transaction();
    let after = closing::void(call, &mut transaction, &before, end, declined).await?;
    transaction.replace(&stored, &after);
    call.commit(transaction, Data(after)).await
}

/// The network address of whoever signs: that of the request where a person acts, what the client says otherwise.
fn address_of(call: &Call, given: &ShortText) -> ShortText {
    if call.caller.person.is_some() { ShortText::new(call.address.to_string()) } else { given.clone() }
}

/// Position of a signer who may sign or decline now, and has proved to be that person.
///
/// # Errors
/// 404 when there is no such signer, 409 `invalid_state`, 422 on `token`.
fn awaited(
    call: &Call,
    contract: &Record<Contract>,
    path: SignerPath,
    token: Option<&ShortText>,
) -> Result<usize, ApiError> {
    let position = contract.body.position_of(path.signer_id).ok_or_else(ApiError::not_found)?;
    let is_paper = contract.body.signature_method == SignatureMethod::Manual;
    if call.caller.customer().is_some()
        && (is_paper || contract.body.signers[position].signer_type != SignerType::Customer)
    {
        let message = "customers sign for themselves, by the link that they were sent";
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    contract.body.status_at(call.now).require(&[ContractStatus::Issued])?;
    link::check_order(&contract.body, position)?;
    link::check(&contract.body, position, token.map(ShortText::as_str), call.now)?;
    Ok(position)
}
