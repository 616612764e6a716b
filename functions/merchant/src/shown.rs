//! The merchant as it is shown: its record, and where its sequence of invoice numbers is.

use shared::{
    ApiError,
    api::{Call, Shown},
    domain::{
        Record, Timestamp,
        merchant::{Merchant, MerchantView},
        record::RecordView,
    },
};

/// A merchant and the number of its next invoice. The number is counted apart from the record, so that issuing an
/// invoice does not meet a change of the settings.
#[derive(Clone, Debug)]
pub struct ShownMerchant {
    record: Record<Merchant>,
    next_number: i64,
}

/// The calling client's merchant.
pub async fn own(call: &Call) -> Result<Record<Merchant>, ApiError> {
    let tenant = &call.caller.tenant;
    let merchant = call.store.find(tenant, tenant.merchant()).await?;
    merchant.ok_or_else(|| ApiError::internal("a client without its merchant"))
}

impl ShownMerchant {
    /// `record` with the next number of its present prefix.
    pub async fn of(call: &Call, record: Record<Merchant>) -> Result<Self, ApiError> {
        let numbered = call.store.counted(&call.caller.tenant, &record.body.invoice_settings.numbered()).await?;
        Ok(Self { record, next_number: numbered + 1 })
    }
}

impl Shown for ShownMerchant {
    type View = RecordView<MerchantView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let mut view = self.record.view(now);
        view.body.invoice_settings.next_number = self.next_number;
        view
    }

    fn version(&self) -> Option<i64> {
        Some(self.record.version)
    }
}
