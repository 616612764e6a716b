//! Give a signer a new link, in place of the one before.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Committed, Data, PathId, retry};
use values::{ApiError, ErrorCode, Id};

use crate::{
    records::{
        contract::Contract,
        contract_fields::{ContractSigner, SignatureMethod},
        contract_state::{ContractStatus, TrailEvent},
    },
    rules::{
        link::{self, WithLinks},
        trailing,
    },
};

/// Most links that are renewed of one contract.
const RENEWED_MAX: u32 = 20;

/// Who gets a new link.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractResend {
    /// Which signer; everybody whose turn it is when left out.
    signer_id: Option<Id<ContractSigner>>,
}

/// Replaces the link of a signer, or the links of all whose turn it is.
pub async fn resend(
    call: Call,
    PathId(id): PathId<Contract>,
    Body(input): Body<ContractResend>,
) -> Result<Committed<Data<WithLinks>>, ApiError> {
    retry(&call, || attempt(&call, id, input)).await
}

async fn attempt(call: &Call, id: Id<Contract>, input: ContractResend) -> Result<Committed<Data<WithLinks>>, ApiError> {
    let before = call.get_for_change(id).await?;
    before.body.status_at(call.now).require(&[ContractStatus::Issued])?;
    if before.body.signature_method == SignatureMethod::Manual {
        let message = "a contract that is signed on paper has no links";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("id", "only_for_e_signature"));
    }
    let mut body = before.body.clone();
    let (mut links, mut events) = (Vec::new(), Vec::new());
    for position in positions(&body, input)? {
        if body.links_renewed >= RENEWED_MAX {
            let message = format!("{RENEWED_MAX} links of the contract were renewed; cancel it and make another");
            return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
        }
        body.links_renewed += 1;
        links.extend(link::renew(call, &mut body, position).await?);
        events.push((call.now, TrailEvent::LinkRenewed { signer_id: body.signing[position].id }));
    }
    let mut transaction = call.transaction();
    trailing::note_all(call, &mut transaction, &before, events).await?;
    let after = call.next_version(&before, body, None);
    transaction.replace(&before, &after);
    call.commit(transaction, Data(WithLinks { contract: after, links })).await
}

/// Positions of those who get a new link.
fn positions(contract: &Contract, input: ContractResend) -> Result<Vec<usize>, ApiError> {
    if let Some(signer) = input.signer_id {
        let unknown = || ApiError::reference_not_found("signer_id");
        let position = contract.position_of(signer).ok_or_else(unknown)?;
        if contract.signing[position].signed_at.is_some() {
            let message = "the person has signed already";
            return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("signer_id", "already_signed"));
        }
        return Ok(vec![position]);
    }
    let next_order = contract.next_order();
    let is_next = |position: &usize| {
        contract.signing[*position].signed_at.is_none() && Some(contract.signers[*position].order) == next_order
    };
    Ok((0..contract.signers.len()).filter(is_next).collect())
}
