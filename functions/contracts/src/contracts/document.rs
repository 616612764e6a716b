//! Get the document of a contract as PDF: its text, who signed it when, and the hash of the text.

use drawing::{LEFT, Place, RIGHT, SMALL, STRONG, Sheet, TEXT, TITLE, line_height};
use shared::api::{Call, PathId, Pdf};
use store::Record;
use values::{ApiError, Timestamp};
use work::UnitOfWork;

use crate::{
    records::{
        contract::Contract,
        contract_fields::{ContractSigner, SignatureMethod, SignerType},
        contract_state::{ContractStatus, Signing},
        text::ContractText,
    },
    rules::{
        agreed,
        rendering::{self, Parties},
        settling,
    },
};

/// Height that a signature takes.
const SIGNATURE_HEIGHT: i64 = 48_000;

/// Draws a contract as PDF; a draft as it would be issued now.
pub async fn get(call: Call, PathId(id): PathId<Contract>) -> Result<Pdf, ApiError> {
    let contract = call.get(id).await?;
    let text = call.store.find(call.tenant(), ContractText::id_of(id)).await?;
    let text = text.ok_or_else(|| ApiError::internal("a contract without its text"))?;
    let text = match contract.body.status {
        ContractStatus::Draft => preview(&call, &contract, &text.body).await?,
        ContractStatus::Cancelled if contract.body.document_hash.is_none() => {
            preview(&call, &contract, &text.body).await?
        }
        ContractStatus::Issued
        | ContractStatus::Signed
        | ContractStatus::Declined
        | ContractStatus::Expired
        | ContractStatus::Cancelled
        | ContractStatus::Terminated => text.body.text,
    };
    drawn(&contract.body, &text, call.now).map(Pdf)
}

/// A signed contract as a PDF document; none when its text is not there.
///
/// # Errors
/// 500 when a font cannot be embedded; 503 when the store cannot be read.
pub async fn of_signed(work: &UnitOfWork, contract: &Record<Contract>) -> Result<Option<String>, ApiError> {
    let text = work.store.find(work.tenant(), ContractText::id_of(contract.id)).await?;
    text.map(|text| drawn(&contract.body, &text.body.text, work.now)).transpose()
}

/// What would be signed if it were issued now.
async fn preview(call: &Call, contract: &Record<Contract>, text: &ContractText) -> Result<String, ApiError> {
    let location = call.get(contract.body.location_id).await?;
    let customer = call.read_customer_of_documents(contract.body.customer_id).await?;
    let agreed = agreed::read_items(call, &contract.body.fields).await?;
    let mut body = contract.body.clone();
    settling::settle(call, &mut body, &agreed, &location.body)?;
    let parties = Parties::read(call, location, customer).await?;
    rendering::text_of(call, &body, text, (&parties, &agreed))
}

fn drawn(contract: &Contract, text: &str, now: Timestamp) -> Result<String, ApiError> {
    let mut sheet = Sheet::new()?;
    let title = match contract.number {
        Some(number) => format!("Contract {number}"),
        None => "Contract, draft".to_owned(),
    };
    sheet.paragraph(TITLE, LEFT, RIGHT, contract.title.as_str());
    sheet.y -= 4_000;
    sheet.paragraph(SMALL, LEFT, RIGHT, &format!("{title}: {}", contract.status_at(now).as_str()));
    sheet.y -= 12_000;
    sheet.paragraph(TEXT, LEFT, RIGHT, text);
    sheet.y -= 18_000;
    for (signer, own) in contract.signers.iter().zip(&contract.signing) {
        signature(&mut sheet, contract, signer, own);
    }
    if let Some(hash) = &contract.document_hash {
        sheet.room(line_height(SMALL) * 2);
        sheet.paragraph(SMALL, LEFT, RIGHT, &format!("SHA-256 of the text: {hash}"));
    }
    sheet.written(&title)
}

fn signature(sheet: &mut Sheet, contract: &Contract, signer: &ContractSigner, own: &Signing) {
    sheet.room(SIGNATURE_HEIGHT);
    sheet.rule();
    sheet.y -= line_height(STRONG);
    sheet.paragraph(STRONG, LEFT, RIGHT, signer.name.as_str());
    let party = match signer.signer_type {
        SignerType::Location => "For the location",
        SignerType::Customer => "For the customer",
    };
    let method = match contract.signature_method {
        SignatureMethod::ESignature => "Signed electronically at",
        SignatureMethod::Manual => "Signed on paper, recorded at",
    };
    let state = match (own.signed_at, own.declined_at) {
        (Some(at), _) => format!("{method} {at}"),
        (None, Some(at)) => format!("Declined at {at}"),
        (None, None) => "Not signed".to_owned(),
    };
    sheet.at(TEXT, Place::Left(LEFT), &format!("{party}. {state}"));
    sheet.y -= line_height(TEXT);
    sheet.paragraph(SMALL, LEFT, RIGHT, signer.email.as_str());
    sheet.y -= 8_000;
}
