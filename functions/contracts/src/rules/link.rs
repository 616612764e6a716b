//! Links by which signers sign: 256 random bits each. A digest is stored, by which one is known again, and the token
//! encrypted, for the letter that tells it. An answer has it once, and it is used once.

use chrono::Duration;
use platform::secrets::Purpose;
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Shown};
use store::{Entity, Record, record::RecordView};
use values::{ApiError, ErrorCode, Id, Secret, Timestamp};

use crate::records::{
    contract::Contract,
    contract_fields::{ContractSigner, SIGNERS_MAX, SignatureMethod},
    contract_state::Link,
    contract_view::ContractView,
};

/// Days for which a link is good, at most to the last day on which the contract can be signed.
const DAYS: i64 = 14;

/// A link that was just made.
#[derive(Clone, Debug)]
pub struct NewLink {
    /// Signer to whom the link belongs.
    pub signer_id: Id<ContractSigner>,
    /// What proves that it is that person.
    pub token: Secret,
    /// When it is good no more.
    pub expires_at: Timestamp,
}

/// Makes a new link for the signer at a position, in place of the one before; none where nobody signs by a link.
///
/// # Errors
/// 500 when the system has no randomness to give; 503 when the deployment's secret cannot be read.
pub async fn renew(call: &Call, contract: &mut Contract, position: usize) -> Result<Option<NewLink>, ApiError> {
    if contract.signature_method == SignatureMethod::Manual {
        return Ok(None);
    }
    let usual = call.now.plus(Duration::days(DAYS));
    let expires_at = contract.moments.signable_until.map_or(usual, |until| until.min(usual));
    let keys = call.secrets.read_once(Purpose::Sealing).await?;
    let Some(own) = contract.signing.get_mut(position) else { return Ok(None) };
    let token = call.ids.secret()?;
    let salt = call.ids.random().map_err(|error| ApiError::internal(format!("no randomness: {error}")))?;
    let sealed_token = keys.sealed(&own.id.to_string(), salt, token.reveal());
    own.link = Some(Link { digest: token.digest(), sealed_token, expires_at });
    Ok(Some(NewLink { signer_id: own.id, token, expires_at }))
}

/// Refuses who does not have the link of the signer at a position.
///
/// # Errors
/// 422 naming `token`: `required`, `only_for_e_signature`, `wrong_token`, `token_expired`.
pub fn check(contract: &Contract, position: usize, token: Option<&str>, now: Timestamp) -> Result<(), ApiError> {
    let refused = |reason: &'static str, message: &'static str| Err(ApiError::rule("token", reason, message));
    match (contract.signature_method, token) {
        (SignatureMethod::Manual, None) => Ok(()),
        (SignatureMethod::Manual, Some(_)) => {
            refused("only_for_e_signature", "a signature on paper is recorded without a link")
        }
        (SignatureMethod::ESignature, None) => {
            refused("required", "a signer proves with the token of the link who it is")
        }
        (SignatureMethod::ESignature, Some(token)) => {
            let digest = Secret::received(token).digest();
            match contract.signing.get(position).and_then(|own| own.link.as_ref()) {
                Some(link) if link.digest.matches(&digest) => {
                    if link.expires_at <= now {
                        return refused("token_expired", "the link is too old: send a new one");
                    }
                    Ok(())
                }
                Some(_) | None => refused("wrong_token", "it is not the token of this signer's latest link"),
            }
        }
    }
}

/// Refuses a signer whose turn it is not.
///
/// # Errors
/// 409 `invalid_state` naming `signer_id`: `already_signed`, `out_of_order`.
pub fn check_order(contract: &Contract, position: usize) -> Result<(), ApiError> {
    let conflict = |reason: &'static str, message: &'static str| {
        Err(ApiError::conflict(ErrorCode::InvalidState, message).at("signer_id", reason))
    };
    if contract.signing.get(position).is_none_or(|own| own.signed_at.is_some()) {
        return conflict("already_signed", "the person has signed already");
    }
    if contract.signers.get(position).map(|signer| signer.order) != contract.next_order() {
        return conflict("out_of_order", "others sign before");
    }
    Ok(())
}

/// A contract with the links that were just made.
#[derive(Clone, Debug)]
pub struct WithLinks {
    /// The contract as it is stored with its new links.
    pub contract: Record<Contract>,
    /// Links that were just made, with their tokens.
    pub links: Vec<NewLink>,
}

/// A contract with the links that were just made for its signers.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContractWithLinks")]
pub struct WithLinksView {
    /// The new links, each of which is shown once.
    #[schemars(length(max = SIGNERS_MAX))]
    pub links: Vec<LinkView>,
    /// The contract as every answer shows it.
    #[serde(flatten)]
    pub contract: ContractView,
}

/// A private link of a signer.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContractLink")]
pub struct LinkView {
    /// Signer to whom the link is to be sent.
    pub signer_id: Id<ContractSigner>,
    /// Stands in the link that you send to the signer, and is sent with the signature. It is shown once and used once.
    #[schemars(length(max = 200))]
    pub token: String,
    /// When it is good no more.
    pub expires_at: Timestamp,
}

impl Shown for WithLinks {
    type View = RecordView<WithLinksView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let record = self.contract.view(now);
        let shown = |link: &NewLink| LinkView {
            signer_id: link.signer_id,
            token: link.token.reveal().to_owned(),
            expires_at: link.expires_at,
        };
        RecordView {
            id: record.id,
            body: WithLinksView { links: self.links.iter().map(shown).collect(), contract: record.body },
            metadata: record.metadata,
            version: record.version,
            created_at: record.created_at,
            updated_at: record.updated_at,
        }
    }

    fn version(&self) -> Option<i64> {
        Some(self.contract.version)
    }

    fn location(&self) -> Option<String> {
        Some(format!("{}/{}", Contract::PATH, self.contract.id))
    }

    fn secrets(&self) -> Vec<Secret> {
        self.links.iter().map(|link| link.token.clone()).collect()
    }
}
