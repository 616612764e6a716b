//! The merchant as it is shown: its record, with the number of its next invoice and its kind.

use chrono::Datelike as _;
use records::merchant::Merchant;
use shared::api::{Call, Data};
use store::Record;
use values::ApiError;

/// The merchant that the calling client belongs to.
pub async fn get(call: Call) -> Result<Data<Record<Merchant>>, ApiError> {
    fill_in_shown(&call, call.read_merchant().await?).await.map(Data)
}

/// `merchant` with the next number of its present prefix and its kind.
pub async fn fill_in_shown(call: &Call, mut merchant: Record<Merchant>) -> Result<Record<Merchant>, ApiError> {
    let year = call.now.day_in(merchant.body.default_time_zone).year();
    let numbered = call.store.read_counter(call.tenant(), &merchant.body.invoice_settings.numbered(year)).await?;
    merchant.body.invoice_settings.next_number = numbered + 1;
    merchant.body.is_sandbox = call.tenant().is_sandbox();
    Ok(merchant)
}
