//! Which members sign: they are known by their addresses when the contract is written and when it is issued, and by
//! themselves from then on.

use records::Member;
use values::{ApiError, Id, UniqueKey};
use work::UnitOfWork;

use crate::records::{contract::Contract, contract_fields::ContractSigner};

/// The members who have the addresses of these signers, in their order.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find_members(work: &UnitOfWork, signers: &[ContractSigner]) -> Result<Vec<Option<Id<Member>>>, ApiError> {
    let keys: Vec<UniqueKey> = signers.iter().map(|signer| Member::email_key(&signer.email)).collect();
    let holders = work.store.find_holders(work.tenant(), &keys).await?;
    Ok(holders.iter().map(|holder| holder.as_deref().and_then(Id::parse)).collect())
}

/// Notes the members who have become known since the contract was written. Who was known stays the same person, whoever
/// has the address by now.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn note_members(work: &UnitOfWork, contract: &mut Contract) -> Result<(), ApiError> {
    if contract.signing.iter().all(|own| own.member_id.is_some()) {
        return Ok(());
    }
    let members = find_members(work, &contract.signers).await?;
    for (own, member) in contract.signing.iter_mut().zip(members) {
        own.member_id = own.member_id.or(member);
    }
    Ok(())
}
