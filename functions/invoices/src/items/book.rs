//! Books an item below zero that is on no invoice: the customer's balance has it at once, and pays what is open.

use money_documents::{
    InvoiceItem, booked_credit,
    set_off::{SetOff, set_off},
};
use shared::api::Call;
use store::Transaction;
use values::{ApiError, Id};
use wallets_and_journal::OpenWallet;

/// Actions of an item and of the wallet, which are written after what is set off.
const OTHER_ACTIONS: usize = 24;

/// Books `credit`, which whoever calls this stores.
///
/// # Errors
/// 422 when an amount does not fit; 503 when the store cannot be read.
pub async fn book(
    call: &Call,
    transaction: &mut Transaction,
    id: Id<InvoiceItem>,
    credit: &mut InvoiceItem,
    tax_inclusive: bool,
) -> Result<(), ApiError> {
    let Some(customer) = credit.customer_id else { return Ok(()) };
    let mut wallet = OpenWallet::read(call, customer).await?;
    let gained = booked_credit::book(call, transaction, id, credit, tax_inclusive, &[]).await?;
    wallet.pay_in(gained)?;
    let set = SetOff { corrected: None, reserved: OTHER_ACTIONS };
    set_off(call, transaction, &mut wallet, Vec::new(), set).await?;
    wallet.write(call, transaction).await
}
