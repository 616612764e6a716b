//! Settles registrations: each is a source, with its tax and its kind.

use billing::{documents::ItemKind, settlement::Owed, wallet::PostingKind};
use settlement::{Settling, purchase::spent_at, source_items::ItemText, source_settling::SettledSource};
use store::Record;
use values::{ApiError, Id, Name};
use wallets_and_journal::{Source, SourceKind};
use work::UnitOfWork;

use crate::records::registration::EventRegistration;

/// Characters of a title in the description of an invoice item, which has room for 200.
const TITLE_CHARS: usize = 180;

/// Reads what changes of these registrations may change: wallets, invoice items.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn load(work: &UnitOfWork, registrations: &[&Record<EventRegistration>]) -> Result<Settling, ApiError> {
    let accounts: Vec<_> = registrations.iter().filter_map(|one| one.body.account.as_ref()).collect();
    if accounts.is_empty() {
        return Ok(Settling::default());
    }
    Settling::load(work, &accounts, None).await
}

/// Settles what a registration owes now; it gets what is charged then.
///
/// # Errors
/// 402 `insufficient_balance`, 422 `not_payable`.
pub fn settle(
    work: &UnitOfWork,
    settling: &mut Settling,
    (id, registration): (Id<EventRegistration>, &mut EventRegistration),
    is_by_operator: bool,
    owed: Owed,
) -> Result<(), ApiError> {
    registration.owed_minor = owed.money_minor;
    let Some(account) = &registration.account else { return Ok(()) };
    let title: String = registration.event_title.as_str().chars().take(TITLE_CHARS).collect();
    let description = Name::new(format!("{title} × {}", registration.quantity));
    let text = ItemText {
        source: Source { kind: SourceKind::EventTicket, id: id.cast() },
        kind: ItemKind::EventTicket,
        payer_id: account.payer_id,
        location_id: registration.location_id,
        currency: registration.currency,
        description: Some(&description),
        period: registration.days,
        tax: Some(registration.price.tax()),
    };
    let source = SettledSource {
        text,
        posting: PostingKind::EventTicket,
        spent_at: spent_at(registration.location_id, registration.cross_location),
        is_by_operator,
    };
    let account = settling.settle(work, &source, account, owed)?;
    registration.account = Some(account);
    Ok(())
}
