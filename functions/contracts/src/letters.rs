//! Letters about contracts: whoever signs is told that one is to be signed and that all have, and those who run the
//! place when it is time to decide about its renewal.

use mailing::{
    Attachment, Draft, Fact, Facts, LetterSource, LetterType, Place, Recipient, SealedLink, recipients, text,
};
use money_documents::invoice_party::BilledParty;
use records::LoggedEvent;
use store::Record;
use values::{ApiError, ErrorCode, Timestamp, Url};
use work::UnitOfWork;

use crate::{
    contracts,
    records::{
        contract::Contract,
        contract_fields::{ContractSigner, SignatureMethod},
        contract_state::{ContractStatus, Signing},
        days::Stage,
    },
    rules::signers,
};

/// What people are told of contracts.
#[must_use]
pub fn letters() -> Vec<LetterSource> {
    vec![
        LetterSource::new(&["contract.issued"], to_sign),
        LetterSource::new(&["contract.signed"], signed),
        LetterSource::new(&["contract.up_for_renewal"], up_for_renewal),
    ]
}

/// That a contract is to be signed, to those who sign by a link and have not.
async fn to_sign(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(contract) = read(&work, &event.body).await? else { return Ok(Vec::new()) };
    let body = &contract.body;
    let is_open = body.status_at(work.now) == ContractStatus::Issued;
    if !is_open || body.signature_method != SignatureMethod::ESignature {
        return Ok(Vec::new());
    }
    let mut facts = facts_of(body);
    if let Some(until) = body.expires_at {
        facts.insert("until", Fact::Day(until));
    }
    let merchant = work.read_merchant().await?;
    let page = merchant.body.letter_settings.signing_url.as_ref();
    let mut drafts = Vec::new();
    for (signer, own) in body.signers.iter().zip(&body.signing).filter(|(_, own)| own.signed_at.is_none()) {
        let Some(to) = reader(&work, (signer, own)).await? else { continue };
        let mut facts = facts.clone();
        facts.extend(page.and_then(|page| link(&contract, own, page, work.now)).map(|link| ("link", link)));
        drafts.push(Draft::new(LetterType::ContractToSign, to, Some(body.location_id), facts));
    }
    Ok(drafts)
}

/// That all have signed, with what they signed.
async fn signed(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(contract) = read(&work, &event.body).await? else { return Ok(Vec::new()) };
    let body = &contract.body;
    if !body.is_signed() {
        return Ok(Vec::new());
    }
    let page = page(&work, &contract).await?;
    let facts = facts_of(body);
    let mut drafts = Vec::new();
    for signer in body.signers.iter().zip(&body.signing) {
        let Some(to) = reader(&work, signer).await? else { continue };
        let draft = Draft::new(LetterType::ContractSigned, to, Some(body.location_id), facts.clone());
        drafts.push(page.iter().cloned().fold(draft, Draft::with));
    }
    Ok(drafts)
}

/// That it is time to decide about the renewal of a contract, to those who run the place.
async fn up_for_renewal(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(contract) = read(&work, &event.body).await? else { return Ok(Vec::new()) };
    let body = &contract.body;
    let today = body.day_of(work.now)?;
    if body.stage_on(today) != Some(Stage::UpForRenewal) {
        return Ok(Vec::new());
    }
    let mut facts = facts_of(body);
    if let Some(end) = body.days().end_on(today) {
        facts.insert("end", Fact::Day(end));
        facts.insert("until", Fact::Day(body.days().notice_until(end)));
    }
    if let Some(customer) = customer_of(&work, body).await? {
        facts.insert("customer", text(customer));
    }
    let location = Some(body.location_id);
    let readers = recipients::of_staff(&work, location).await?;
    let draft = |to| Draft::new(LetterType::ContractUpForRenewal, to, location, facts.clone());
    Ok(readers.into_iter().map(draft).collect())
}

/// The link by which somebody signs at the merchant's page, while it is good.
fn link(contract: &Record<Contract>, own: &Signing, page: &Url, now: Timestamp) -> Option<Fact> {
    let link = own.link.as_ref().filter(|link| now < link.expires_at)?;
    let before = format!("{}#contract={}&signer={}&token=", page.as_str(), contract.id, own.id);
    Some(Fact::Sealed(SealedLink { before, place: own.id.to_string(), sealed: link.sealed_token.clone()? }))
}

async fn read(work: &UnitOfWork, event: &LoggedEvent) -> Result<Option<Record<Contract>>, ApiError> {
    Ok(work.store.find(work.tenant(), event.object_id.cast::<Contract>()).await?)
}

/// What each letter about a contract tells.
fn facts_of(contract: &Contract) -> Facts {
    let title = Some(contract.title.as_str()).filter(|title| !title.is_empty());
    title.map(|title| ("title", text(title))).into_iter().collect()
}

/// Who signs: the member who was known by the address when the contract was issued, in the language of the member; of
/// whom nobody was known then, the address. Nobody when that member is blocked or anonymised.
async fn reader(work: &UnitOfWork, (signer, own): (&ContractSigner, &Signing)) -> Result<Option<Recipient>, ApiError> {
    let member = match own.member_id {
        Some(member) => Some(member),
        // Contracts that are older than the field.
        None => signers::find_members(work, std::slice::from_ref(signer)).await?.into_iter().flatten().next(),
    };
    let Some(id) = member else {
        return Ok(Some(Recipient::address(signer.email.clone(), signer.name.as_str()).known_by(own.id)));
    };
    let member = recipients::of_member(work, id).await?;
    Ok(member.map(|member| Recipient { name: signer.name.to_string(), ..member.known_by(own.id) }))
}

/// What the customer is called; none of one of whom there is no record.
async fn customer_of(work: &UnitOfWork, contract: &Contract) -> Result<Option<String>, ApiError> {
    match work.read_customer_of_documents(contract.customer_id).await {
        Ok(customer) => Ok(Some(BilledParty::of(&customer).name.to_string())),
        Err(error) if error.code == ErrorCode::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The signed contract to read and print, where its text is there.
async fn page(work: &UnitOfWork, contract: &Record<Contract>) -> Result<Option<Attachment>, ApiError> {
    let number = contract.body.number.unwrap_or_default();
    let pdf = contracts::of_signed(work, contract).await?;
    Ok(pdf.map(|pdf| Attachment {
        file_name: format!("contract-{number}.pdf"),
        media_type: "application/pdf".to_owned(),
        content: pdf.into_bytes(),
        place: Place::Attached,
    }))
}
