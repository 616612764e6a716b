//! Get the audit trail of a contract: its text, and what happened to it, in a chain of hashes that anybody can verify.

use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Data, PathId, reply::Plain};
use values::{ApiError, Id};

use crate::records::{
    contract::Contract,
    text::ContractText,
    trail::{ContractTrail, TrailEntry},
};

/// What happened to a contract, and the text that was signed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ContractAuditTrail {
    /// Contract to which the trail belongs.
    contract_id: Id<Contract>,
    /// The text that is signed; empty until the contract is issued.
    #[schemars(length(max = 40_000))]
    document_text: String,
    /// SHA-256 of its bytes in UTF-8, in hexadecimal digits; null until the contract is issued, and once the text was
    /// emptied.
    #[schemars(length(max = 64))]
    document_hash: Option<String>,
    /// What happened, oldest first.
    #[schemars(length(max = 100))]
    entries: Vec<TrailEntry>,
}

/// Get contract audit trail
pub async fn get(call: Call, PathId(id): PathId<Contract>) -> Result<Data<Plain<ContractAuditTrail>>, ApiError> {
    let contract = call.get(id).await?;
    let (text, trail) = tokio::join!(
        call.store.find(call.tenant(), ContractText::id_of(id)),
        call.store.find(call.tenant(), ContractTrail::id_of(id))
    );
    let text = text?.map(|text| text.body.text).unwrap_or_default();
    let entries = trail?.map(|trail| trail.body.entries).unwrap_or_default();
    // What came to nothing has neither once its customer was anonymised, and then there is nothing to verify.
    let document_hash = if entries.is_empty() { None } else { contract.body.document_hash };
    Ok(Data(Plain(ContractAuditTrail { contract_id: id, document_text: text, document_hash, entries })))
}
