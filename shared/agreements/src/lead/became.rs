//! A lead whose registration is approved or accepted after the lead was won: it is the member's from then on, so that it
//! is exported and erased with the member.

use records::Member;
use store::Transaction;
use values::{ApiError, Id};
use work::UnitOfWork;

use super::record::{Became, Lead};

/// Notes in `transaction` the member that a lead has become. A lead that was deleted becomes nobody.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn note_member(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    lead: Id<Lead>,
    member: Id<Member>,
) -> Result<(), ApiError> {
    let Some(before) = work.store.find(work.tenant(), lead).await? else { return Ok(()) };
    let became = Became { member_id: Some(member), ..before.body.became };
    let after = work.next_version(&before, Lead { became, ..before.body.clone() }, None);
    transaction.replace(&before, &after);
    Ok(())
}
